import { describe, expect, test } from 'vitest'
import { callsOf, metricsOf, scoresOf } from '../outcome.ts'
import { isLong } from '../shared.ts'
import { room, run } from './suiteRun.ts'

describe('helper roles that fail', () => {
  test('a judge without a usable rating leaves its own metric, and the item where the threshold needs it', async () => {
    // Of the 132 seeds of one task a seeded sample.
    const seeds = isLong ? 132 : 60
    const outcome = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_TASKS: 'mt',
      HOLDFAST_LIMIT: String(seeds),
      HOLDFAST_JUDGE: 'sim:judge?garbage=0.1',
      HOLDFAST_REFUTER: 'sim:judge',
      HOLDFAST_GATES: '{"maxUnscored":1}',
    })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    const needed = { transient: ['R(a1,r0)', 'R(a2,r1)', 'R(a3,r2)', 'R(a3,r0)'], persistent: ['R(c3,r0)'] }
    let partly = 0
    for (const { item, status, scores } of outcome.records) {
      const names = item.startsWith('transient/') ? needed.transient : needed.persistent
      const missing = names.filter((name) => scores[name] === undefined)
      expect(status, item).toBe(missing.length > 0 ? 'unscored' : 'passed')
      if (status === 'unscored' && Object.keys(scores).some((name) => name.startsWith('R('))) partly += 1
    }
    // Nearly all items that lack one of four, or their only, rating that is needed have others.
    const lost = seeds * (1 - 0.9 ** 4) + seeds * 0.1
    expect(partly).toBeGreaterThan(lost - Math.hypot(room(seeds, 0.9 ** 4), room(seeds, 0.1)) - 1)
    const metrics = metricsOf(outcome)
    expect(metrics['transient.mt.turn1']?.value).toBe(5)
    // Each rating is missing in about a tenth of the seeds, and by itself.
    const counts = ['turn1', 'turn3', 'initial', 'final'].map((name) => metrics[`transient.mt.${name}`]?.n ?? 0)
    for (const count of counts) expect(Math.abs(count - 0.9 * seeds)).toBeLessThan(room(seeds, 0.9))
    expect(new Set(counts).size).toBeGreaterThan(1)
  })

  test('a refuter that says nothing leaves items without a score', async () => {
    const outcome = await run('sim:oracle', { HOLDFAST_REFUTER: 'sim:judge?garbage=1', HOLDFAST_LIMIT: '2' })
    expect(outcome.concluded.document.exitCode).toBe(1)
    expect(scoresOf(outcome)).toMatchObject({ unscored: 12, error: 0 })
    const asks = callsOf(outcome, 'refuter')
    expect(asks).toHaveLength(12 * 3)
    for (const { reason } of outcome.records) expect(reason).toContain('Failed to refute')
  })
})
