import { describe, expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { scoresOf, value } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { PAIRS } from './pairs.ts'

function run(judge: string, options: HoldfastOptions = {}, strategy = 'Vanilla'): Promise<SuiteOutcome> {
  return runSuite(llmbarSuite, { judge, ...options, suites: { llmbar: { strategy } } })
}

/** Ten pairs of each subset: what holds of every pair holds of any. */
const SOME = { limit: 10 }

/** Half the width within which a mean of `n` independent observations of this variance lies in all but 1 in 15,000 runs. */
const room = (variance: number, n: number) => 400 * Math.sqrt(variance / n)

describe('a simulated judge', () => {
  test('that is right has full marks, and is the only role called', async () => {
    const outcome = await run('sim:judge')
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: PAIRS, passed: PAIRS, unscored: 0 })
    for (const key of ['accuracy.average', 'agreement.average', 'accuracy.Manual']) expect(value(outcome, key), key).toBe(100)
    expect([value(outcome, 'null_rate'), value(outcome, 'tie_rate'), value(outcome, 'first_bias')]).toEqual([0, 0, 0])
    expect(value(outcome, 'kappa.agreement')).toBe(1)
    expect(Object.keys(outcome.concluded.document.usage)).toEqual(['judge'])
  })

  test('that always takes the first output is half right, in no pair twice', async () => {
    const outcome = await run('sim:judge?bias=first', SOME)
    expect(outcome.concluded.document.exitCode).toBe(0)
    expect(value(outcome, 'accuracy.average')).toBe(50)
    expect(value(outcome, 'agreement.average')).toBe(0)
    expect(value(outcome, 'first_bias')).toBe(100)
    expect(value(outcome, 'kappa.forward')).toBeCloseTo(0, 1)
    expect(scoresOf(outcome)).toMatchObject({ passed: 0, failed: 5 * 10 })
  })

  test('says in the message of a pair what it said in either order', async () => {
    const { records } = await run('sim:judge?bias=first', { limit: 1 })
    expect(records).toHaveLength(5)
    for (const { reason } of records) {
      expect(reason).toContain('received  "right when shown first; wrong when shown second"')
      expect(reason).toContain('lost      shown second 1 of 2 points: the judge said "Output (a)"')
    }
  })

  // p(verdict wrong) = p in both orders by themselves, so a pair agrees when both are right or both wrong.
  test.each([0.1, 0.3])('with noise %s is as often right, and agrees as often with itself, as follows from it', async (p) => {
    const outcome = await run(`sim:judge?noise=${p}`)
    const n = 2 * PAIRS
    expect(Math.abs((value(outcome, 'accuracy.average') ?? Number.NaN) - 100 * (1 - p))).toBeLessThan(room(p * (1 - p), n))
    const agree = p * p + (1 - p) * (1 - p)
    expect(Math.abs((value(outcome, 'agreement.average') ?? Number.NaN) - 100 * agree)).toBeLessThan(room(agree * (1 - agree), PAIRS))
  })

  // Swap decides a second time where the first stage disagrees, 2p(1 - p) of the pairs: right in (1 - p)² + 2p(1 - p)².
  test('with noise and Swap is right as often as follows from it', async () => {
    const p = 0.3
    const outcome = await run(`sim:judge?noise=${p}`, {}, 'Swap')
    const right = (1 - p) ** 2 * (1 + 2 * p)
    expect(Math.abs((value(outcome, 'accuracy.average') ?? Number.NaN) - 100 * right)).toBeLessThan(room(0.25, PAIRS))
    const conflicts = outcome.calls.filter(({ key }) => key.call === 'forward-2').length
    expect(Math.abs(conflicts / PAIRS - 2 * p * (1 - p))).toBeLessThan(room(0.25, PAIRS) / 100)
  })

  test('with noise and ratings ties where one of the two is wrong', async () => {
    const p = 0.3
    const outcome = await run(`sim:judge?noise=${p}`, {}, 'Rating')
    const ties = 2 * p * (1 - p)
    expect(Math.abs((value(outcome, 'tie_rate') ?? Number.NaN) - 100 * ties)).toBeLessThan(room(ties * (1 - ties), PAIRS))
    expect(value(outcome, 'first_bias')).toBeUndefined()
  })

  test('that gives no verdict is wrong and counted, not unscored', async () => {
    const outcome = await run('sim:judge?garbage=1', SOME)
    expect(outcome.concluded.document.exitCode).toBe(0)
    // Both null agree, officially; of such pairs alone there is no figure.
    for (const { scores } of outcome.records) expect(scores).toMatchObject({ total: 0, agreement: 1 })
    expect(['accuracy.average', 'agreement.average'].map((key) => value(outcome, key))).toEqual([undefined, undefined])
    expect(scoresOf(outcome).noValue).toBe('no verdict names an output')
    expect(value(outcome, 'null_rate')).toBe(100)
    expect(outcome.calls.every(({ key }) => key.ask === 0)).toBe(true)
  })

  test('that gives no rating is half right, officially, and counted', async () => {
    const outcome = await run('sim:judge?garbage=1', SOME, 'Rating')
    expect(outcome.concluded.document.exitCode).toBe(0)
    for (const { scores } of outcome.records) expect(scores).toMatchObject({ total: 0.5, agreement: 0, tie: 0 })
    const keys = ['accuracy.average', 'agreement.average', 'null_rate', 'tie_rate']
    expect(keys.map((key) => value(outcome, key))).toEqual([undefined, undefined, 100, undefined])
  })
})
