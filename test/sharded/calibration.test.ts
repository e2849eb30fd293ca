import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
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
    expect(readFileSync(join(packageRoot, 'suites', 'sharded', 'README.md'), 'utf8')).toContain(`| ${floor} | ${floor} |`)
    expect((await shardedSuite.rules()).about?.good).toContain(`get about ${full?.floor?.toFixed(0)}.`)
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

  test('give aptitude and unreliability where there are trials', async () => {
    const outcome = await run('sim:lost?p=0.3', { HOLDFAST_TRIALS: '2', HOLDFAST_LIMIT: '3' })
    expect(values(outcome, 'aptitude.full', 'unreliability.full', 'unreliability.sharded')).toEqual([100, 0, 0])
  })
})
