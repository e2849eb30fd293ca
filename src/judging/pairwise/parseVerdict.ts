import { asciiDigits } from '../../core/base/python/float.ts'
import { strip } from '../../core/base/python/text.ts'
import type { Parsed } from '../askJudge.ts'
import { imitates, visible } from '../fence.ts'
import { type Order, outputAt, type Shown, type Winner } from './pair.ts'

/** How a comparison is read: `line` takes a label that begins a line, `phrase` a sentence "Output (a) is better". */
export type VerdictRule = 'line' | 'phrase'

// LLMBar's own patterns. A dot there is any character but a line feed; in JavaScript it would exclude three more.
const OFFICIAL: Readonly<Record<VerdictRule, Readonly<Record<Shown, RegExp>>>> = {
  line: { a: /(?:^|\n) ?Output \(a\)/, b: /(?:^|\n) ?Output \(b\)/ },
  phrase: { a: /Output \(a\) is better[^\n]/, b: /Output \(b\) is better[^\n]/ },
}
const ANY: Readonly<Record<VerdictRule, RegExp>> = {
  line: /(?:^|\n) ?Output \((a|b)\)/g,
  phrase: /Output \((a|b)\) is better/g,
}

/** The output a reply names by LLMBar's official rule (docs/suites/llmbar.md, R6), (a) looked for first; null for neither. */
export function parseVerdict(text: string, rule: VerdictRule): Shown | null {
  const trimmed = strip(text)
  return (['a', 'b'] as const).find((shown) => OFFICIAL[rule][shown].test(trimmed)) ?? null
}

/** What a judge may take for one of its labels where it quotes. */
const LIKE_LABEL = /output[\s*_"'“”‘’«»`]*(?:[([][\s*_]{0,9})?[ab][\s*_]{0,9}[)\]]/i
/** How a verdict ends a reply that was asked for in that form, less emphasis and quotation marks. */
const EXACT: Readonly<Record<VerdictRule, RegExp>> = {
  line: /^Output \(([ab])\)\.?$/,
  phrase: /^(?!>)(?:.*[.!?] +)?Therefore, Output \(([ab])\) is better\.?$/,
}

/** Whether a text that a judge is shown holds one of its labels: its replies must then be exactly in the form asked for. */
export function imitatesVerdict(shown: readonly string[]): boolean {
  return imitates(LIKE_LABEL, shown)
}

/** The output that a reply names at its end, in exactly the form that was asked for; null in any other. */
export function parseExactVerdict(text: string, form: VerdictRule): Shown | null {
  const whole = strip(text.replace(/[*_"“”]/g, ''))
  const end = form === 'line' ? whole : whole.slice(whole.lastIndexOf('\n') + 1)
  return (EXACT[form].exec(strip(end))?.[1] ?? null) as Shown | null
}

/** A reply no quotation can have turned (docs/suites/llmbar.md, R6): no output, or one and its form at the end; `rule`: how it is read. */
export function unmistakable(text: string, form: VerdictRule, rule: VerdictRule = form): Parsed<string> {
  const labels = new Set([form, rule].flatMap((one) => [...strip(text).matchAll(ANY[one])].map(([, label]) => label)))
  if (labels.size === 0) return { value: text }
  if (labels.size > 1) return { unusable: 'it names both outputs, and what is compared names them too' }
  if (parseExactVerdict(text, form)) return { value: text }
  return { unusable: 'what is compared names the outputs too, and your verdict is not exactly in the form asked for' }
}

/** How far verdicts on texts are a judge's own words. */
export function trustIn(shown: readonly string[]): Trust {
  return imitatesVerdict(shown) ? 'exact' : imitatesName(shown) ? 'labels' : 'any'
}

/** The winners by a reply that was asked for in a form: by the official rule, and as a person reads it. */
export function winnersIn(text: string, form: VerdictRule, rule: VerdictRule, trust: Trust, order: Order) {
  const strict = trust === 'exact' ? parseExactVerdict(text, form) : readVerdict(text, trust)
  return { winner: winnerOf(parseVerdict(text, rule), order), strictWinner: winnerOf(strict, order) }
}

/** The winner by a reply, in the data's numbering. */
export function winnerOf(shown: Shown | null, order: Order): Winner {
  return shown && outputAt(shown, order)
}

/** Winners by two ratings, one for each output (docs/suites/llmbar.md, R7): a tie and a failure each give one right verdict. */
export function winnersByRating(first: string, second: string): Readonly<Record<Order, Winner>> & { readonly tie: boolean } {
  const [one, two] = [parseInteger(first), parseInteger(second)]
  if (one === null || two === null) return { forward: 1, swapped: 2, tie: false }
  if (one === two) return { forward: 2, swapped: 1, tie: true }
  const winner = one > two ? 1 : 2
  return { forward: winner, swapped: winner, tie: false }
}

/** An integer as Python's `int()` reads it: white space around, a sign, digits of any script, single underscores between. */
export function parseInteger(text: string): number | null {
  const trimmed = strip(text)
  // In a text of ASCII alone, int() does not take U+001C to U+001F for white space, unlike strip().
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those very characters
  if (/^[\u0000-\u007f]*$/.test(text) && /^\s*[\u001c-\u001f]|[\u001c-\u001f]\s*$/.test(text)) return null
  if (!/^[+-]?\p{Nd}+(?:_\p{Nd}+)*$/u.test(trimmed)) return null
  return Number(asciiDigits(trimmed.replaceAll('_', '')))
}

/** How far a reply is trusted to name an output by itself, and not in words of what it was shown. */
export type Trust =
  /** Nothing that was shown looks like a label: any name of an output counts. */
  | 'any'
  /** What was shown holds something like `(a)`: only "Output (a)" and its kin count. */
  | 'labels'
  /** What was shown holds a label: only the exact form that was asked for counts. */
  | 'exact'

/** Emphasis and quotation marks about a label. */
const MARKS = '[*_"\'“”‘’«»`]{0,4}'
const LABEL = `${MARKS}output ?${MARKS}[([] ?([ab]) ?[)\\]]${MARKS}`
const NAME = `${MARKS}(?:output ?${MARKS}[([]? ?|[([] ?)([ab])(?![a-z0-9]) ?[)\\]]?${MARKS}`

/** No other name follows, however much of the first one's marks was read. */
const ONE_ALONE = '(?![)\\]*_"\'“”‘’«»`]{0,5} ?(?:(?:or|and|nor|vs)(?![a-z])|/))'
const LIKE_NAME = /(?:output[\s*_"'“”‘’«»`]{0,6}|[([] ?)[ab](?![a-z0-9])|^\W*[ab]\W*$/i

const BETTER = 'better|best|superior|preferable|preferred|stronger|the winner'
const DEGREE =
  'clearly|definitely|slightly|much|far|overall|the|a|still|therefore|thus|indeed|marginally|significantly|considered|also|generally'
const NOUN = 'output|one|choice|answer|response|option|of the two'
const CONCLUSION = 'answer|verdict|decision|choice|conclusion|judge?ment|winner|preference|therefore|thus|hence|so'

/** A name of an output, `N`, as what is claimed to be better. */
const CLAIMS: readonly string[] = [
  `N (?:is|was|would be|seems|seems to be|appears to be|remains) ${MARKS}(?:(?:${DEGREE}) ){0,3}${MARKS}(?:${BETTER})(?![a-z])`,
  'N wins(?![a-z])',
  `(?:better|best|superior|preferred|preferable|winning|correct) (?:${NOUN})(?![a-z])[^.,;:\\n]{0,60}?(?: is| would be|:)${MARKS} ?N${ONE_ALONE}`,
  `(?<![a-z])I(?: would| will| have|'d|'ll)? (?:choose|chose|chosen|prefer|pick|picked|select|selected|favou?r|go with|vote for) N${ONE_ALONE}`,
  `(?<![a-z])(?:${CONCLUSION})${MARKS}(?: is)?[:,]?${MARKS}[ \\n]{0,2}N(?=[ \\t]{0,4}(?:[.;!。！\\n]|$))`,
]
/** A name that stands alone on its line, or before a reason. */
const ALONE = `(?<=^|\\n)[ \\t]{0,4}(?:[-•] |#{1,6} )?(?:it is |it's )?N(?:[.!。！]?[ \\t]{0,4}(?=\\n|\\r|$)|(?= ?[,;–—-]? (?:because|since|as|for)(?![a-z])| ?[–—]| - ))`

const patterns = (name: string, claims: readonly string[]) => claims.map((claim) => new RegExp(claim.replace('N', name), 'gi'))
const CLAIM_PATTERNS = { labels: patterns(LABEL, CLAIMS), any: patterns(NAME, CLAIMS) } as const
const ALONE_PATTERNS = { labels: patterns(LABEL, [ALONE]), any: patterns(NAME, [ALONE]) } as const
/** Nothing but a letter, or a label and a letter. */
const LETTER = /^[\s*_"'`#]{0,6}(?:(?:final )?(?:answer|verdict|choice|decision)[\s*_:：]{1,6})?[[(<"'`]{0,2}([ab])[\s.。)\]>*_"'`]{0,6}$/i

/** Characters before a claim that can take it back. */
const MAX_BEFORE = 200
/** Words right before a claim that make it none: a negation, a condition, the other half of a choice. */
const TAKEN_BACK =
  /(?:(?<![a-z])(?:nor|or|neither|whether|if|unless)|n[o'’]t(?: (?:that|because|say|think|believe|mean|sure|clear|certain|agree)){0,3}|[([][ab][)\]][*_"'`]{0,4} and)\s{0,4}$/i
/** What another said, in a debate that the judge was shown. */
const REPORTED =
  /assistant \(?[ab](?![a-z]).*(?<![a-z])(?:argue|believe|claim|state|think|say|said|prefer|suggest|assert|conclude|contend|find)/i
const OWN = /(?<![a-z])(?:I|my|therefore|thus|clear)(?![a-z])/i

/** The output a reply finds better, read as a person does (docs/suites/llmbar.md, R9): any form of label, last claim; null if unclear. */
export function readVerdict(reply: string, trust: Exclude<Trust, 'exact'>): Shown | null {
  const text = strip(visible(reply))
  const letter = trust === 'any' && LETTER.exec(text)
  if (letter) return letter[1]?.toLowerCase() as Shown
  const claims = find(text, CLAIM_PATTERNS[trust]).filter(({ at }) => isMeant(text, at))
  const alone = find(text, ALONE_PATTERNS[trust])
  // Where both stand alone they are headings, but for the one that ends the reply.
  const areHeadings = new Set(alone.map(({ shown }) => shown)).size > 1
  const lastLine = text.lastIndexOf('\n')
  const stated = areHeadings ? alone.filter(({ end }) => end > lastLine) : alone
  return [...claims, ...stated].sort((one, other) => one.at - other.at).at(-1)?.shown ?? null
}

/** Names of outputs that patterns find, with where they begin and end. */
function find(text: string, among: readonly RegExp[]) {
  return among.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      shown: match[1]?.toLowerCase() as Shown,
    })),
  )
}

/** Whether the judge claims it itself, by the words before it in the same sentence. */
function isMeant(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_BEFORE), at)
  const sentence = before.slice(Math.max(...['.', '!', '?', '\n'].map((end) => before.lastIndexOf(end))) + 1)
  return !TAKEN_BACK.test(sentence) && !(REPORTED.test(sentence) && !OWN.test(sentence))
}

/** Whether a text that a judge is shown holds anything that a reply may name an output by. */
export function imitatesName(shown: readonly string[]): boolean {
  return imitates(LIKE_NAME, shown)
}
