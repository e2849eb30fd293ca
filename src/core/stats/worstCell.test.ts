import { describe, expect, test } from 'vitest'
import { binomial } from '../../tools/people/agreement/binomial.ts'
import { random } from '../base/random.ts'
import { exactShare, worstCell } from './worstCell.ts'

/** RefuteBench's grid: 8 styles, 3 foci, 3 turns. */
const CELLS = 72
const ITEMS = 20
const SEARCHES = 1000

/** How often intervals of the worst cell hold its true share, where the true shares are these. */
function coverage(trueShare: (cell: number) => number) {
  const stream = random('worst cell', CELLS, ITEMS)
  const held = { naive: 0, simultaneous: 0, fresh: 0 }
  for (let search = 0; search < SEARCHES; search += 1) {
    const draw = (cell: number) => ({ cell: String(cell), successes: binomial(stream, ITEMS, trueShare(cell)), items: ITEMS })
    const worst = worstCell(Array.from({ length: CELLS }, (_, cell) => draw(cell)))
    const truth = trueShare(Number(worst.cell))
    const holds = ([low, high]: readonly [number, number]) => Number(low <= truth && truth <= high)
    held.naive += holds(exactShare(worst))
    held.simultaneous += holds(worst.simultaneous)
    held.fresh += holds(exactShare(draw(Number(worst.cell))))
  }
  return { naive: held.naive / SEARCHES, simultaneous: held.simultaneous / SEARCHES, fresh: held.fresh / SEARCHES }
}

/** Chance of the simulation: three standard errors of 95 %. */
const LEAST = 0.95 - 3 * Math.sqrt((0.95 * 0.05) / SEARCHES)

describe('the worst of 72 cells', () => {
  test.each([
    ['all equal', () => 0.7],
    ['spread from 0.6 to 0.8', (cell: number) => 0.6 + (0.2 * cell) / (CELLS - 1)],
  ])('%s: fresh items and the simultaneous interval hold its true share, the interval of the cell alone does not', (_, share) => {
    const { naive, simultaneous, fresh } = coverage(share)
    expect(fresh).toBeGreaterThanOrEqual(LEAST)
    expect(simultaneous).toBeGreaterThanOrEqual(LEAST)
    expect(naive).toBeLessThan(0.8)
  })

  test('is the lowest; of equal ones that with more items', () => {
    const cells = [
      { cell: 'a', successes: 1, items: 2 },
      { cell: 'b', successes: 5, items: 10 },
      { cell: 'c', successes: 9, items: 10 },
      { cell: 'd', successes: 0, items: 0 },
    ]
    expect(worstCell(cells)).toMatchObject({ cell: 'b', share: 0.5 })
    expect(() => worstCell([])).toThrow('Failed to find the worst cell')
  })
})

// By hand: with no success the upper end is 1 - (α/2)^(1/n), with nothing else the lower end (α/2)^(1/n).
test('exact intervals', () => {
  expect(exactShare({ successes: 0, items: 10 })[1]).toBeCloseTo(1 - 0.025 ** 0.1, 10)
  expect(exactShare({ successes: 10, items: 10 })[0]).toBeCloseTo(0.025 ** 0.1, 10)
  // Clopper and Pearson by scipy.stats.binomtest(3, 10).proportion_ci().
  const [low, high] = exactShare({ successes: 3, items: 10 })
  expect(low).toBeCloseTo(0.06673951, 7)
  expect(high).toBeCloseTo(0.6524528, 6)
})
