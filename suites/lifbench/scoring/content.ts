import { answerReadings, placesOf, strip } from '../../../src/kit.ts'
import type { ScoringInput } from './score.ts'
import { asJsonOrPython, strictScore } from './strict.ts'
import type { ListFacts, TaskParams } from './types.ts'

/** Tasks whose answer is one element or option. */
const SINGLE = new Set<string>(['LSI', 'LOI', 'LOE', 'LBI', 'LBE', 'OQ'])

/**
 * Whether an answer is right in content, 1 or 0, whatever it wears; of MF the F1 of its groups, 0 to 1 (docs/suites/lifbench.md, S3). A
 * reply that names another answer beside the right one is wrong. Never throws on any output.
 */
export function contentScore(output: string, input: ScoringInput): number {
  const score = (text: string) => strictScore(text, input, asJsonOrPython)
  let best = 0
  for (const { text, beside } of answerReadings(output)) {
    const own = score(text) || (isSingle(input) ? score(`${text}.`) : 0)
    if (own > best && (beside === '' || !namesOther(beside, input, text))) best = own
    if (best === 1) return 1
  }
  return best || (isSingle(input) && statesRight(strip(output), input, score) ? 1 : 0)
}

function isSingle({ task }: ScoringInput): boolean {
  return SINGLE.has(task.id)
}

/** A further list or object, or a label of a document. */
const STRUCTURE = /[[{(]\s*["'[(]|\bdoc\d+["']?\s*[:=]/

/** Whether what stands beside an answer names another: an element, an option, a key sentence, or a list or an object. */
function namesOther(beside: string, input: ScoringInput, answer: string): boolean {
  if (isSingle(input)) return namedIn(beside, input).some((one) => !answer.includes(one))
  const { scenario } = input.facts
  if (scenario === 'multidoc') return STRUCTURE.test(beside)
  const named = scenario === 'list' ? namedIn(beside, input) : input.facts.sentences.filter(({ text }) => beside.includes(text))
  // A further line with a type is a further sentence, whether it is one of the text or not.
  return named.length > 0 || (input.task.id === 'OR' ? beside.includes((input.param as TaskParams['OR']).sep) : STRUCTURE.test(beside))
}

/** What stands before the element that an instruction names, where a reply says what was asked for. */
const RELATION = /\b(?:after|before|following|follows|preceding|precedes|behind|next to)[\s*_"'`“‘«(]*$/i

/** The elements or options that a text names, but for the one of the instruction where the text says what was asked for. */
function namedIn(text: string, { task, param, facts }: ScoringInput): string[] {
  if (task.id === 'OQ') {
    const { options, evidence } = param as TaskParams['OQ']
    // "No tag is missing" is a reason and no answer.
    const said = text.replaceAll(evidence, ' ').replace(/\bNo(?=[ \t]+(?:tags?|marks?|sentences?)\b)/g, ' ')
    return options.filter((option) => wholePlaces(option, said).length > 0)
  }
  const { elements } = facts as ListFacts
  const asked = task.id === 'LOE' || task.id === 'LBE' ? (param as TaskParams['LOE']).element : undefined
  const isSaidAgain = (one: string) =>
    one === asked && wholePlaces(one, text).every((at) => RELATION.test(text.slice(Math.max(0, at - 40), at)))
  return [...elements.occurrences(text).keys()].map((index) => elements.elements[index] as string).filter((one) => !isSaidAgain(one))
}

/** Whether a reply says the right answer in a sentence, or with reasons, and names no other: but for parts of the right one. */
function statesRight(output: string, input: ScoringInput, score: (text: string) => number): boolean {
  const named = namedIn(output, input)
  const whole = named.reduce((one, other) => (other.length > one.length ? other : one), '')
  if (!named.every((other) => whole.includes(other)) || !(score(whole) > 0)) return false
  return wholePlaces(whole, output).some((at) => isStated(output, at, at + whole.length))
}

/** Where a text stands in another as a whole: no part of a longer word or number. */
function wholePlaces(part: string, text: string): number[] {
  return placesOf(part, text).filter(
    (at) => ![text.charAt(at - 1), text.charAt(at + part.length)].some((sign) => /[\p{L}\p{N}_]/u.test(sign)),
  )
}

const DENIED =
  /\b(?:not|no longer|never|neither|nor|cannot|wrong|incorrect|instead of|rather than|doubt|unlikely|hardly|if|would|might)\b|n['’]t\b/i
/** What takes back the line before. */
const TAKEN_BACK = /\n\s*(?:wait|hold on|actually|no\b|scratch that|correction|sorry)/i
/** What leads to an answer on its line; nothing at the beginning of a sentence. */
const LEADS = /(?:^|\b(?:is|are|be|was|remains|namely|by)|[:：=→-])[\s*_"'`“‘«(]*$/i
/** What may follow an answer: the end of its line, a sign, a reason, or that it is the one. */
const FOLLOWS =
  /^[*_"'`”’»)]*(?:\s*(?:\n|$)|[.,;:!(]|\s+(?:[-–—(]|because\b|since\b|as\b|for\b|is\b|comes?\b|follows?\b|precedes?\b|stands?\b))/i

/** Whether what stands at a place is stated to be the answer: by the words of its sentence before it, and by what follows. */
function isStated(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 300), at)
  // A line that ends in a colon is about the next one.
  const lead = before
    .replace(/([:：][*_]*)\s*\n\s*/g, '$1 ')
    .split(/\n|[.!?]\s/)
    .at(-1) as string
  const rest = text.slice(end, end + 300)
  const [clause = ''] = rest.split(/\n|[.!?](?:\s|$)|,|\b(?:because|since)\b/, 1)
  return LEADS.test(lead) && FOLLOWS.test(rest) && !DENIED.test(lead) && !DENIED.test(clause) && !TAKEN_BACK.test(rest)
}
