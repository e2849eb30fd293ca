import { numbersIn, type WrittenNumber } from '../../../src/kit.ts'
import { countOf } from './counts.ts'
import { hasNegation, type Mention, mentionAt } from './mentions.ts'
import { normalise } from './normalise.ts'
import { partOf } from './parts.ts'
import { type Place, placesOf } from './phrases.ts'
import type { Check, Rule } from './schema.ts'
import { isSilent } from './silence.ts'
import { type Subject, speaksOf } from './subject.ts'
import { datePhrases, timePhrases } from './times.ts'

/** What a program makes of an answer: a criterion is met, it is not, or the program cannot tell. */
export type Finding = 'met' | 'unmet' | 'undecided'

type RuleOf<Key extends string> = Extract<Rule, Readonly<Record<Key, unknown>>>

/** Longest answer that is read, in characters: more than the official cap on an answer holds. */
const LONGEST = 30_000

/** Reads whether an answer meets a criterion. Where a program cannot tell, the finding is `undecided`: never a pass by default. */
export function decide({ rules }: Check, answer: string): Finding {
  if (answer.length > LONGEST) return 'undecided'
  return isSilent(normalise(answer)) ? 'unmet' : allOf(rules.map((rule) => decideRule(rule, answer)))
}

function allOf(findings: readonly Finding[]): Finding {
  if (findings.includes('unmet')) return 'unmet'
  return findings.includes('undecided') ? 'undecided' : 'met'
}

function anyOf(findings: readonly Finding[]): Finding {
  if (findings.includes('met')) return 'met'
  return findings.includes('undecided') ? 'undecided' : 'unmet'
}

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
  const isAgainst = against.some((mention) => isAsserted(mention) && !mention.unsure && !isOneOfTwo(text, mention, written))
  const isClaimed = claimed.some((mention) => isAsserted(mention) && !mention.unsure && !isOneOfTwo(text, mention, written))
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
  const units = unit
    .map((one) =>
      one
        .toLowerCase()
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[\\p{Script=Latin}]*'),
    )
    .join('|')
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
  const value = countOf(count.of, text)
  return value >= (count.min ?? 0) && value <= (count.max ?? Number.POSITIVE_INFINITY) ? 'met' : 'unmet'
}

function decideAbsent({ absent, in: part }: RuleOf<'absent'>, answer: string): Finding {
  const text = partOf(answer, part)
  if (text.trim() === '') return 'undecided'
  return absent.some((what) => countOf(what.includes(':') ? what : `word:${what}`, text) > 0) ? 'unmet' : 'met'
}
