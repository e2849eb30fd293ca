import { codePointLength, type PythonValue, parsePythonJson } from '../../../src/kit.ts'
import { countOccurrences } from './python.ts'
import { type BatchLabelParam, type MultiDocFacts, type RawScore, summed } from './types.ts'

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
