import { decodeUnicodeEscape } from '../../../src/kit.ts'
import { totalOccurrences } from './elementIndex.ts'
import { gradeJsonList } from './jsonList.ts'
import { type ListFacts, type MultiElementParam, type RawScore, summed } from './types.ts'

const CREDIT = { allStrings: 2, array: 1.5, otherJson: 0.5, slicedStrings: 1.5, slicedArray: 1 }

/** LMI: format 2, num 3, correct 3, order 2 (docs/suites/lifbench.md, R10). `out` is stripped. */
export function scoreListMultiElement(out: string, param: MultiElementParam, { elements }: ListFacts): RawScore {
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
