import { describe, expect, test } from 'vitest'
import { gates as gatesSchema } from '../../src/core/format/gates.ts'
import { DECIDED, wasNotNeeded } from '../../src/core/format/records.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { scoresOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'
import { counts, early, easy, passed, verdicts, words } from './words.ts'

/** Of LIFBench in the short run the two shortest lengths: the same tasks in less text. */
const SHORT = isLong ? {} : { suites: { lifbench: { lengths: '4k,8k' } } }

describe('a suite ends once its gate is decided', () => {
  test.each([
    [{ min: 0.3 }, 'held', 0],
    [{ min: 0.95 }, 'broken', 1],
    [{ max: 0.95 }, 'held', 0],
    [{ max: 0.3 }, 'broken', 1],
  ] as const)('%j: %s, exit %d', async (rule, verdict, exitCode) => {
    const outcome = await early({ score: rule })
    const { ran, notNeeded } = counts(outcome)
    expect(verdicts(outcome)).toEqual([verdict])
    expect(outcome.concluded.document.exitCode).toBe(exitCode)
    expect(ran + notNeeded).toBe(240)
    expect(notNeeded).toBeGreaterThan(120)
    expect(scoresOf(outcome)).toMatchObject({ items: 240, skipped: notNeeded, error: 0 })
    // What began after the decision: no more than may be under way.
    const [gate] = outcome.concluded.document.gates
    expect(ran - (gate?.early?.items ?? 0)).toBeLessThan(2 * 4)
    expect(outcome.calls).toHaveLength(ran)
    expect(outcome.concluded.document.run).toMatchObject({
      partial: false,
      early: { words: { items: ran, ofItems: 240, risk: 0.05, saved: { calls: notNeeded } } },
    })
    expect(outcome.records.filter(({ status }) => status === 'skipped').every(({ reason }) => reason === DECIDED)).toBe(true)
  })

  test('no decision before each task has had an item', async () => {
    const { records } = await early({ score: { min: 0.01 } })
    expect(new Set(records.filter((record) => !wasNotNeeded(record)).map(({ task }) => task))).toEqual(new Set(['long', 'short']))
  })

  test('with several rules, not before the last of them', async () => {
    const both = await early({ score: { min: 0.3, max: 0.85 } })
    expect(verdicts(both)).toEqual(['held', 'held'])
    expect(counts(both).ran).toBeGreaterThan(counts(await easy()).ran)
  })

  test('and a rule that stays open keeps every item', async () => {
    const bound = await passed()
    const outcome = await early({ score: { min: bound }, pass_rate: { min: 0.2 } })
    // A figure at its bound is told by the last item only.
    expect(counts(outcome).notNeeded).toBeLessThan(12)
    expect(verdicts(outcome)).toEqual(['held', 'held'])
  })

  test('by trials: what an item of several comes to counts once all of them have ended', async () => {
    const outcome = await early({ score: { min: 0.3 } }, { trials: 3 })
    expect(counts(outcome).notNeeded).toBeGreaterThan(300)
    expect(outcome.records).toHaveLength(720)
    expect(verdicts(outcome)).toEqual(['held'])
  })

  test('for a bundled suite with prompts that share long beginnings', async () => {
    const gates = { allowSimulated: true, everyGate: true, lifbench: { 'ars.overall': { min: 0.95 }, 'strict.overall': { min: 0.3 } } }
    const outcome = await runSuite(lifbenchSuite, { model: 'sim:degraded?p=0.3', decide: 'early', concurrency: 4, gates, ...SHORT })
    expect(verdicts(outcome)).toEqual(['broken', 'held'])
    expect(counts(outcome).notNeeded).toBeGreaterThan(0.6 * outcome.records.length)
  })
})

describe('every item runs', () => {
  const whole = async () => (await runSuite(words(), { model: 'sim:degraded?p=0.3', concurrency: 4 })).records

  test('in the old order, without a rule for the suite', async () => {
    const outcome = await early({})
    expect(outcome.records).toEqual(await whole())
    expect(outcome.plan.early).toMatchObject({ rules: 0, units: 0 })
  })

  test('for a metric that is no mean of items, which is named', async () => {
    const suite = words({ summary: ({ items, mean }) => ({ root: Math.sqrt(mean(items).value) }) })
    const outcome = await early({ root: { min: 0.2 }, pass_rate: { min: 0.2 } }, {}, suite)
    expect(outcome.plan.early).toMatchObject({ rules: 2, waiting: [{ rule: 'root min 0.2', why: 'is no mean of items' }] })
    expect(counts(outcome)).toEqual({ ran: 240, notNeeded: 0 })
    expect(verdicts(outcome)).toEqual(['held', 'held'])
  })

  test('for a metric over no item of the run', async () => {
    const outcome = await early({ 'score.none': { min: 0.2 } })
    expect(outcome.plan.early?.waiting).toEqual([{ rule: 'score.none min 0.2', why: 'is over no item of this run' }])
    expect(counts(outcome).notNeeded).toBe(0)
  })
})

describe('who holds the records comes to the same decision', () => {
  const gates = gatesSchema.parse({ allowSimulated: true, words: { score: { min: 0.5, max: 0.95 } } })

  test('in whatever order they are', async () => {
    const { records, figures } = await runSuite(words(), { model: 'sim:degraded?p=0.3', decide: 'early', concurrency: 4, gates })
    const rules = await words().rules()
    for (const some of [records, [...records].reverse(), [...records].sort((one, other) => (one.item < other.item ? -1 : 1))]) {
      expect(figuresOf(rules, some, { gates, root: '/none' }).early).toEqual(figures.early)
    }
    expect(figures.early?.rules.map(({ verdict }) => verdict)).toEqual(['held', 'held'])
  })

  test('and other rules than those that the run ended by are broken, whatever the figure', async () => {
    const { records } = await easy()
    const rules = await words().rules()
    const { early: stop } = figuresOf(rules, records, { gates: { words: { pass_rate: { min: 0.695 } } }, root: '/none' })
    expect(stop?.rules).toMatchObject([{ key: 'pass_rate', verdict: undefined }])
  })
})
