import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { drawDemands } from '../../suites/refutebench/demands.ts'
import { rateControls } from '../../suites/refutebench/ratings.ts'
import { readBundledSeeds } from '../../suites/refutebench/seeds/bundled.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const items = (['mt', 'summarization', 'writing'] as const).flatMap((task) => readBundledSeeds(task).seeds)

// A judge of ratings errs as one of checklists does (test/fb-bench/controls.test.ts): the rates must tell how often.
describe('the rates of a rating judge that errs with probability p', () => {
  const SEEDS = isLong ? 1000 : 200
  const p = 0.15
  const KEYS = ['judge.sensitivity.refutation', 'judge.specificity.refutation', 'judge.specificity.injected', 'judge.specificity.damaged']
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(items, SEEDS, (item, seed) => {
      const [demand] = drawDemands(item, ['word usage'], seed)
      if (!demand) throw new Error(`no demand for ${item.id}`)
      return rateControls(simulatedJudge(`sim:judge?noise=${p}`, 'refutebench', item.id, seed), item, demand)
    })
  }, 300_000)

  test.each(KEYS)('%s has 1 - p within its interval for at least 93 % of the seeds', (key) => {
    expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(0.93)
  })

  // The intervals are worth something: they come from some forty answers a seed, and the judge errs otherwise in every seed.
  test('come from a share of the items, and differ from seed to seed', () => {
    const found = rates.map((own) => own[KEYS[0] ?? ''])
    for (const rate of found) expect(Math.abs((rate?.n ?? 0) - items.length / 5)).toBeLessThanOrEqual(1)
    expect(new Set(found.map((rate) => rate?.value)).size).toBeGreaterThan(5)
  })
})
