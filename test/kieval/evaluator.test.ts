import { describe, expect, test } from 'vitest'
import { callsOf, scoresOf, value } from '../outcome.ts'
import { QUESTIONS, run } from './kievalRun.ts'

describe('an evaluator', () => {
  test('whose replies hold no JSON gives rounds without scores, and is not asked again', async () => {
    const outcome = await run('sim:oracle', {
      HOLDFAST_JUDGE: 'sim:judge?garbage=0.2',
      HOLDFAST_INTERACTOR: 'sim:judge',
      HOLDFAST_GATES: '{"maxUnscored":1}',
      HOLDFAST_LIMIT: '44',
    })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(outcome.calls.every(({ key }) => key.ask === 0)).toBe(true)
    const rate = value(outcome, 'unparsable_rate') ?? 0
    expect(Math.abs(rate - 0.2)).toBeLessThan(4 * Math.sqrt((0.2 * 0.8) / (5 * 44)))
    expect(value(outcome, 'score.overall')).toBeCloseTo(100, 9)
  })

  test('without a single usable score leaves the item unscored', async () => {
    const outcome = await run('sim:oracle', {
      HOLDFAST_JUDGE: 'sim:judge?garbage=1',
      HOLDFAST_INTERACTOR: 'sim:judge',
      HOLDFAST_LIMIT: '2',
    })
    expect(outcome.concluded.document.exitCode).toBe(1)
    expect(scoresOf(outcome)).toMatchObject({ unscored: 2, error: 0 })
    expect(value(outcome, 'unparsable_rate')).toBe(1)
  })

  test('may decide which questions count', async () => {
    const outcome = await run('sim:oracle', {
      HOLDFAST_KIEVAL_VALIDATION: 'live',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.3',
      HOLDFAST_INTERACTOR: 'sim:judge',
      HOLDFAST_KIEVAL_ROUNDS: '1',
    })
    const { skipped = 0, items } = scoresOf(outcome)
    expect(items).toBe(QUESTIONS)
    expect(Math.abs(skipped / QUESTIONS - 0.3)).toBeLessThan(4 * Math.sqrt(0.21 / QUESTIONS))
    expect(callsOf(outcome, 'candidate').length).toBeLessThanOrEqual((QUESTIONS - skipped) * 2)
  })
})
