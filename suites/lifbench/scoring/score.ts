import { codePointLength, type PythonValue, parsePythonJson, strip } from '../../../src/kit.ts'
import { type TaskDefinition, taskWeight } from '../tasks.ts'
import { totalOccurrences } from './elementIndex.ts'
import { scoreExtract } from './extract.ts'
import { scoreFindDuplicates } from './findDuplicates.ts'
import { gradeJsonList } from './jsonList.ts'
import { scoreBlurElement, scoreListElement } from './listElement.ts'
import { countOccurrences, decodeUnicodeEscape } from './python.ts'
import { scoreQa } from './qa.ts'
import { scoreRepeat } from './repeat.ts'
import {
  type BatchLabelParam,
  type ContextFacts,
  type ElementParam,
  type ExtractParam,
  type FindDuplicatesParam,
  type ListFacts,
  type MultiDocFacts,
  type MultiElementParam,
  type OneDocFacts,
  type QaParam,
  type RawScore,
  type RepeatParam,
  summed,
} from './types.ts'

const CREDIT = { allStrings: 2, array: 1.5, otherJson: 0.5, slicedStrings: 1.5, slicedArray: 1 }

/** LMI: format 2, num 3, correct 3, order 2 (docs/suites/lifbench.md, R10). `out` is stripped. */
function scoreListMultiElement(out: string, param: MultiElementParam, { elements }: ListFacts): RawScore {
  if (out === '') return summed({ format: 0, num: 0, correct: 0, order: 0 })
  const { credit: format, length } = gradeJsonList(out, CREDIT)
  const count = length ?? totalOccurrences(elements.occurrences(out))
  const asked = param.elements.length
  const num = (count === asked ? 1 : 0) + 2 * Math.max(0, 1 - Math.abs(count - asked) / asked)
  const decoded = decodeUnicodeEscape(out, 'literal')
  const positions = param.elements.map((element) => decoded.indexOf(element)).filter((position) => position !== -1)
  const correct = (3 * positions.length) / asked
  const ordered = positions.every((position, index) => index === 0 || position >= (positions[index - 1] as number))
  const order = positions.length <= 1 ? 1 : ordered ? 2 : 0
  return summed({ format, num, correct, order })
}

/** What an item's answer is scored against. */
export interface ScoringInput {
  readonly task: TaskDefinition
  readonly param: unknown
  readonly facts: ContextFacts
  /** The prompt from the end of the context on: the instruction and what surrounds it. Only MF reads it. */
  readonly promptTail: string
}

/** Scores of one answer, all in 0..1 except MF's `ori` and total, which official rules let exceed 1. */
export interface LifbenchScore {
  readonly points: Readonly<Record<string, number>>
  readonly total: number
}

/** ARS of one answer by the official rules (docs/suites/lifbench.md, R7). Never throws on any output. */
export function scoreAnswer(output: string, input: ScoringInput): LifbenchScore {
  const raw = rawScore(strip(output), input)
  const { task } = input
  const points = Object.fromEntries(Object.entries(task.points).map(([name, weight]) => [name, (raw.points[name] ?? 0) / weight]))
  return { points, total: raw.sum / taskWeight(task) }
}

/** The parameter's shape follows from the task; who builds an input (items.ts, scoreFile.ts) has validated it. */
function rawScore(out: string, { task, param, facts, promptTail }: ScoringInput): RawScore {
  switch (task.id) {
    case 'LSI':
    case 'LOI':
    case 'LOE':
      return scoreListElement(out, param as ElementParam, facts as ListFacts)
    case 'LBI':
    case 'LBE':
      return scoreBlurElement(out, param as ElementParam, facts as ListFacts)
    case 'LMI':
      return scoreListMultiElement(out, param as MultiElementParam, facts as ListFacts)
    case 'MB':
      return scoreBatchLabel(out, param as BatchLabelParam, facts as MultiDocFacts)
    case 'MF':
      return scoreFindDuplicates(out, param as FindDuplicatesParam, facts as MultiDocFacts, promptTail)
    case 'OR':
      return scoreRepeat(out, param as RepeatParam, facts as OneDocFacts)
    case 'OQ':
      return scoreQa(out, param as QaParam, facts as OneDocFacts)
    case 'OE':
      return scoreExtract(out, param as ExtractParam, facts as OneDocFacts)
  }
}

/** MB: candi_ori 3, logit_correct 3, num_doc 3, format 5 (docs/suites/lifbench.md, R12). `out` is stripped; no early return if empty. */
export function scoreBatchLabel(out: string, param: BatchLabelParam, { count }: MultiDocFacts): RawScore {
  let format = 0
  let objects = braceMatches(out)
  let parsed = parsePythonJson(out)
  if (parsed) format += 2
  else {
    objects = [...objects].sort((one, other) => codePointLength(other) - codePointLength(one))
    parsed = parsePythonJson(objects[0] ?? '')
    if (parsed) format += 1
  }
  const size = parsed ? truthySize(parsed.value) : undefined
  if (size?.isObject) format += 1
  const labelled = size ? size.size : countOccurrences(out, 'doc')
  const numDoc = 2.5 * Math.max(0, 1 - Math.abs(labelled - count) / count) + (labelled === count ? 0.5 : 0)
  format += (2 * namedDocuments(out, count)) / count
  const pieces = objects.map((object) => object.split(',')).find((split) => split.length === count) ?? []
  const ofCandidates = pieces.filter((piece) => param.candidates.some((candidate) => piece.includes(candidate))).length
  const right = pieces.filter((piece, index) => piece.includes(param.gold[index] ?? '\uffff')).length
  return summed({ candi_ori: (3 * ofCandidates) / count, logit_correct: (3 * right) / count, num_doc: numDoc, format })
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
  let total = 0
  for (let index = 1; index <= count; index += 1) if (named.has(String(index))) total += 1
  return total
}

/** Size of a non-empty object or array, as Python's `if value:` and `len` see it. */
function truthySize(value: PythonValue): { size: number; isObject: boolean } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value.kind === 'dict' && value.entries.length > 0) return { size: value.entries.length, isObject: true }
  if (value.kind === 'list' && value.items.length > 0) return { size: value.items.length, isObject: false }
  return undefined
}
