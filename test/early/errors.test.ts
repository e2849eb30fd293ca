import { expect, test } from 'vitest'
import { isLong } from '../shared.ts'
import { counts, early, passedOf, verdicts } from './words.ts'

test('an early verdict is the whole run’s in 95 of 100 runs, whatever the distance', async () => {
  // Of 16 all must be the same: an error of 20 % is seen as often as by 24 of 25.
  const seeds = Array.from({ length: isLong ? 200 : 16 }, (_, seed) => seed)
  let [same, ended] = [0, 0]
  for (const seed of seeds) {
    const bound = [0.55, 0.62, 0.78, 0.85][seed % 4] as number
    const [figure, outcome] = [await passedOf({ seed }), await early({ score: { min: bound } }, { seed })]
    same += Number(verdicts(outcome)[0] === (figure >= bound ? 'held' : 'broken'))
    ended += Number(counts(outcome).notNeeded > 0)
  }
  expect(same).toBeGreaterThanOrEqual(0.95 * seeds.length)
  expect(ended).toBeGreaterThan(0.5 * seeds.length)
})
