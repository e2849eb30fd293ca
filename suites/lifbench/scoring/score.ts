import { codePointLength, type Grade, isList, type PythonValue, parsePythonJson, placesOf, strip, sum } from '../../../src/kit.ts'
import { type TaskDefinition, type TaskId, taskWeight } from '../tasks.ts'
import { editDistanceAtMost } from './editDistance.ts'
import type { ElementIndex } from './elementIndex.ts'
import { scoreFindDuplicates } from './findDuplicates.ts'
import { decodeUnicodeEscape, UnicodeEscapeError } from './python.ts'
import {
  askedType,
  byTask,
  type ContextFacts,
  elementRules,
  expectedElement,
  isKeySentence,
  type KeySentence,
  type ListFacts,
  type MultiDocFacts,
  type OneDocFacts,
  type RawScore,
  SENTENCE_TYPES,
  type TaskParams,
  type TaskRules,
} from './types.ts'

/** What an item's answer is scored against. */
export interface ScoringInput {
  readonly task: TaskDefinition
  readonly param: unknown
  readonly facts: ContextFacts
  /** The prompt from the end of the context on: the instruction and what surrounds it. Only MF reads it. */
  readonly promptTail: string
}

/**
 * ARS of one answer by the official rules (docs/suites/lifbench.md, R7): all in 0..1 except MF's `ori` and total, which official rules
 * let exceed 1. Never throws on any output.
 */
export function scoreAnswer(output: string, input: ScoringInput): Grade {
  const { task, facts, promptTail } = input
  const out = strip(output)
  const raw: RawScore =
    out === '' && !WITHOUT_EARLY_RETURN.includes(task.id) ? { points: {} } : byTask(RULES, input, facts, out, promptTail)
  const points = Object.fromEntries(Object.entries(task.points).map(([name, [most]]) => [name, (raw.points[name] ?? 0) / most]))
  return { points, total: (raw.sum ?? sum(Object.values(raw.points))) / taskWeight(task) }
}

/** Tasks whose official rules have no early return for an answer of nothing. */
const WITHOUT_EARLY_RETURN: readonly TaskId[] = ['OQ', 'MB']

/** The official rules of each task for a stripped answer. */
const RULES: TaskRules<ContextFacts, [out: string, promptTail: string], RawScore> = {
  ...elementRules(scoreListElement, scoreBlurElement),
  LMI: scoreListMultiElement,
  OR: scoreRepeat,
  OQ: scoreQa,
  OE: scoreExtract,
  MB: (param, facts, out) => scoreBatchLabel(out, param, facts),
  MF: (param, facts, out, promptTail) => scoreFindDuplicates(out, param, facts, promptTail),
}

/** How an answer that is to be one element looks: 0.2 for the length of one, and the rest where one element is in it, alone or not. */
function elementFormat(out: string, { minLength, maxLength, has }: ElementIndex, found: number): number {
  const length = codePointLength(out)
  return (minLength <= length && length <= maxLength ? 0.2 : 0) + (found !== 1 ? 0 : has(out) ? 0.8 : 0.3)
}

/** LSI, LOI and LOE: format 1, correct 2, ori 1 (docs/suites/lifbench.md, R9). */
function scoreListElement(param: TaskParams['LSI'], { elements }: ListFacts, out: string): RawScore {
  const count = sum([...elements.occurrences(out).values()])
  const format = elementFormat(out, elements, count)
  // The 0.2 stays among the points and is left out of the sum (docs/suites/lifbench.md, Q1).
  if (count === 0) return { points: { format, correct: 0, ori: 0 }, sum: 0 }
  const expected = expectedElement(param)
  const near = () => editDistanceAtMost(expected, out, codePointLength(expected) / 6 + 3)
  return { points: { format, correct: out.includes(expected) ? 2 : near() ? 1 : 0, ori: 1 } }
}

/** LBI and LBE: ori 1, position 3, format 1 (docs/suites/lifbench.md, R11). */
function scoreBlurElement({ id, bias = 1 }: TaskParams['LSI'], { elements }: ListFacts, out: string): RawScore {
  const distances = [...elements.occurrences(out).keys()].map((index) => (index - (id - 1)) * bias)
  const format = elementFormat(out, elements, distances.length)
  if (distances.length === 0) return { points: { ori: 0, position: 0, format }, sum: 0 }
  const position = distances.every((distance) => distance > 0) ? 3 : distances.every((distance) => distance >= 0) ? 1 : 0
  return { points: { ori: 1, position, format } }
}

/** LMI: format 2, num 3, correct 3, order 2 (docs/suites/lifbench.md, R10). */
function scoreListMultiElement(param: TaskParams['LMI'], { elements }: ListFacts, out: string): RawScore {
  const { credit: format, length } = gradeJsonList(out)
  const count = length ?? sum([...elements.occurrences(out).values()])
  const asked = param.elements.length
  const num = (count === asked ? 1 : 0) + 2 * Math.max(0, 1 - Math.abs(count - asked) / asked)
  const decoded = decodeUnicodeEscape(out, 'literal')
  const positions = param.elements.map((element) => decoded.indexOf(element)).filter((position) => position !== -1)
  const correct = (3 * positions.length) / asked
  const ordered = positions.every((position, index) => index === 0 || position >= (positions[index - 1] as number))
  const order = positions.length <= 1 ? 1 : ordered ? 2 : 0
  return { points: { format, num, correct, order } }
}

/**
 * How well an answer is a JSON array, as LMI pays it and OE pays twice: 2 for an array of strings, 1.5 for another one, 0.5 for other
 * JSON; where only what stands from the first `[` to the last `]` is an array, half a point less. With the array's length.
 */
function gradeJsonList(out: string): { readonly credit: number; readonly length?: number } {
  const whole = parsePythonJson(out)
  // Python's slice: a missing bracket is at -1, that is, one before the end.
  const first = out.indexOf('[')
  const start = first === -1 ? Math.max(0, out.length - 1) : first
  const found = whole ?? parsePythonJson(out.slice(start, out.lastIndexOf(']') + 1))
  if (!found || !isList(found.value)) return { credit: whole ? 0.5 : 0 }
  const { items } = found.value
  return { credit: (items.every((item) => typeof item === 'string') ? 2 : 1.5) - (whole ? 0 : 0.5), length: items.length }
}

/** OE: format 4, correct 4, order 4, ori 2 (docs/suites/lifbench.md, R16). */
function scoreExtract(param: TaskParams['OE'], { sentences }: OneDocFacts, out: string): RawScore {
  const type = askedType(param)
  if (type === '|Summary|' && out === '[]') return { points: { format: 4, correct: 4, order: 4, ori: 2 } }
  const { credit, length = 0 } = gradeJsonList(out)
  const decoded = decodeAnswer(out)
  const found = new Set(sentences.filter((sentence) => decoded.includes(sentence.text)))
  const ofType = sentences.filter((sentence) => sentence.type === type)
  const genuine = ofType.filter((sentence) => sentence.genuine)
  const hits = genuine.filter((sentence) => found.has(sentence)).length
  const most = Math.max(found.size, length, genuine.length)
  const fakeFound = ofType.some((sentence) => !sentence.genuine && found.has(sentence))
  return {
    points: {
      format: 2 * credit,
      correct: (most === 0 ? 0 : (3.5 * hits) / most) + (fakeFound ? 0 : 0.5),
      // The official order check compares positions with a minimum that stays 0, so any hit earns all of it (docs/suites/lifbench.md, Q3).
      order: found.size > 0 ? 4 : 0,
      ori: found.size > 0 ? 2 : 0,
    },
  }
}

/** Officially: as it stands, else without its last character, else a crash, where here escapes are text (docs/suites/lifbench.md, Q7). */
function decodeAnswer(out: string): string {
  for (const text of [out, Array.from(out).slice(0, -1).join('')]) {
    try {
      return decodeUnicodeEscape(text, 'throw')
    } catch (error) {
      if (!(error instanceof UnicodeEscapeError)) throw error
    }
  }
  return decodeUnicodeEscape(out, 'literal')
}

/** OQ: correct 3, format 2 (docs/suites/lifbench.md, R15). */
function scoreQa({ evidence, options: [yes, no] }: TaskParams['OQ'], { sentences }: OneDocFacts, out: string): RawScore {
  const saysYes = out.includes(yes)
  const saysNo = out.includes(no)
  const length = codePointLength(out)
  const lengths = [codePointLength(yes), codePointLength(no)]
  let format = 0
  if (lengths.includes(length)) format += 1
  else if (length > Math.max(...lengths) + 3) format += 0.5 // rambling pays, one character too many does not (docs/suites/lifbench.md, Q12)
  if (saysYes && saysNo) format += 0.5
  else if (saysYes || saysNo) format += 1
  return { points: { correct: correctness(saysYes, saysNo, isKeySentence(evidence, sentences)), format } }
}

function correctness(saysYes: boolean, saysNo: boolean, isKey: boolean): number {
  if (saysYes && saysNo) return 0.5
  if (!saysYes && !saysNo) return 0
  if (isKey) return saysYes ? 3 : 0.1
  return saysYes ? 2 : 3
}

/** OR: format 3, ori 2, hit 2, num 4, correct 3 (docs/suites/lifbench.md, R14). */
function scoreRepeat({ num: asked, sep }: TaskParams['OR'], { sentences }: OneDocFacts, out: string): RawScore {
  const contained = sentences.filter((sentence) => out.includes(sentence.text))
  const hits = contained.length
  const fakes = contained.filter((sentence) => !sentence.genuine).length
  const lines = out.split('\n').filter((line) => line !== '')
  const separators = placesOf(sep, out).length

  let format = (asked === 1 || out.includes('\n') ? 0.5 : 0) + (out.includes(sep) ? 0.5 : 0)
  if (out.includes(sep)) {
    const split = lines.filter((line) => placesOf(sep, line).length === 1).length
    format += 2 * Math.min(1, split / Math.max(lines.length, asked))
  }
  const num =
    [separators, lines.length, hits].filter((count) => count === asked).length +
    [separators === lines.length, separators === hits, hits === lines.length].filter(Boolean).length / 3
  const right = lines.filter((line) => isRightLine(line, sep, sentences)).length
  return {
    points: {
      format,
      ori: 1 + (SENTENCE_TYPES.some((type) => out.includes(type)) ? 1 : 0),
      hit: 2 * Math.min(1, (hits - 0.5 * fakes) / asked),
      num,
      correct: (3 * right) / lines.length,
    },
  }
}

/** Whether a line gives a key sentence, nearly as it stands, with a type it has; a fake one counts too. */
function isRightLine(line: string, sep: string, sentences: readonly KeySentence[]): boolean {
  const at = line.indexOf(sep)
  const sentence = at === -1 ? strip(line) : line.slice(0, at)
  const type = at === -1 ? sentence : line.slice(at + sep.length)
  return sentences.some(
    (key) => type.includes(key.type) && editDistanceAtMost(sentence, key.text, Math.floor(codePointLength(key.text) / 6) + 3),
  )
}

/** MB: candi_ori 3, logit_correct 3, num_doc 3, format 5 (docs/suites/lifbench.md, R12). */
export function scoreBatchLabel(out: string, param: TaskParams['MB'], { count }: MultiDocFacts): RawScore {
  let format = 0
  let objects = braceMatches(out)
  let parsed = parsePythonJson(out)
  if (parsed) format += 2
  else {
    objects = [...objects].sort((one, other) => codePointLength(other) - codePointLength(one))
    parsed = parsePythonJson(objects[0] ?? '')
    if (parsed) format += 1
  }
  const size = sizeOf(parsed?.value)
  if (size > 0 && parsed && !isList(parsed.value)) format += 1
  const labelled = size || placesOf('doc', out).length
  const numDoc = 2.5 * Math.max(0, 1 - Math.abs(labelled - count) / count) + (labelled === count ? 0.5 : 0)
  format += (2 * namedDocuments(out, count)) / count
  const pieces = objects.map((object) => object.split(',')).find((split) => split.length === count) ?? []
  const ofCandidates = pieces.filter((piece) => param.candidates.some((candidate) => piece.includes(candidate))).length
  const right = pieces.filter((piece, index) => piece.includes(param.gold[index] ?? '\uffff')).length
  return { points: { candi_ori: (3 * ofCandidates) / count, logit_correct: (3 * right) / count, num_doc: numDoc, format } }
}

/**
 * Matches of `\{[^\]]+\}`, in order. Between two closing brackets the greedy expression matches at most once, from the
 * first `{` to the last `}`; walking the pieces keeps an answer of 100,000 braces linear.
 */
function braceMatches(out: string): string[] {
  const matches: string[] = []
  for (const piece of out.split(']')) {
    const last = piece.lastIndexOf('}')
    const first = piece.indexOf('{')
    if (first !== -1 && last >= first + 2) matches.push(piece.slice(first, last + 1))
  }
  return matches
}

/** How many i of 1..count have `doc{i}` in the answer; `doc12` holds `doc1` too (docs/suites/lifbench.md, Q5). */
function namedDocuments(out: string, count: number): number {
  const named = new Set<string>()
  const digits = String(count).length
  for (const match of out.matchAll(/doc([0-9]+)/g)) {
    for (let end = 1; end <= digits; end += 1) named.add((match[1] as string).slice(0, end))
  }
  return Array.from({ length: count }, (_, index) => String(index + 1)).filter((name) => named.has(name)).length
}

/** Size of a non-empty object or array, as Python's `if value:` and `len` see it; 0 of anything else. */
function sizeOf(value: PythonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  return value.kind === 'dict' ? value.entries.length : value.kind === 'list' ? value.items.length : 0
}
