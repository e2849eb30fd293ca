import { describe, expect, test } from 'vitest'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { callsOf, scoresOf, value } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { run } from './suiteRun.ts'

const items = readBundledItems()

const judgeCalls = (outcome: SuiteOutcome, item: string) => callsOf(outcome, 'judge').filter(({ key }) => key.item === item)

describe('a judge that gives no usable reply', () => {
  const P = 0.1
  const garbage = () => run({ judge: `sim:judge?garbage=${P}` })

  test('leaves items without a score and breaks the limit', async () => {
    const outcome = await garbage()
    expect(outcome.concluded.document.exitCode).toBe(1)
    expect(outcome.concluded.reasons.join('; ')).toMatch(/^\d+ of \d+ items have no score, over the limit of 1 %/)
    const { unscored, passed, failed } = scoresOf(outcome)
    // An item's judge is lost with probability P, each by itself: within four standard deviations.
    expect(Math.abs(unscored - P * items.length)).toBeLessThan(4 * Math.sqrt(P * (1 - P) * items.length))
    expect(unscored).toBeGreaterThan(items.length * 0.01)
    expect({ passed, failed }).toEqual({ passed: items.length - unscored, failed: 0 })
    expect(value(outcome, 'overall')).toBeCloseTo(100, 9)
  })

  test('does not break a wider limit', async () => {
    const { concluded } = await run({ limit: 2, judge: `sim:judge?garbage=${P}`, gates: { maxUnscored: 0.5 } })
    expect(concluded.document.suites['fb-bench']?.unscored).toBeGreaterThan(0)
    expect(concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  })

  test('is asked three times, with the reason', async () => {
    const outcome = await garbage()
    for (const { item, status, reason, scores } of outcome.records) {
      const calls = judgeCalls(outcome, item)
      expect(
        calls.map(({ key }) => key.ask),
        item,
      ).toEqual(status === 'unscored' ? [0, 1, 2] : [0])
      if (status !== 'unscored') continue
      expect(`${reason}`).toContain('no usable reply')
      expect(scores).toEqual({})
      expect(calls[2]?.messages.at(-1)?.content).toContain('cannot be used')
    }
  })
})

describe('votes', () => {
  // Two of each scenario and task.
  const noisy = () => run({ judge: 'sim:judge?noise=0.2', votes: 3, limit: 2 })

  test('are three calls an item', async () => {
    const outcome = await noisy()
    expect(outcome.records).toHaveLength(2 * 16)
    for (const { item } of outcome.records)
      expect(
        judgeCalls(outcome, item)
          .map(({ key: { vote, ask } }) => ({ vote, ask }))
          .sort((one, other) => one.vote - other.vote),
      ).toEqual([0, 1, 2].map((vote) => ({ vote, ask: 0 })))
  })

  // Bug: the noise of sim:judge is drawn without the vote, so that all votes of an item are equal.
  test('of a noisy judge do not all agree', async () => {
    const agreement = value(await noisy(), 'judge_agreement')
    expect(agreement).toBeGreaterThan(0)
    expect(agreement).toBeLessThan(1)
  })
})
