import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { gates as gatesSchema } from '../../src/core/format/gates.ts'
import { DECIDED, type ItemRecord, isLeftOut } from '../../src/core/format/records.ts'
import { baselineFiles } from '../../src/deciding/baseline/baseline.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { type BenchmarkOptions, inlineSuite } from '../../src/running/worker/suite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { scoresOf } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { isLong } from '../shared.ts'

registerMatchers()

interface Word {
  readonly id: string
  readonly task: string
}

const WORDS: readonly Word[] = Array.from({ length: 240 }, (_, at) => ({ id: `word ${at}`, task: at % 3 === 0 ? 'long' : 'short' }))

/** 240 items that pass or fail; their mean is the metric `score`. */
function words(options: Partial<BenchmarkOptions<Word>> = {}) {
  return inlineSuite<Word, object>(
    'words',
    { items: WORDS, task: ({ task }) => task, reference: ({ id }) => `the ${id}`, ...options },
    async ({ id }, { candidate, expect }) => {
      const same = criterion('the same words', { check: (text) => text === `the ${id}` })
      await expect(await candidate.ask(`Say: the ${id}`)).toPassRubric(rubric([same]))
    },
  )
}

type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const early = (rules: Rules, options: HoldfastOptions = {}, suite = words(), root?: string) =>
  runSuite(
    suite,
    {
      model: 'sim:degraded?p=0.3',
      decide: 'early',
      concurrency: 4,
      ...options,
      gates: { allowSimulated: true, ...options.gates, words: rules } as never,
    },
    {},
    root,
  )

/** Items that ran, and those that were left out. */
function counts({ records }: SuiteOutcome) {
  const leftOut = records.filter(isLeftOut).length
  return { ran: records.length - leftOut, leftOut }
}

const verdicts = ({ concluded }: SuiteOutcome) => concluded.document.gates.map(({ verdict }) => verdict)

/** The share of items that a run to the end passes. */
async function passed(options: HoldfastOptions = {}): Promise<number> {
  const { records } = await runSuite(words(), { model: 'sim:degraded?p=0.3', ...options })
  return records.filter(({ status }) => status === 'passed').length / records.length
}

describe('a suite ends once its rule is decided', () => {
  test.each([
    [{ min: 0.3 }, 'held', 0],
    [{ min: 0.95 }, 'broken', 1],
    [{ max: 0.95 }, 'held', 0],
    [{ max: 0.3 }, 'broken', 1],
  ] as const)('%j: %s, exit %d', async (rule, verdict, exitCode) => {
    const outcome = await early({ score: rule })
    const { ran, leftOut } = counts(outcome)
    expect(verdicts(outcome)).toEqual([verdict])
    expect(outcome.concluded.document.exitCode).toBe(exitCode)
    expect(ran + leftOut).toBe(240)
    expect(leftOut).toBeGreaterThan(120)
    expect(scoresOf(outcome)).toMatchObject({ items: 240, skipped: leftOut, error: 0 })
    // What began after the decision: no more than may be under way.
    const [gate] = outcome.concluded.document.gates
    expect(ran - (gate?.early?.items ?? 0)).toBeLessThan(2 * 4)
    expect(outcome.calls).toHaveLength(ran)
    expect(outcome.concluded.document.run).toMatchObject({
      partial: false,
      early: { words: { items: ran, ofItems: 240, risk: 0.05, saved: { calls: leftOut } } },
    })
    expect(outcome.records.filter(({ status }) => status === 'skipped').every(({ reason }) => reason === DECIDED)).toBe(true)
  })

  test('no decision before each task has had an item', async () => {
    const { records } = await early({ score: { min: 0.01 } })
    expect(new Set(records.filter((record) => !isLeftOut(record)).map(({ task }) => task))).toEqual(new Set(['long', 'short']))
  })

  test('with several rules, not before the last of them', async () => {
    const [easy, both] = [await early({ score: { min: 0.3 } }), await early({ score: { min: 0.3, max: 0.85 } })]
    expect(verdicts(both)).toEqual(['held', 'held'])
    expect(counts(both).ran).toBeGreaterThan(counts(easy).ran)
  })

  test('and a rule that stays open keeps every item', async () => {
    const bound = await passed()
    const outcome = await early({ score: { min: bound }, pass_rate: { min: 0.2 } })
    // A figure at its bound is told by the last item only.
    expect(counts(outcome).leftOut).toBeLessThan(12)
    expect(verdicts(outcome)).toEqual(['held', 'held'])
  })

  test('by trials: what an item of several comes to counts once all of them have ended', async () => {
    const outcome = await early({ score: { min: 0.3 } }, { trials: 3 })
    expect(counts(outcome).leftOut).toBeGreaterThan(300)
    expect(outcome.records).toHaveLength(720)
    expect(verdicts(outcome)).toEqual(['held'])
  })

  test('for a bundled suite with prompts that share long beginnings', async () => {
    const gates = { allowSimulated: true, lifbench: { 'ars.overall': { min: 0.95 }, 'strict.overall': { min: 0.3 } } }
    const outcome = await runSuite(lifbenchSuite, { model: 'sim:degraded?p=0.3', decide: 'early', concurrency: 4, gates })
    expect(verdicts(outcome)).toEqual(['broken', 'held'])
    expect(counts(outcome).leftOut).toBeGreaterThan(0.6 * outcome.records.length)
  })
})

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
    expect(counts(whole)).toEqual({ ran: 240, leftOut: 0 })
    expect([outcome.concluded.document.exitCode, whole.concluded.document.exitCode]).toEqual([exitCode, exitCode])
    expect(counts(outcome).leftOut).toBeGreaterThan(80)
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

describe('a drop against a baseline', () => {
  async function withBaseline(model: string): Promise<string> {
    const root = mkdtempSync(join(tmpdir(), 'holdfast-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const { records } = await runSuite(words(), { model })
    const { items } = baselineFiles(root, 'main')
    mkdirSync(dirname(items), { recursive: true })
    writeFileSync(items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    return root
  }

  test.each([
    ['sim:degraded?p=0.3', 'sim:degraded?p=0.3', 'held'],
    ['sim:degraded?p=0.1', 'sim:degraded?p=0.7', 'broken'],
  ])('from %s to %s is %s before the last item', async (before, model, verdict) => {
    const root = await withBaseline(before)
    const outcome = await early({ score: { maxDrop: 0.2 } }, { model, gates: { baseline: 'main' } as never }, words(), root)
    expect(verdicts(outcome)).toEqual([verdict])
    expect(counts(outcome).leftOut).toBeGreaterThan(100)
    // Those under way at the decision count in no figure.
    expect(outcome.figures.comparison?.paired).toBe(outcome.figures.early?.units)
    expect(scoresOf(outcome).metrics.score?.n).toBe(outcome.figures.early?.units)
  })

  test('waits for a baseline that is not there', async () => {
    const root = await withBaseline('sim:oracle')
    const outcome = await early({ score: { maxDrop: 0.2 } }, { gates: { baseline: 'other' } as never }, words(), root)
    expect(outcome.plan.early?.waiting).toEqual([{ rule: 'score maxDrop 0.2', why: expect.stringContaining('no baseline other') }])
    expect(counts(outcome).leftOut).toBe(0)
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
    expect(counts(outcome)).toEqual({ ran: 240, leftOut: 0 })
    expect(verdicts(outcome)).toEqual(['held', 'held'])
  })

  test('for a metric over no item of the run', async () => {
    const outcome = await early({ 'score.none': { min: 0.2 } })
    expect(outcome.plan.early?.waiting).toEqual([{ rule: 'score.none min 0.2', why: 'is over no item of this run' }])
    expect(counts(outcome).leftOut).toBe(0)
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
    const { records } = await early({ score: { min: 0.3 } })
    const rules = await words().rules()
    const { early: stop } = figuresOf(rules, records, { gates: { words: { pass_rate: { min: 0.695 } } }, root: '/none' })
    expect(stop?.rules).toMatchObject([{ key: 'pass_rate', verdict: undefined }])
  })
})

test('an early verdict is the whole run’s in 95 of 100 runs, whatever the distance', async () => {
  const seeds = Array.from({ length: isLong ? 200 : 25 }, (_, seed) => seed)
  let [same, ended] = [0, 0]
  for (const seed of seeds) {
    const bound = [0.55, 0.62, 0.78, 0.85][seed % 4] as number
    const [figure, outcome] = [await passed({ seed }), await early({ score: { min: bound } }, { seed })]
    same += Number(verdicts(outcome)[0] === (figure >= bound ? 'held' : 'broken'))
    ended += Number(counts(outcome).leftOut > 0)
  }
  expect(same).toBeGreaterThanOrEqual(0.95 * seeds.length)
  expect(ended).toBeGreaterThan(0.5 * seeds.length)
})

test('intervals of a suite that ended early are wider than those of the same items alone', async () => {
  const outcome = await early({ score: { min: 0.3 } })
  const ran: ItemRecord[] = outcome.records.filter((record) => !isLeftOut(record))
  const alone = figuresOf(await words().rules(), ran, { gates: undefined, root: '/none' }).metrics.score?.ci95 ?? [0, 0]
  const [low, high] = scoresOf(outcome).metrics.score?.ci95 ?? [0, 0]
  expect(low).toBeLessThan(alone[0])
  expect(high).toBeGreaterThan(alone[1])
})
