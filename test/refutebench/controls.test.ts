import { beforeAll, describe, expect, test } from 'vitest'
import { controlRates } from '../../src/judges/controls/controlScores.ts'
import { drawDemands } from '../../suites/refutebench/demands.ts'
import { rateControls } from '../../suites/refutebench/ratings.ts'
import { readBundledSeeds } from '../../suites/refutebench/seeds/bundled.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const items = (['mt', 'summarization', 'writing'] as const).flatMap((task) => readBundledSeeds(task).seeds)

// A judge of ratings errs as one of checklists does (test/fb-bench/controls.test.ts): the rates must tell how often.
describe('the rates of a rating judge that errs with probability p', () => {
  const SEEDS = isLong ? 1000 : 200
  const p = 0.15
  const KEYS = ['judge.sensitivity.refutation', 'judge.specificity.refutation', 'judge.specificity.injected', 'judge.specificity.damaged']
  const covered = new Map<string, number>()
  const sizes = new Set<number>()
  const found: number[] = []

  beforeAll(async () => {
    // A fifth of the items, another one for every seed.
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const chosen = items.filter((_, index) => (index + seed) % 5 === 0)
      const scores = await Promise.all(
        chosen.map((item) => {
          const [demand] = drawDemands(item, ['word usage'], seed)
          if (!demand) throw new Error(`no demand for ${item.id}`)
          return rateControls(simulatedJudge(`sim:judge?noise=${p}`, 'refutebench', item.id, seed), item, demand)
        }),
      )
      const rates = controlRates(scores)
      sizes.add(rates[KEYS[0] ?? '']?.n ?? 0)
      found.push(rates[KEYS[0] ?? '']?.value ?? Number.NaN)
      for (const key of KEYS) {
        const [low, high] = rates[key]?.ci95 ?? [Number.NaN, Number.NaN]
        if (low <= 1 - p && 1 - p <= high) covered.set(key, (covered.get(key) ?? 0) + 1)
      }
    }
  }, 300_000)

  test.each(KEYS)('%s has 1 - p within its interval for at least 93 % of the seeds', (key) => {
    expect((covered.get(key) ?? 0) / SEEDS).toBeGreaterThanOrEqual(0.93)
  })

  // The intervals are worth something: they come from some forty answers a seed, and the judge errs otherwise in every seed.
  test('come from a share of the items, and differ from seed to seed', () => {
    for (const size of sizes) expect(Math.abs(size - items.length / 5)).toBeLessThanOrEqual(1)
    expect(new Set(found).size).toBeGreaterThan(5)
  })
})
