import { codePointLength } from '../../../src/kit.ts'
import { editDistanceAtMost } from './editDistance.ts'
import { totalOccurrences } from './elementIndex.ts'
import { type ElementParam, type ListFacts, type RawScore, summed } from './types.ts'

/** The element an item asks for: the one named, or its neighbour by the template's bias. */
export function expectedElement(param: ElementParam): string {
  if (param.bias === 1) return param.post_element
  return param.bias === -1 ? param.pre_element : param.element
}

/** LSI, LOI and LOE: format 1, correct 2, ori 1 (docs/suites/lifbench.md, R9). `out` is stripped. */
export function scoreListElement(out: string, param: ElementParam, { elements }: ListFacts): RawScore {
  if (out === '') return summed({ format: 0, correct: 0, ori: 0 })
  const length = codePointLength(out)
  let format = elements.minLength <= length && length <= elements.maxLength ? 0.2 : 0
  const count = totalOccurrences(elements.occurrences(out))
  // The 0.2 stays among the points and is left out of the sum (docs/suites/lifbench.md, Q1).
  if (count === 0) return { points: { format, correct: 0, ori: 0 }, sum: 0 }
  if (count === 1) format += elements.has(out) ? 0.8 : 0.3
  const expected = expectedElement(param)
  const near = () => editDistanceAtMost(expected, out, codePointLength(expected) / 6 + 3)
  const correct = out.includes(expected) ? 2 : near() ? 1 : 0
  return summed({ format, correct, ori: 1 })
}

/** LBI and LBE: ori 1, position 3, format 1 (docs/suites/lifbench.md, R11). `out` is stripped. */
export function scoreBlurElement(out: string, param: ElementParam, { elements }: ListFacts): RawScore {
  if (out === '') return summed({ ori: 0, position: 0, format: 0 })
  const length = codePointLength(out)
  let format = elements.minLength <= length && length <= elements.maxLength ? 0.2 : 0
  const found = [...elements.occurrences(out).keys()]
  if (found.length === 0) return { points: { ori: 0, position: 0, format }, sum: 0 }
  if (found.length === 1) format += elements.elements[found[0] as number] === out ? 0.8 : 0.3
  const asked = param.id - 1
  const bias = param.bias ?? 1
  const position = found.every((index) => (index - asked) * bias > 0) ? 3 : found.every((index) => (index - asked) * bias >= 0) ? 1 : 0
  return summed({ ori: 1, position, format })
}
