import { answerReadings, escaped, fencedBlocks, numbersIn, type WrittenNumber } from '../../../src/kit.ts'
import { around, hasNegation, type Mention, mentionAt } from './mentions.ts'
import { normalise } from './normalise.ts'
import { type Place, placesOf } from './phrases.ts'
import type { Check, PARTS, Rule } from './schema.ts'
import { datePhrases, timePhrases } from './times.ts'

/** Words with which an answer speaks of itself and of the user's feedback, and of nothing else. */
const ABOUT_ITSELF = new Set(
  `a about accordingly account accounted add added address adjusted admit after again agree all already also always an and answer answered any anything apologies apologise apologize appreciate
  are as at be because been before best better but can care careful carefully certainly change changed check checked checking comment concern consider considered correct corrected correcting
  correction did do doing done double each earlier else error errors every everything feedback feel first fixed follow following for fully full from further get glad go going gone good has have
  happy hear help here hope i if in indeed input into is issue it its know known let light like look looked looking made make many matter may me mend mended mention mentioned mistake mistakes my
  need new no not note noted now of on once one or other our out over own part please point pointed pointing points question questions raise raised raising reconsider reconsidered regard
  reply response review reviewed revised right see should so sorry step steps suggestion sure take taken takes telling thank thanks that the them there these thing things think this thorough
  thoroughly through time to too took true understand update updated us very was way we well went were what when whether which will with wrong you your`
    .split(/\s+/)
    .filter(Boolean),
)
const ABOUT_ITSELF_HAN =
  /谢谢|感谢|抱歉|对不起|不好意思|您|你|我们?|的|了|指正|指出|提醒|反馈|意见|建议|重新|再次|仔细|认真|检查|考虑|充分|之前|先前|现在|已经|回答|答案|修改|改正|更正|错误|问题|如下|确实|都|也|会|每|一|步|并|在内|说得对|正确|是|这|里|把|过|对|请|看|理解|明白|好/gu

/** Whether an answer speaks of nothing but itself: it is empty, or thanks, apologises and announces, and then ends. */
function isSilent(normalised: string): boolean {
  const latin = normalised.match(/[\p{Script=Latin}']+/gu) ?? []
  const han = normalised.replace(ABOUT_ITSELF_HAN, '').match(/\p{Script=Han}/gu) ?? []
  return !/\d/.test(normalised) && han.length <= 1 && latin.every((word) => ABOUT_ITSELF.has(word))
}

/** What a program makes of an answer, the worst first: a criterion is not met, the program cannot tell, or it is met. */
const FINDINGS = ['unmet', 'undecided', 'met'] as const
/** What a program makes of an answer. */
export type Finding = (typeof FINDINGS)[number]

type RuleOf<Key extends string> = Extract<Rule, Readonly<Record<Key, unknown>>>

/** Longest answer that is read, in characters: more than the official cap on an answer holds. */
const LONGEST = 30_000

/** Reads whether an answer meets a criterion, as it is or without what it wears. Where a program cannot tell, the finding is `undecided`: never a pass by default. */
export function decide({ rules }: Check, answer: string): Finding {
  if (answer.length > LONGEST) return 'undecided'
  if (isSilent(normalise(answer))) return 'unmet'
  const findings = (text: string) => allOf(rules.map((rule) => decideRule(rule, text)))
  const found = findings(answer)
  if (found === 'met') return found
  const bare = answerReadings(answer, true).slice(1)
  return bare.some(({ text, beside }) => isSilent(normalise(beside)) && findings(text) === 'met') ? 'met' : found
}

const allOf = (findings: readonly Finding[]) => FINDINGS.find((one) => findings.includes(one)) ?? 'met'
const anyOf = (findings: readonly Finding[]) => FINDINGS.findLast((one) => findings.includes(one)) ?? 'unmet'

function decideRule(rule: Rule, answer: string): Finding {
  if ('any' in rule) return anyOf(rule.any.map((one) => decideRule(one, answer)))
  if ('all' in rule) return allOf(rule.all.map((one) => decideRule(one, answer)))
  if ('never' in rule) return 'undecided'
  if ('count' in rule) return decideCount(rule, answer)
  if ('absent' in rule) return decideAbsent(rule, answer)
  const raw = partOf(answer, rule.in)
  if ('match' in rule) return decideMatch(rule, raw)
  const text = normalise(raw)
  if ('number' in rule) return decideNumber(rule, text)
  if ('says' in rule) return decideSays(rule, text)
  const phrases = 'date' in rule ? datePhrases : timePhrases
  const { says, topic } = phrases('date' in rule ? rule.date : rule.time)
  const not = rule.wrong.flatMap((wrong) => phrases(wrong).says)
  return decideSays({ ...rule, says, ...(not.length > 0 && { not }), topic, closed: false }, text)
}

/** Said for good: by the answer itself, of the case at hand. */
function isAsserted({ denied, told, supposed, asked }: Mention): boolean {
  return !(denied || told || supposed || asked)
}

function decideSays({ says, not, topic, closed, about, others }: SaysLike, text: string): Finding {
  const subject = { about, others }
  const mentions = (phrase: string) =>
    placesOf([phrase], text)
      .filter((place) => speaksOf(subject, text, place))
      .map((place) => {
        const mention = mentionAt(text, place)
        // A gap in the phrase may hold a negation that the phrase itself does not have.
        return hasNegation(text.slice(place.start, place.end)) && !hasNegation(phrase.toLowerCase())
          ? { ...mention, denied: true }
          : mention
      })
  const byPhrase = says.map(mentions)
  const said = byPhrase.flat()
  // An explanation or a piece of advice may stand under a condition; what somebody is may not be left open.
  const isPut = ({ denied, told, asked, unsure }: Mention) => !(denied || told || asked || (unsure && about !== undefined))
  const put = said.filter(isPut)
  const overlaps = (one: Place, other: Place) => one.start < other.end && other.start < one.end
  const denials = (list: readonly Mention[]) => list.filter((one) => one.denied && !one.told && !put.some((other) => overlaps(one, other)))
  const against = (not ?? [])
    .flatMap(mentions)
    .filter((one) => isAsserted(one) && !said.some(({ start, end }) => start <= one.start && one.end <= end))
  const isAgainst = against.length > 0
  if (put.length > 0) {
    // Another wording of what is said may be denied by the way; the same may not.
    const isPlain = byPhrase.some((list) => list.some(isPut) && denials(list).length === 0)
    return isAgainst || !isPlain || denials(said).length > put.length ? 'undecided' : 'met'
  }
  if (isAgainst || denials(said).length > 0) return 'unmet'
  if (said.length > 0) return 'undecided'
  const needed = topic ?? (closed ? says : undefined)
  return needed?.every((phrase) => mentions(phrase).length === 0) ? 'unmet' : 'undecided'
}

type SaysLike = Pick<RuleOf<'says'>, 'says' | 'not' | 'topic' | 'closed'> & Subject

function decideNumber({ number, unit, wrong, tolerance, about, others }: RuleOf<'number'>, text: string): Finding {
  const written = numbersIn(text)
  const near = (value: number, allowed: number) => (one: WrittenNumber) =>
    one.values.some((own) => Math.abs(own - value) <= allowed + 1e-9 * Math.max(1, Math.abs(value)))
  const right = written.filter(near(number, tolerance))
  if (right.length === 0) return 'unmet'
  const isClaim = (one: WrittenNumber) => !one.operand && hasUnit(text, one, unit) && speaksOf({ about, others }, text, one)
  const claimed = right.filter(isClaim).map((one) => mentionAt(text, one))
  const against = written
    .filter((one) => wrong.some((value) => near(value, 0)(one)) && !right.includes(one))
    .filter((one) => (isClaim(one) && !isListed(text, one) && !/^-[a-z]/.test(text.slice(one.end))) || isConcluded(text, one))
    .map((one) => mentionAt(text, one))
  const isHeld = (mention: Mention) => isAsserted(mention) && !mention.unsure && !isOneOfTwo(text, mention, written)
  const isAgainst = against.some(isHeld)
  const isClaimed = claimed.some(isHeld)
  const isDenied = claimed.some(({ denied, told }) => denied && !told)
  const concludesOther = written.some(
    (one) => !right.includes(one) && !one.operand && isConcluded(text, one) && !sharesSentence(text, one, right),
  )
  if (isClaimed) return isAgainst || isDenied || (concludesOther && about === undefined) ? 'undecided' : 'met'
  if (isAgainst || isDenied) return 'unmet'
  return 'undecided'
}

/** After a number: the end of what is said of it. */
const ALONE =
  /^\s*(?:$|[.,;:)\]\n"'!?=→∎}|]|and\b|or\b|in\b|for\b|as\b|at\b|with\b|because\b|since\b|not\b|instead\b|rather\b|altogether\b|\p{Script=Han})/u
const CLAIM =
  /(?:=|≈|:|->|→|\||\b(?:is|are|be|of|to|gives?|gave|gets?|got|need|needs|makes?|yields?|leaves?|equals?|has|have|as|about|exactly|roughly|only|with|at|answer|value|result|find|obtain|becomes?)|是|为|得|有|等于|需要|共|出|约|即|成|到)[\s"'($]*$/u

/** Whether the number has one of the units, or stands as a value without any. */
function hasUnit(text: string, { start, end }: WrittenNumber, unit: readonly string[] | undefined): boolean {
  if (unit === undefined) return true
  const after = text.slice(end)
  const units = unit.map((one) => escaped(one.toLowerCase()).replaceAll('\\*', '[\\p{Script=Latin}]*')).join('|')
  if (new RegExp(`^[\\s-]*(?:${units})(?![\\p{Script=Latin}\\d])`, 'u').test(after)) return true
  if (new RegExp(`(?:${units})$`, 'u').test(text.slice(start, end))) return true
  if (new RegExp(`(?:${units})\\s?$`, 'u').test(text.slice(0, start))) return true
  return ALONE.test(after) && CLAIM.test(text.slice(Math.max(0, start - 30), start))
}

const CONCLUSION =
  /\b(?:(?:final|correct|right|new|corrected|true) (?:answer|result|value)|the answer)\s*(?:is|=|:|should be|must be|becomes|comes to)?\s*(?:therefore |then |thus |now |just |only |about |exactly )*[:=\s$"'(]*$|(?:答案|结果)(?:应该|应)?(?:是|为|:|=)\s*$/

/** Whether the text calls the number its answer. */
function isConcluded(text: string, { start }: WrittenNumber): boolean {
  return CONCLUSION.test(text.slice(Math.max(0, start - 60), start))
}

function sharesSentence(text: string, one: WrittenNumber, right: readonly WrittenNumber[]): boolean {
  return right.some(({ start, end }) => !/[.。!?\n](?:\s|$)/.test(text.slice(Math.min(one.end, end), Math.max(one.start, start))))
}

/** One of three or more numbers in a row, such as the solutions that were counted. */
function isListed(text: string, { start, end }: WrittenNumber): boolean {
  const follows = /^(?:\s*,\s*-?[\d.]+)*/.exec(text.slice(end))?.[0].match(/,/g)?.length ?? 0
  const leads = /(?:[\d.]+\s*,\s*)*$/.exec(text.slice(Math.max(0, start - 60), start))?.[0].match(/,/g)?.length ?? 0
  return follows + leads >= 2
}

/** `4 or 5` names no value. */
function isOneOfTwo(text: string, { start, end }: Mention, written: readonly WrittenNumber[]): boolean {
  const joined = (gap: string) => /^\s*(?:\w+\s)?(?:or|或者?|还是)\s*$/.test(gap)
  return written.some(
    (other) => (other.start >= end && joined(text.slice(end, other.start))) || (other.end <= start && joined(text.slice(other.end, start))),
  )
}

function decideMatch({ match, avoid, strict }: RuleOf<'match'>, text: string): Finding {
  // Formulas are easier to match in one spelling; code is as it is written.
  const finds = (pattern: RegExp) => pattern.test(text) || pattern.test(normalise(text))
  if (avoid && finds(avoid)) return 'unmet'
  if (finds(match)) return 'met'
  return strict ? 'unmet' : 'undecided'
}

function decideCount({ count }: RuleOf<'count'>, answer: string): Finding {
  const text = partOf(answer, count.in)
  if (text.trim() === '') return 'undecided'
  const words = text.match(/[\p{L}\p{N}]+(?:['’\-.,:][\p{L}\p{N}]+)*/gu)?.length ?? 0
  return words >= (count.min ?? 0) && words <= (count.max ?? Number.POSITIVE_INFINITY) ? 'met' : 'unmet'
}

function decideAbsent({ absent, in: part }: RuleOf<'absent'>, answer: string): Finding {
  const text = partOf(answer, part)
  if (text.trim() === '') return 'undecided'
  return absent.some((what) => contains(text.toLowerCase(), what.toLowerCase())) ? 'unmet' : 'met'
}

/** Whether a word stands in a text, or anywhere in a word what `letter:` names. */
function contains(text: string, what: string): boolean {
  if (what.startsWith('letter:')) return text.includes(what.slice('letter:'.length))
  const plain = escaped(what)
  return new RegExp(/\p{Script=Han}/u.test(what) ? plain : `(?<![\\p{L}\\d])${plain}(?![\\p{L}\\d])`, 'u').test(text)
}

/** The part of an answer that a rule reads, as it was written. */
function partOf(answer: string, part: (typeof PARTS)[number]): string {
  if (part === 'answer') return answer
  if (part === 'code') return blocks(answer).join('\n')
  const lines = answer
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return (part === 'first-line' ? lines[0] : lines.at(-1)) ?? ''
}

/** Fenced blocks; without any, what stands between backticks. */
function blocks(answer: string): string[] {
  const fenced = fencedBlocks(answer)
  return fenced.length > 0 ? fenced : [...answer.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
}

/** Of whom or what a rule reads a statement, and of what else an answer speaks. */
interface Subject {
  readonly about?: string | readonly string[] | undefined
  readonly others?: readonly string[] | undefined
}

/** How far around a place is read, in characters, so that the time grows with the length of the text alone. */
const REACH = 600

const SENTENCE = /[.!](?=["')\]]*(?:\s|$))|[。?]|\n+/gu

/**
 * Whether what stands at a place is said of the subject: of the two names nearest before it in its sentence or line the
 * subject's is the nearer, or else the first after it. Where the sentence names neither it is said of the subject if the
 * sentence gives an answer.
 */
function speaksOf({ about, others = [] }: Subject, whole: string, place: Place): boolean {
  if (about === undefined) return true
  const shift = Math.max(0, place.start - REACH)
  const text = whole.slice(shift, place.end + REACH)
  const [start, end] = [place.start - shift, place.end - shift]
  const names = (typeof about === 'string' ? [about] : about).map(named)
  const [from, to] = around(text, { start, end }, SENTENCE)
  const sentence = text.slice(from, to)
  const own = placesOf(names, sentence)
  const foreign = placesOf(others.map(named), sentence)
  const last = (places: readonly Place[]) =>
    Math.max(-1, ...places.filter((place) => place.start < start - from).map((place) => place.start))
  const [ownBefore, foreignBefore] = [last(own), last(foreign)]
  if (ownBefore >= 0 || foreignBefore >= 0) return ownBefore > foreignBefore
  const next = (places: readonly Place[]) =>
    Math.min(Number.POSITIVE_INFINITY, ...places.filter((place) => place.start >= end - from).map((place) => place.start))
  const [ownAfter, foreignAfter] = [next(own), next(foreign)]
  if (Number.isFinite(ownAfter) || Number.isFinite(foreignAfter)) return ownAfter < foreignAfter
  return /\banswer|\bso\b|therefore|conclusion|答案|所以|因此/.test(sentence)
}

/** A person called A is no article. */
function named(name: string): string {
  return /^a$/i.test(name)
    ? "/(?<![a-z])a(?=(?:'s)? (?:is|was|are|tells?|lies|lied|says?|said|must|can|could|would|will|and|or|has|have|being|to be)\\b|'s|[:=,;)]|$)/"
    : name
}
