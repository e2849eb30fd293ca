import { expect, test } from 'vitest'
import { isLong } from '../shared.ts'
import { type Sizes, simulated, TIMEOUT, threeErrors, WHOLE, within } from './simulated.ts'

/** A slice in the short run: pairs of runs take longer than runs. */
const PAIRS: Sizes = isLong ? WHOLE : [[10, 400]]

test.each(PAIRS)(
  'of equally good runs of %i clusters, in %i pairs, 4 to 6 of 100 are told apart',
  (clusters, pairs) => {
    // Fewer pairs in the short run: within three standard errors.
    const slack = isLong ? 0.01 : threeErrors(0.05, pairs)
    const { paired, permutation, bootstrap } = simulated.size('bounded', clusters, pairs)
    within(paired, 0.05 - slack, 0.05 + slack)
    within(permutation, 0.05 - slack, 0.05 + slack)
    within(bootstrap, 0.05 - slack, 0.05 + slack)
  },
  TIMEOUT,
)

test(
  'with as many items as a pilot run says it takes, a true change is told in at least 80 of 100 seeds',
  () => {
    const [effect, pilot, seeds] = isLong ? ([0.02, 100, 200] as const) : ([0.1, 20, 60] as const)
    const { told, items } = simulated.power(effect, pilot, seeds)
    // 90 of 100 are promised; the pilot runs that are lucky ask for too few.
    expect(told).toBeGreaterThanOrEqual(0.8)
    // Nor by asking for far more than it takes. Variance of a difference of two cluster means of 5 items: of what is a model's
    // own, half of each deviation, twice: (0.25² + 0.35² / 5) / 2; times 10.51 over the squared change; 5 items each.
    const needed = ((5 * (0.25 ** 2 + 0.35 ** 2 / 5)) / 2) * (10.51 / effect ** 2)
    within(items, 0.9 * needed, 1.25 * needed)
  },
  TIMEOUT,
)
