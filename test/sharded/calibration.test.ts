import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { hashFraction } from '../../src/core/base/random.ts'
import { shardedSuite } from '../../suites/sharded/suite.ts'
import { metricsOf, onceEach, scoresOf, value, values } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

const run = onceEach((model: string, env: Record<string, string> = {}) => runSuite(shardedSuite, {}, { HOLDFAST_MODEL: model, ...env }))

describe('sharded instructions', () => {
  test('give reference answers full marks in every form, and no loss', async () => {
    const outcome = await run('sim:oracle')
    expect(scoresOf(outcome)).toMatchObject({ items: 201, passed: 201 })
    expect(values(outcome, 'full', 'concat', 'sharded', 'loss.full', 'loss.concat', 'premature')).toEqual([100, 100, 100, 0, 0, 0])
  })

  test('give silence nothing', async () => expect(values(await run('sim:null'), 'full', 'concat', 'sharded')).toEqual([0, 0, 0]))

  test('give a wrong answer the floor in every form, and see that it comes too early', async () => {
    const outcome = await run('sim:wrong')
    const { full, sharded } = metricsOf(outcome)
    expect(full?.value).toBeCloseTo(full?.floor ?? Number.NaN, 12)
    expect(sharded?.value).toBeCloseTo(full?.value ?? Number.NaN, 12)
    expect(value(outcome, 'premature')).toBe(100)
    const floor = full?.floor?.toFixed(1)
    expect(readFileSync(join(packageRoot, 'suites', 'sharded', 'README.md'), 'utf8')).toContain(
      `floor of \`full\` and \`sharded\` is ${floor}:`,
    )
    expect((await shardedSuite.rules()).about?.good).toContain(`get about ${full?.floor?.toFixed(0)}, the floor.`)
  })

  test('find a planted loss of 30 % with its interval, and only in pieces', async () => {
    const outcome = await run('sim:lost?p=0.3')
    expect(values(outcome, 'full', 'concat')).toEqual([100, 100])
    for (const key of ['loss.full', 'loss.concat']) {
      const [low, high] = metricsOf(outcome)[key]?.ci95 ?? [Number.NaN, Number.NaN]
      expect(low, key).toBeGreaterThan(0)
      expect(low, key).toBeLessThan(30)
      expect(high, key).toBeGreaterThan(30)
    }
    expect(value(outcome, 'premature')).toBeCloseTo(value(outcome, 'loss.full') ?? Number.NaN, 10)
  })

  test('lose more the larger the planted share, always on a superset of the tasks', async () => {
    const failed = async (p: string) =>
      new Set((await run(`sim:lost?p=${p}`)).records.filter(({ status }) => status === 'failed').map(({ item }) => item))
    const [few, more] = [await failed('0.1'), await failed('0.5')]
    expect([...few].filter((item) => !more.has(item))).toEqual([])
    expect(more.size).toBeGreaterThan(few.size)
  })

  test('find that a remedy gives back what is lost, and that nobody is asked for one unasked', async () => {
    const lost = await run('sim:lost?p=0.5', {
      HOLDFAST_SHARDED_FORMS: 'sharded,recap,snowball',
      HOLDFAST_SHARDED_KINDS: 'arithmetic,json',
    })
    const [sharded = Number.NaN] = values(lost, 'sharded')
    expect(sharded).toBeLessThan(90)
    expect(values(lost, 'recap', 'snowball')).toEqual([100, 100])
    for (const key of ['gain.recap', 'gain.snowball']) {
      expect(value(lost, key), key).toBeCloseTo(100 - sharded, 10)
      expect(metricsOf(lost)[key]?.ci95?.[0], key).toBeGreaterThan(0)
    }
    const { metrics, noValue } = scoresOf(await run('sim:oracle'))
    expect([...Object.keys(metrics), noValue].filter((key) => /recap|snowball/.test(key ?? ''))).toEqual([])
  })

  test('have A90 and U of a remedy as of any form', async () => {
    const env = { HOLDFAST_SHARDED_FORMS: 'recap', HOLDFAST_TRIALS: '10', HOLDFAST_LIMIT: '1' }
    const outcome = await run('sim:degraded?p=0.5&vary=trial', env)
    expect(scoresOf(outcome).headline).toBe('recap')
    const spread = [...new Set(outcome.records.map(({ item }) => item))].map((id) => {
      const totals = outcome.records.flatMap(({ item, scores }) => (item === id ? [100 * (scores.total ?? Number.NaN)] : []))
      const [first = 0, second = 0, ...rest] = totals.sort((one, other) => one - other)
      const [ninth = 0, tenth = 0] = rest.slice(-2)
      // Ten values: the 10th percentile lies nine tenths of the way from the first to the second, the 90th a tenth above the ninth.
      return 0.9 * ninth + 0.1 * tenth - (0.1 * first + 0.9 * second)
    })
    expect(value(outcome, 'paper.unreliability.recap')).toBeCloseTo(spread.reduce((sum, one) => sum + one, 0) / spread.length, 9)
    expect(value(outcome, 'paper.unreliability.recap')).toBeGreaterThan(0)
  })

  test.each([
    ['1', false],
    ['9', true],
    ['10', false],
  ])('say with %s trials that A90 and U are lacking: %s', async (trials, isSaid) => {
    const env = { HOLDFAST_TRIALS: trials, HOLDFAST_SHARDED_KINDS: 'arithmetic', HOLDFAST_SHARDED_FORMS: 'full', HOLDFAST_LIMIT: '1' }
    const { plan } = await run('sim:oracle', env)
    expect(plan.notes.some((note) => note.includes('A90 and U are of 10 trials'))).toBe(isSaid)
  })

  // Each trial of a task is lost or not by a hash, so that what two of them come to is known.
  test('find a planted unreliability, and none in a model that gets lost in the same tasks always', async () => {
    const env = { HOLDFAST_TRIALS: '5', HOLDFAST_LIMIT: '3' }
    const keys = ['aptitude.full', 'unreliability.full', 'aptitude.sharded', 'unreliability.sharded', 'sharded'] as const
    const same = await run('sim:lost?p=0.3', env)
    const [, , aptitude, unreliability, score] = values(same, ...keys)
    expect([aptitude, unreliability]).toEqual([score, 0])
    const outcome = await run('sim:lost?p=0.3&vary=trial', env)
    const items = [...new Set(outcome.records.flatMap(({ item }) => (item.endsWith('/sharded') ? [item] : [])))]
    const lost = items.map((item) => [0, 1, 2, 3, 4].filter((trial) => hashFraction('lost', 0, item, trial) < 0.3).length)
    // Of the ten pairs of five trials, l (5 - l) are of a lost and a kept one.
    const differ = lost.reduce((sum, count) => sum + (100 * count * (5 - count)) / 10, 0) / lost.length
    const right = lost.reduce((sum, count) => sum + 20 * (5 - count), 0) / lost.length
    expect(differ).toBeGreaterThan(10)
    const found = values(outcome, ...keys)
    for (const [at, value] of [100, 0, right + differ / 2, differ, right].entries()) expect(found[at], keys[at]).toBeCloseTo(value, 9)
  })
})
