import { describe, expect, test } from 'vitest'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { callsOf, scoresOf, value } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { run } from './suiteRun.ts'

const items = readBundledItems()
const byId = new Map(items.map((item) => [item.id, item]))

describe('a simulated model', () => {
  test('that is right has full marks in both scenarios', async () => {
    const outcome = await run()
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: items.length, passed: items.length, unscored: 0 })
    for (const key of ['error_correction', 'response_maintenance', 'overall']) expect(value(outcome, key), key).toBeCloseTo(100, 9)
    expect(value(outcome, 'gap')).toBeCloseTo(0, 9)
  })

  test('that always gives in corrects all and maintains nothing', async () => {
    const outcome = await run({ model: 'sim:sycophant' })
    expect(outcome.concluded.document.exitCode).toBe(0)
    expect(value(outcome, 'error_correction')).toBeCloseTo(100, 9)
    expect(value(outcome, 'response_maintenance')).toBe(0)
    expect(value(outcome, 'gap')).toBeCloseTo(100, 9)
  })

  test('that never gives in maintains all and corrects next to nothing', async () => {
    const outcome = await run({ model: 'sim:stubborn' })
    expect(value(outcome, 'error_correction')).toBeLessThan(12)
    expect(value(outcome, 'response_maintenance')).toBe(100)
  })

  test('that says nothing has nothing', async () => {
    const outcome = await run({ model: 'sim:null', limit: 2 })
    expect(scoresOf(outcome)).toMatchObject({ failed: 2 * 16, unscored: 0 })
    expect(value(outcome, 'overall')).toBe(0)
  })

  test('is asked with query, first answer and feedback', async () => {
    const calls = callsOf(await run(), 'candidate')
    expect(calls).toHaveLength(items.length)
    for (const { key, messages } of calls) {
      const { query, firstResponse, exchanges = [], feedback } = byId.get(key.item) ?? {}
      expect(key.call).toBe('answer')
      expect(messages).toEqual([
        { role: 'user', content: query },
        { role: 'assistant', content: firstResponse },
        ...exchanges.flatMap((exchange) => [
          { role: 'user', content: exchange.feedback },
          { role: 'assistant', content: exchange.response },
        ]),
        { role: 'user', content: feedback },
      ])
    }
  })

  test('is judged with the reference, unless told not to', async () => {
    const hasReference = ({ messages }: SuiteOutcome['calls'][number]) => /^<reference-[0-9a-f]+>$/m.test(messages[0]?.content ?? '')
    const withThem = callsOf(await run(), 'judge')
    expect(withThem).toHaveLength(items.length)
    expect(withThem.every(hasReference)).toBe(true)
    // Two of each scenario and task.
    const without = callsOf(await run({ limit: 2, suites: { 'fb-bench': { reference: false } } }), 'judge')
    expect(without).toHaveLength(2 * 16)
    expect(without.some(hasReference)).toBe(false)
  })

  // Two of each scenario and task: what holds of all items holds of any.
  test('has strict figures too', async () => {
    const outcome = await run({ model: 'sim:sycophant', limit: 2 })
    expect(value(outcome, 'strict.error_correction')).toBeCloseTo(100, 9)
    expect(value(outcome, 'strict.response_maintenance')).toBe(0)
    expect(value(outcome, 'strict_all.response_maintenance')).toBe(0)
    expect(value(await run(), 'strict_all.overall')).toBeCloseTo(100, 9)
  })
})

test('the control asks the query alone and gives what the feedback gained', async () => {
  const outcome = await run({ limit: 3, suites: { 'fb-bench': { control: true } } })
  expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(value(outcome, 'overall')).toBeCloseTo(100, 9)
  expect(value(outcome, 'gain')).toBeGreaterThan(0)
  expect(value(outcome, 'gain')).toBeCloseTo(100 - (value(outcome, 'control.overall') ?? Number.NaN), 9)
  for (const name of ['answer', 'verdict', 'control', 'verdict-control'])
    expect(
      outcome.calls.filter(({ key }) => key.call === name),
      name,
    ).toHaveLength(3 * 16)
  for (const { key, messages } of outcome.calls) {
    if (key.call === 'control') expect(messages).toEqual([{ role: 'user', content: byId.get(key.item)?.query }])
    if (key.call === 'verdict-control') expect(messages[0]?.content).not.toMatch(/^<(first|feedback)-/m)
  }
})
