import { expect, test } from 'vitest'
import { raterAgreementOf } from './raterAgreement.ts'

/** The example of Krippendorff (2011), section D: four observers, twelve units, some not rated. */
const EXAMPLE = [
  [1, 1, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [5, 5, 5],
  [1, 1],
  [3],
]
const figuresOf = (answers: readonly (readonly number[])[]) => raterAgreementOf(answers)(answers.map(() => 1))

test('alpha for interval data is that of the published example', () => {
  expect(figuresOf(EXAMPLE).alpha).toBeCloseTo(0.849, 3)
})

test('alpha of yes and no is that of the published example for nominal data', () => {
  // Section A of the same text: two observers, ten units, four of them differing.
  const one = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
  const other = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
  const { alpha, agreement } = figuresOf(one.map((value, index) => [value, other[index] as number]))
  expect(alpha).toBeCloseTo(0.095, 3)
  expect(agreement).toBeCloseTo(0.6, 12)
})

test('an answer counts as often as its weight says, and one with a single rater not at all', () => {
  const twice = raterAgreementOf(EXAMPLE)(EXAMPLE.map((_, index) => (index === 5 ? 2 : 1)))
  expect(twice).toEqual(figuresOf([...EXAMPLE, [1, 2, 3, 4]]))
  expect(figuresOf(EXAMPLE.slice(0, -1))).toEqual(figuresOf(EXAMPLE))
})

test('raters who agree in all are at 1, and where nothing differs alpha is not known', () => {
  expect(
    figuresOf([
      [1, 1],
      [3, 3],
    ]),
  ).toEqual({ agreement: 1, alpha: 1 })
  expect(
    figuresOf([
      [2, 2],
      [2, 2],
    ]),
  ).toEqual({ agreement: 1, alpha: Number.NaN })
  expect(figuresOf([[2]]).agreement).toBeNaN()
})
