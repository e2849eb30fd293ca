import { strip } from '../../core/base/python/text.ts'
import { imitates, visible } from '../imitation.ts'
import type { Shown } from './pair.ts'

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
  `(?<![a-z])(?:${CONCLUSION})${MARKS}(?: is)?[:,]?${MARKS}[ \\n]{0,2}N(?=[ \\t]{0,4}(?:[.;!\\n]|$))`,
]
/** A name that stands alone on its line, or before a reason. */
const ALONE = `(?<=^|\\n)[ \\t]{0,4}(?:[-•] |#{1,6} )?(?:it is |it's )?N(?:[.!]?[ \\t]{0,4}(?=\\n|\\r|$)|(?= ?[,;–—-]? (?:because|since|as|for)(?![a-z])| ?[–—]| - ))`

const patterns = (name: string, claims: readonly string[]) => claims.map((claim) => new RegExp(claim.replace('N', name), 'gi'))
const CLAIM_PATTERNS = { labels: patterns(LABEL, CLAIMS), any: patterns(NAME, CLAIMS) } as const
const ALONE_PATTERNS = { labels: patterns(LABEL, [ALONE]), any: patterns(NAME, [ALONE]) } as const
/** Nothing but a letter. */
const LETTER = /^[\s*_"'`]{0,6}([ab])[\s.)*_"'`]{0,6}$/i

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
