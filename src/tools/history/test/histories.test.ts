import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/shared.ts'
import { TIMEOUT } from '../../../../test/stats/simulated.ts'
import * as simulated from './historySimulations.ts'

/** Three standard errors of a share in so many histories. */
const errors = (share: number, histories: number) => 3 * Math.sqrt((share * (1 - share)) / histories)
const designs = Object.keys(simulated.HISTORY_DESIGNS)
/** In the short run those that take little time. */
const quick = ['rate 0.97', 'no noise at all', 'one flip in 500', '30 items']
/** Designs of which 16 runs tell that a drop of 3 points is seen within a year of weekly runs. */
const telling = isLong ? designs.filter((name) => name !== '30 items' && name !== '60 clusters of 5') : ['rate 0.97', 'no noise at all']

describe.each(isLong ? designs : quick)('a year of weekly runs without a change: %s', (name) => {
  test(
    'gives an alarm in at most 5 % of the histories, of any figure and side',
    () => {
      const histories = isLong ? 1000 : 12
      expect(simulated.falseAlarms(name, histories)).toBeLessThanOrEqual(0.05 + (isLong ? 0 : errors(0.05, histories)))
    },
    TIMEOUT,
  )
})

describe.each(telling)('a drop of 3 points after 16 runs: %s', (name) => {
  test(
    'is seen within the number of runs that was said, in at least 90 % of the histories',
    () => {
      const histories = isLong ? 200 : 5
      const { promised, within = 0, held = 0 } = simulated.drops(name, histories)
      expect(promised).toBeGreaterThan(0.5)
      expect(within).toBeGreaterThanOrEqual(0.9 - errors(0.9, histories * promised))
      expect(held).toBeGreaterThanOrEqual(0.9 - errors(0.9, histories))
    },
    TIMEOUT,
  )
})

describe('what an alarm says in its own week', () => {
  test.each([
    ['by 0.10', 'moved', 0.5, 1],
    ['an item keeps 0.9', 'remembered', 0.9, 1],
    ['steady items grow noisy', 'told', 0, 0.5],
    ['a drop of 0.10', 'told', 1, 1],
    ['a drop of 0.10', 'moved', 0, 0.2],
    ['a drop of 0.10', 'remembered', 0, 0.2],
  ] as const)('%s: %s in %d to %d of the alarms', (name, what, least, most) => {
    const said = simulated.notes(name, isLong ? 200 : 10)
    expect(said.alarms).toBeGreaterThan(4)
    expect(said[what]).toBeGreaterThanOrEqual(least)
    expect(said[what]).toBeLessThanOrEqual(most)
  })
})

describe('what is no sudden drop', () => {
  test(
    'a drift of half a point a run is seen before it comes to 6 points, as a rule',
    () => {
      const { seen, lost } = simulated.drift('rate 0.97', isLong ? 200 : 4, 0.005)
      expect(seen).toBeGreaterThanOrEqual(0.9)
      expect(lost).toBeLessThanOrEqual(0.06)
    },
    TIMEOUT,
  )

  test(
    'one very bad run gives an alarm at once',
    () => {
      expect(simulated.badRun('rate 0.97', isLong ? 200 : 4, 0.1).atOnce).toBe(1)
    },
    TIMEOUT,
  )
})
