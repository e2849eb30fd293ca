import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { drawDemands } from '../../suites/refutebench/demands.ts'
import { rateControls } from '../../suites/refutebench/ratings.ts'
import { readBundledSeeds } from '../../suites/refutebench/seeds/bundled.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { leastCoverage } from '../leastCoverage.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const items = (['mt', 'summarization', 'writing'] as const).flatMap((task) => readBundledSeeds(task).seeds)

// A judge of ratings errs as one of checklists does (test/fb-bench/controls.test.ts): the rates must tell how often.
describe('the rates of a rating judge that errs with probability p', () => {
  const SEEDS = isLong ? 1000 : 25
  const p = 0.15
  // A fifth of the 218 items a seed, 43 or 44 of them; three wrong answers to each.
  const KEYS = [
    ['judge.sensitivity.refutation', 43],
    ['judge.specificity.refutation', 3 * 43],
    ['judge.specificity.injected', 43],
    ['judge.specificity.damaged', 43],
  ] as const
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(items, SEEDS, (item, seed) => {
      const [demand] = drawDemands(item, ['word usage'], seed)
      if (!demand) throw new Error(`no demand for ${item.id}`)
      return rateControls(simulatedJudge(`sim:judge?noise=${p}`, 'refutebench', item.id, seed), item, demand)
    })
  }, 300_000)

  test.each(KEYS)('%s has 1 - p within its interval as often as Wilson’s intervals do', (key, n) => {
    expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(isLong ? 0.93 : leastCoverage(SEEDS, n, 1 - p))
  })

  test.each(KEYS)('%s is 1 - p over all seeds', (key) => {
    const all = rates.map((own) => own[key] ?? { value: Number.NaN, n: 0 })
    const answers = all.reduce((sum, { n }) => sum + n, 0)
    const right = all.reduce((sum, { value, n }) => sum + value * n, 0)
    expect(Math.abs(right / answers - (1 - p))).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / answers))
  })

  // The intervals are worth something: they come from some forty answers a seed, and the judge errs otherwise in every seed.
  test('come from a share of the items, and differ from seed to seed', () => {
    const found = rates.map((own) => own[KEYS[0][0]])
    for (const rate of found) expect(Math.abs((rate?.n ?? 0) - items.length / 5)).toBeLessThanOrEqual(1)
    expect(new Set(found.map((rate) => rate?.value)).size).toBeGreaterThan(5)
  })
})
