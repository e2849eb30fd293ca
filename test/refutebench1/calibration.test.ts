import { describe, expect, test } from 'vitest'
import { metricsOf, scoresOf, value, values } from '../outcome.ts'
import { isLong } from '../shared.ts'
import { ITEMS, run, TASKS } from './suiteRun.ts'

/** A seeded sample of 30 of the 83 items of a task. What every item must have shows in some. */
const SLICE: Readonly<Record<string, string>> = isLong ? {} : { HOLDFAST_LIMIT: '30' }

describe('a simulated model', () => {
  test('that does all it is told has full marks everywhere', async () => {
    const outcome = await run('sim:oracle')
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: 3 * ITEMS, passed: 3 * ITEMS, unscored: 0, error: 0, skipped: 0 })
    const rates = Object.entries(metricsOf(outcome)).filter(([key]) => /(?:FA|RR)$/.test(key))
    // Nine cells and the mean for each task, five kinds of e-mails, and the overall mean, and the means by the strict checks; three rates each.
    expect(rates).toHaveLength(3 * (3 * 10 + 5 + 1 + 4))
    expect(rates.filter(([, metric]) => metric.value !== 1)).toEqual([])
  })

  test('that never changes its answers has none', async () => {
    const outcome = await run('sim:stubborn', SLICE)
    const { items } = scoresOf(outcome)
    expect(scoresOf(outcome)).toMatchObject({ items: isLong ? 3 * ITEMS : 3 * 30, failed: items, error: 0 })
    for (const task of TASKS) {
      expect(values(outcome, `${task}.FA`, `${task}.RR`, `${task}.RR_given_FA`), task).toEqual([0, 0, undefined])
    }
  })

  test('that says nothing passes nothing, and cannot be told to write in another language', async () => {
    const outcome = await run('sim:null')
    // Of no text a language can be told, which counts as followed: two rows of e-mails, each asked again in eight ways.
    expect(scoresOf(outcome)).toMatchObject({ failed: 3 * ITEMS - 16, passed: 0, skipped: 16, error: 0 })
    expect(values(outcome, 'FA', 'RR', 'email.skipped', 'email.conflicts')).toEqual([0, 0, 16, 0])
    expect(value(outcome, 'email.checker.response_language.FA')).toBeUndefined()
  })

  test('that is damaged in more items has lower rates', async () => {
    const [some, all] = [await run('sim:degraded?p=0.4', SLICE), await run('sim:degraded?p=1', SLICE)]
    for (const task of TASKS) {
      const rates = [1, value(some, `${task}.RR`) as number, value(all, `${task}.RR`) as number]
      expect(rates[1], task).toBeLessThan(1)
      expect(rates[2], task).toBeLessThan(rates[1] as number)
    }
  })
})
