import { describe, expect, test } from 'vitest'
import { type ItemRecord, wasNotNeeded } from '../../src/core/format/records.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { scoresOf } from '../outcome.ts'
import { counts, early, easy, passed, verdicts, words } from './words.ts'

describe('a rule on the whole interval', () => {
  test.each([
    ['lenient', { min: 0.3 }, 0],
    ['lenient', { min: 0.95 }, 1],
    ['lenient', { max: 0.3 }, 1],
    ['strict', { min: 0.3 }, 0],
    ['strict', { min: 0.95 }, 1],
    ['strict', { max: 0.95 }, 0],
  ] as const)('%s %j ends early with the exit code of the whole run: %d', async (decide, rule, exitCode) => {
    const rules = { score: { ...rule, decide } }
    const [outcome, whole] = [await early(rules), await early(rules, { decide: undefined })]
    expect(counts(whole)).toEqual({ ran: 240, notNeeded: 0 })
    expect([outcome.concluded.document.exitCode, whole.concluded.document.exitCode]).toEqual([exitCode, exitCode])
    expect(counts(outcome).notNeeded).toBeGreaterThan(80)
    expect(verdicts(outcome)).toEqual(verdicts(whole))
    expect(outcome.concluded.document.gates).toMatchObject([{ early: { ofItems: 240, risk: expect.closeTo(0.025, 1) } }])
  })

  test.each([
    ['lenient', 0],
    ['strict', 1],
  ] as const)('%s, whose bound the interval holds, is undecided after all items, as a whole run is: exit %d', async (decide, exitCode) => {
    const rules = { score: { min: await passed(), decide } }
    const [outcome, whole] = [await early(rules), await early(rules, { decide: undefined })]
    expect([verdicts(outcome), verdicts(whole)]).toEqual([['undecided'], ['undecided']])
    expect([outcome.concluded.document.exitCode, whole.concluded.document.exitCode]).toEqual([exitCode, exitCode])
  })
})

test('intervals of a suite that ended early are wider than those of the same items alone', async () => {
  const outcome = await easy()
  const ran: ItemRecord[] = outcome.records.filter((record) => !wasNotNeeded(record))
  const alone = figuresOf(await words().rules(), ran, { gates: undefined, root: '/none' }).metrics.score?.ci95 ?? [0, 0]
  const [low, high] = scoresOf(outcome).metrics.score?.ci95 ?? [0, 0]
  expect(low).toBeLessThan(alone[0])
  expect(high).toBeGreaterThan(alone[1])
})
