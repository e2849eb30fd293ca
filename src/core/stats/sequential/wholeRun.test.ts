import { expect, test } from 'vitest'
import { random } from '../../base/random.ts'
import { SeenUnits } from './seenUnits.ts'
import { WholeRun } from './wholeRun.ts'

const [CLUSTERS, SIZE] = [18, 80]
const COUNT = CLUSTERS * SIZE

/** Right and wrong answers of two runs, of which those of a cluster change alike; in the order of a seed. */
function changed(seed: number) {
  const { int, shuffle } = random('whole run', seed)
  const units = Array.from({ length: CLUSTERS }, (_, cluster) => {
    const shared = int(-5, 5)
    return Array.from({ length: SIZE }, () => {
      const known = int(0, 99) < 70 ? 1 : 0
      const value = Number(int(0, 99) < (known === 1 ? 75 : 25) + shared) - known
      return {
        weight: 1 / COUNT,
        known,
        clusters: { context: [{ name: `context ${cluster}`, stratum: { name: 'contexts' } }] },
        cluster,
        value,
      }
    })
  }).flat()
  return shuffle(units)
}

/** Half of the 95 % interval of the change as a textbook has it: by the means of the clusters, with Student's t of 17 degrees. */
function halfByHand(units: ReturnType<typeof changed>): number {
  const means = Array.from({ length: CLUSTERS }, (_, cluster) =>
    units.reduce((sum, own) => sum + (own.cluster === cluster ? own.value / SIZE : 0), 0),
  )
  const mean = means.reduce((sum, one) => sum + one, 0) / CLUSTERS
  const squares = means.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return 2.1098 * Math.sqrt(squares / (CLUSTERS - 1) / CLUSTERS)
}

// As wide as may well be it is the wider one, and by no third: then no change that the whole run tells would be told before its end.
test('after four of five units of large clusters the interval of the change is foreseen to a tenth, or wider', () => {
  const ratios = Array.from({ length: 4 }, (_, seed) => {
    const units = changed(seed)
    const seen = new SeenUnits(units, 1, 0)
    const whole = new WholeRun(units, seen, { scale: [0, 1], sign: 1, isChange: true })
    for (const unit of units.slice(0, 0.8 * COUNT)) seen.add(unit, unit.value)
    const change = units.reduce((sum, { value }) => sum + value, 0) / COUNT
    const [low, high] = whole.foresee()?.(change, 1) ?? [Number.NaN, Number.NaN]
    return (high - low) / 2 / halfByHand(units)
  })
  const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length
  expect(mean).toBeGreaterThan(0.98)
  expect(mean).toBeLessThan(1.2)
})

// Two contexts of each length; lengths differ by far more than contexts of one length, which an interval of the same lengths leaves out.
test('what clusters were drawn from is left out of the interval, as the whole run leaves it out', () => {
  const units = random('strata', 1).shuffle(
    changed(1).map((unit) => {
      const length = Math.floor(unit.cluster / 2)
      const stratum = { name: `length ${length}` }
      return {
        ...unit,
        length,
        value: unit.value + (length - 4) / 20,
        clusters: { context: [{ name: `context ${unit.cluster}`, stratum }] },
      }
    }),
  )
  const seen = new SeenUnits(units, 1, 0)
  for (const unit of units) seen.add(unit, unit.value)
  // By hand: within each pair the squared difference of the two means, each of 80 of 1440.
  const meanOf = (cluster: number) => units.reduce((sum, own) => sum + (own.cluster === cluster ? own.value / SIZE : 0), 0)
  const pairs = Array.from({ length: CLUSTERS / 2 }, (_, at) => (meanOf(2 * at) - meanOf(2 * at + 1)) ** 2)
  const byHand = Math.sqrt(pairs.reduce((sum, one) => sum + one, 0)) / CLUSTERS
  expect((seen.wholeError() ?? 0) / byHand).toBeCloseTo(1, 1)
})

// The one of a large weight comes first as a rule, and the last are those of little weight: a mean of what came, each by the inverse of its chance, is bent by them.
test('the figure of units drawn by size is that of all where all came', () => {
  const units = Array.from({ length: 60 }, (_, at) => {
    const isHeavy = at < 20
    return { weight: (isHeavy ? 4 : 1) / 120, size: isHeavy ? 4 : 1, stratum: isHeavy ? 'heavy' : 'light', value: isHeavy ? 1 : 0 }
  })
  const seen = new SeenUnits(units, 1, 0)
  for (const unit of units) seen.add(unit, unit.value)
  expect(seen.figure).toBeCloseTo(80 / 120, 10)
})
