import { expect, test } from 'vitest'
import { exactInterval, wilson } from '../wilson.ts'
import { turningFigures } from './earlyGate.ts'

const ends = [0, 1] as const
const of100 = (figure: number) => wilson(figure, 100)

// By hand: the lower end of Wilson's interval is the bound b where the figure is b + 1.96 sqrt(b (1 - b) / n), and the upper where it is below.
test.each([
  ['value', 0.8, 0.8, 0.8],
  ['lenient', 0.8, 0.8 - 0.0784, 0.8 + 0.0784],
  ['strict', 0.8, 0.8 - 0.0784, 0.8 + 0.0784],
  ['strict', 0.97, 0.97 - 0.03343, Number.POSITIVE_INFINITY],
  ['lenient', 0.03, Number.NEGATIVE_INFINITY, 0.03 + 0.03343],
] as const)('%s at %d: broken below %d, held from %d on', (decide, bound, broken, held) => {
  const turns = turningFigures({ decide, bound, ends }, of100)
  expect(turns.broken).toBeCloseTo(broken, 4)
  expect(turns.held).toBeCloseTo(held, 4)
})

// An interval of the change that is 0.05 wide to either side.
test.each([
  ['further than allowed, and surely worse', 0.02, -0.05],
  ['whatever is surely worse is further than allowed', 0.1, -0.1],
  ['nothing is allowed', 0, -0.05],
] as const)('worse, %s: %d allowed, broken below %d', (_name, allowed, broken) => {
  const turns = turningFigures({ decide: 'worse', bound: -allowed, ends: [-1, 1] }, (change) => [change - 0.05, change + 0.05])
  expect(turns.broken).toBeCloseTo(broken, 5)
  expect(turns.held).toBe(-allowed)
})

// By hand: the half width is the root of 0.0025 - 0.1 |change + 0.04|, so that it is 0.05 where the change is -0.04. The upper end is 0 where
// its square is that of the change: at (0.1 - sqrt(0.036)) / 2, at (-0.1 + sqrt(0.004)) / 2 = -0.0184, which is allowed, and at 0.
test('worse, by an interval that is narrower further off: where it turns is found among what is not allowed', () => {
  const intervalAt = (change: number) => {
    const half = Math.sqrt(Math.max(0, 0.0025 - 0.1 * Math.abs(change + 0.04)))
    return [change - half, change + half] as const
  }
  for (const from of [-0.5, -0.7, -0.9]) {
    const { broken } = turningFigures({ decide: 'worse', bound: -0.02, ends: [from, from + 1] }, intervalAt)
    expect(broken, `${from}`).toBeCloseTo(-0.04487, 5)
  }
})

test('without an interval nothing but the number turns a verdict', () => {
  const none = (decide: 'worse' | 'strict') => turningFigures({ decide, bound: -0.1, ends: [-1, 1] }, () => null)
  expect(none('worse')).toEqual({ broken: Number.NEGATIVE_INFINITY, held: -0.1 })
  expect(none('strict')).toEqual({ broken: Number.NEGATIVE_INFINITY, held: Number.POSITIVE_INFINITY })
})

// Bisection to a millionth takes 22 intervals for each figure.
test.each([0.5, 0.9, 0.99])('at %d the figures are found to a millionth of the scale, by at most 24 intervals for both', (bound) => {
  let asked = 0
  const counted = (figure: number) => {
    asked += 1
    return exactInterval(figure, 300)
  }
  const { broken, held } = turningFigures({ decide: 'strict', bound, ends }, counted)
  expect(asked).toBeLessThanOrEqual(24)
  for (const [figure, end] of [[broken, 1] as const, [held, 0] as const]) {
    if (!Number.isFinite(figure)) continue
    expect(exactInterval(figure, 300)[end]).toBeGreaterThanOrEqual(bound)
    expect(exactInterval(figure - 1e-6, 300)[end]).toBeLessThan(bound)
  }
})
