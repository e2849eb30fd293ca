import { describe, expect, test } from 'vitest'
import { metricComparison } from '../../test/metricComparison.ts'
import type { Gates, GatesInput } from '../core/format/gates.ts'
import type { ItemRecord, ItemState } from '../core/format/records.ts'
import type { Metric, Metrics } from '../core/format/scoresDocument.ts'
import { metric } from '../core/stats/summary/metric.ts'
import { suiteScores } from '../core/stats/summary/suiteScores.ts'
import { type DecideInput, decide, endedRecords } from './decide.ts'
import type { GateFacts } from './gates/evaluateGates.ts'

/** What a row says of a run; what it leaves out is as in a run in which nothing is wrong. */
interface Row {
  readonly name: string
  /** Items by state: `P` passed, `F` failed, `U` unscored, `E` error, `S` skipped, `B` left by the budget, `X` stopped with the run. */
  readonly items?: string
  /** Of a second suite. */
  readonly others?: string
  /** Records planned; as many as there are by default, null where nobody knows. */
  readonly planned?: number | null
  readonly missing?: readonly string[]
  readonly gates?: GatesInput
  /** Roles that are simulated; the others are real. */
  readonly simulated?: readonly string[]
  readonly facts?: Partial<GateFacts>
  /** Which way the score is good. */
  readonly better?: Metric['better']
  readonly flags?: Partial<DecideInput['flags']>
  readonly exit: 0 | 1 | 75
  /** Parts of the reasons, in order, one for each. */
  readonly says?: readonly (string | RegExp)[]
  /** Verdicts of the gates, in order. */
  readonly verdicts?: readonly string[]
  /** Whether a part of the run is missing; a reason that says so is of such a run, by default. */
  readonly partial?: boolean
}

const STATES: Readonly<Record<string, ItemState>> = {
  P: 'passed',
  F: 'failed',
  U: 'unscored',
  E: 'error',
  S: 'skipped',
  B: 'unscored',
  X: 'error',
}
const WHY: Readonly<Record<string, Partial<ItemRecord>>> = {
  U: { reason: 'the judge gave no usable reply' },
  E: { error: 'Failed to call m: 500.' },
  B: { reason: 'the budget of 1 USD is spent' },
  X: { error: 'Failed to call m: the run was stopped. Finish it with HOLDFAST_RESUME.' },
}

function records(suite: string, states: string): ItemRecord[] {
  return [...states].map((state, index) => ({
    suite,
    item: `${suite}-${index}`,
    task: 'T',
    trial: 0,
    status: STATES[state] as ItemState,
    tags: {},
    scores: {},
    ...WHY[state],
  }))
}

/** The metrics that rules are about: a score of 0.8 (0.6 to 0.9) and an error rate of 0.1 without an interval. */
const METRICS: Metrics = { score: { value: 0.8, n: 10, ci95: [0.6, 0.9] }, faults: metric(0.1, { n: 10 }) }

function inputOf({ items = 'PPPPPPPPPP', others, planned, missing, gates, simulated = [], facts, better, flags }: Row): DecideInput {
  const ended = (suite: string, states: string) => [...endedRecords(records(suite, states), { interrupted: flags?.interrupted ?? false })]
  const [own, other] = [ended('demo', items), ended('other', others ?? '')]
  const all = [...own, ...other]
  return {
    plan: planned === null ? undefined : { records: planned ?? all.length, missing },
    records: all,
    suites: {
      demo: suiteScores(own, { ...METRICS, score: { ...(METRICS.score as Metric), better } }),
      ...(others !== undefined && { other: suiteScores(other, METRICS) }),
    },
    gates: gates as Gates | undefined,
    facts: { known: ['demo', 'other', 'lifbench'], ...facts },
    roles: {
      candidate: { model: 'm', simulated: simulated.includes('candidate') },
      judge: { model: 'j', simulated: simulated.includes('judge') },
    },
    flags: { strict: false, interrupted: false, sharded: false, otherFailures: [], ...flags },
  }
}

const min = (bound: number, more: object = {}): GatesInput => ({ demo: { score: { min: bound, ...more } } })
const drop = { change: -0.05, a: 0.85, b: 0.8, ci95: [-0.09, -0.01] as [number, number] }
const comparison = (own: Partial<Omit<typeof drop, 'ci95'>> & { ci95?: [number, number] | null }, key = 'score') => ({
  comparisons: {
    demo: {
      metrics: [metricComparison({ key, ...drop, ...own, se: 0.01, df: 9, p: 0.01, n: 10, adjusted: 0.01, verdict: 'worse' })],
      contributions: { [key]: [{ task: 'T', change: own.change ?? drop.change }] },
      first: 'score',
      paired: 10,
      regressed: ['demo-1'],
      lost: 1,
      gained: 0,
    },
  },
})
const maxDrop = (bound: number, more: object = {}): GatesInput => ({ baseline: 'main', demo: { score: { maxDrop: bound, ...more } } })
const certificate = (value: number) => ({ judge: { model: 'j', certificates: [{ accuracy: { value, ci95: null, n: 100 } } as never] } })

const HELD = { exit: 0, verdicts: ['held'] } as const
const BROKEN = { exit: 1, says: ['1 of 1 gate broken'], verdicts: ['broken'] } as const
const UNDECIDED = { exit: 1, says: ['1 of 1 gate undecided'], verdicts: ['undecided'] } as const

const ROWS: readonly Row[] = [
  // A run without gates: items that fail do not decide.
  { name: 'every item passes', exit: 0 },
  { name: 'some items fail', items: 'PPFFP', exit: 0 },
  { name: 'every item fails', items: 'FFFFF', exit: 0 },
  { name: 'some items are skipped', items: 'PPPSS', exit: 0 },
  { name: 'every item is skipped', items: 'SSSSS', exit: 1, says: ['no item ran'] },
  { name: 'there is no item', items: '', exit: 1, says: ['no item ran'] },
  { name: 'one suite has no item that ran, another has', items: 'SS', others: 'PP', exit: 0 },
  { name: 'a failure that is no score', flags: { otherFailures: ['1 failure that is no score'] }, exit: 1, says: ['1 failure that is'] },
  {
    name: 'two such failures',
    flags: { otherFailures: ['a file did not load', 'a plain test failed'] },
    exit: 1,
    says: ['a file did not load', 'a plain test failed'],
  },
  // HOLDFAST_STRICT
  { name: 'strict, every item passes', flags: { strict: true }, exit: 0 },
  { name: 'strict, one item fails', items: 'PPPPF', flags: { strict: true }, exit: 1, says: ['HOLDFAST_STRICT: 1 item failed'] },
  { name: 'strict, two items fail in two suites', items: 'PF', others: 'PF', flags: { strict: true }, exit: 1, says: ['2 items failed'] },
  { name: 'strict, an item is skipped', items: 'PPS', flags: { strict: true }, exit: 0 },
  { name: 'strict and bare records with a failed item', items: 'PF', planned: null, flags: { strict: true }, exit: 1, says: ['STRICT'] },
  // Items without a score
  { name: 'one of a hundred is unscored, the limit', items: `${'P'.repeat(99)}U`, exit: 0 },
  {
    name: 'one of ninety-nine is unscored',
    items: `${'P'.repeat(98)}U`,
    exit: 1,
    says: ['1 of 99 items have no score, over the limit of 1 %'],
  },
  { name: 'one of a hundred is an error', items: `${'P'.repeat(99)}E`, exit: 0 },
  { name: 'one unscored and one error of a hundred', items: `${'P'.repeat(98)}UE`, exit: 1, says: ['2 of 100 items'] },
  { name: 'skipped items do not raise the limit', items: `${'P'.repeat(50)}U${'S'.repeat(100)}`, exit: 1, says: ['1 of 51 items'] },
  { name: 'every item is an error', items: 'EEE', exit: 1, says: ['3 of 3 items have no score'] },
  { name: 'the limit counts all suites together', items: `${'P'.repeat(99)}`, others: 'U', exit: 0 },
  {
    name: 'maxUnscored 0 and one unscored of a hundred',
    items: `${'P'.repeat(99)}U`,
    gates: { maxUnscored: 0 },
    exit: 1,
    says: ['limit of 0 %'],
  },
  { name: 'maxUnscored 0.5 and half unscored', items: 'PU', gates: { maxUnscored: 0.5 }, exit: 0 },
  {
    name: 'maxUnscored 0.5 and more unscored',
    items: 'PUU',
    gates: { maxUnscored: 0.5 },
    exit: 1,
    says: ['2 of 3 items have no score, over the limit of 50 %'],
  },
  { name: 'maxUnscored 1 and all unscored', items: 'UU', gates: { maxUnscored: 1 }, exit: 0 },
  {
    name: 'maxUnscored alone is no gate on figures: a simulated candidate may pass',
    gates: { maxUnscored: 0.5 },
    simulated: ['candidate'],
    exit: 0,
  },
  // Fewer items than planned
  { name: 'fewer ran than planned', items: 'PPP', planned: 10, exit: 1, says: ['incomplete: 3 of 10 items ran'] },
  {
    name: 'none of the planned has the name that -t asks for',
    items: '',
    planned: 10,
    flags: { nameFilter: 'thre' },
    exit: 1,
    says: ['no item ran: none of 10 has "thre" in its name (-t)'],
    partial: true,
  },
  { name: 'none of the planned ran', items: '', planned: 10, exit: 1, says: ['no item ran'], partial: true },
  { name: 'fewer ran than planned and one of them failed', items: 'PPF', planned: 4, exit: 1, says: ['incomplete: 3 of 4 items ran'] },
  {
    name: 'fewer ran than planned, held gate',
    items: 'PPP',
    planned: 10,
    gates: min(0.5),
    exit: 1,
    says: ['incomplete'],
    verdicts: ['pending'],
  },
  {
    name: 'fewer ran than planned, gate that would break',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    exit: 1,
    says: ['incomplete'],
    verdicts: ['pending'],
  },
  { name: 'bare records: nobody knows what was planned', items: 'PPP', planned: null, exit: 0 },
  { name: 'a plan of several suites', items: 'PP', others: 'PP', planned: 5, exit: 1, says: ['incomplete: 4 of 5 items ran'] },
  // Shards
  { name: 'one shard alone, without gates', flags: { sharded: true }, exit: 0 },
  { name: 'one shard alone: its gate is pending', gates: min(0.9), flags: { sharded: true }, exit: 0, verdicts: ['pending'] },
  { name: 'one shard alone with too many unscored', items: 'PU', flags: { sharded: true }, exit: 1, says: ['have no score'] },
  { name: 'one shard alone that is partial', items: 'PP', planned: 3, flags: { sharded: true }, exit: 1, says: ['incomplete: 2 of 3'] },
  { name: 'one shard alone, strict, with a failed item', items: 'PF', flags: { sharded: true, strict: true }, exit: 1, says: ['STRICT'] },
  { name: 'all shards are there and the gate holds', gates: min(0.5), missing: [], ...HELD },
  { name: 'all shards are there and the gate breaks', gates: min(0.9), missing: [], ...BROKEN },
  { name: 'a shard is missing', missing: ['2/4'], exit: 1, says: ['incomplete: shard 2/4 missing'] },
  { name: 'two shards are missing', missing: ['2/4', '3/4'], exit: 1, says: ['incomplete: shard 2/4, 3/4 missing'] },
  { name: 'a shard is missing, held gate', missing: ['1/2'], gates: min(0.5), exit: 1, says: ['missing'], verdicts: ['pending'] },
  {
    name: 'a shard ran fewer than planned',
    items: 'PPP',
    planned: 10,
    missing: [],
    gates: min(0.5),
    exit: 1,
    says: ['incomplete: 3 of 10'],
    verdicts: ['pending'],
  },
  // Stopped from outside
  {
    name: 'interrupted, some items ran',
    items: 'PPP',
    planned: 10,
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete: 3 of 10', 'interrupted'],
  },
  {
    name: 'interrupted before the first item ended',
    items: '',
    planned: 10,
    flags: { interrupted: true },
    exit: 75,
    says: ['interrupted'],
    partial: true,
  },
  { name: 'interrupted after the last item', flags: { interrupted: true }, exit: 75, says: ['interrupted'], partial: true },
  {
    name: 'interrupted: the items it stopped have not run',
    items: 'PPPXX',
    planned: 5,
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete: 3 of 5', 'interrupted'],
  },
  { name: 'items that say they were stopped, in a run that was not', items: 'PPPXX', exit: 1, says: ['2 of 5 items have no score'] },
  {
    name: 'interrupted, with an error of another kind',
    items: 'PPPEX',
    planned: 5,
    flags: { interrupted: true },
    exit: 1,
    says: ['1 of 4 items have no score', 'incomplete: 4 of 5', 'interrupted'],
  },
  {
    name: 'interrupted with a gate: undecided as yet',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete', 'interrupted'],
    verdicts: ['pending'],
  },
  {
    name: 'interrupted with a gate and a simulated candidate',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    simulated: ['candidate'],
    flags: { interrupted: true },
    exit: 1,
    says: ['candidate is m, simulated', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, and a file did not load',
    items: 'PPP',
    planned: 10,
    flags: { interrupted: true, otherFailures: ['a file'] },
    exit: 1,
    says: ['a file', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, strict, with a failed item',
    items: 'PF',
    planned: 10,
    flags: { interrupted: true, strict: true },
    exit: 1,
    says: ['STRICT', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, and a shard is missing',
    items: 'PP',
    planned: 4,
    missing: ['2/2'],
    flags: { interrupted: true },
    exit: 1,
    says: ['shard 2/2 missing', 'incomplete', 'interrupted'],
  },
  {
    name: 'an interrupted shard',
    items: 'PP',
    planned: 4,
    flags: { interrupted: true, sharded: true },
    exit: 75,
    says: ['incomplete', 'interrupted'],
  },
  {
    name: 'interrupted after the budget was spent',
    items: 'PPBX',
    planned: 4,
    flags: { interrupted: true },
    gates: { maxUnscored: 0.5 },
    exit: 1,
    says: ['the budget is spent: 1 item left', 'incomplete', 'interrupted'],
  },
  // Budget
  {
    name: 'the budget left one item',
    items: `${'P'.repeat(99)}B`,
    exit: 1,
    says: ['the budget is spent: 1 item left, finish them with HOLDFAST_RESUME'],
  },
  { name: 'the budget left many items', items: 'PPBB', exit: 1, says: ['2 of 4 items have no score', 'the budget is spent: 2 items left'] },
  { name: 'unscored for another reason is not the budget', items: `${'P'.repeat(99)}U`, exit: 0 },
  // Gates by the number
  { name: 'min, above', gates: min(0.7), ...HELD },
  { name: 'min, exactly', gates: min(0.8), ...HELD },
  { name: 'min, below', gates: min(0.81), ...BROKEN },
  { name: 'max, below', gates: { demo: { faults: { max: 0.2 } } }, ...HELD },
  { name: 'max, exactly', gates: { demo: { faults: { max: 0.1 } } }, ...HELD },
  { name: 'max, above', gates: { demo: { faults: { max: 0.09 } } }, ...BROKEN },
  {
    name: 'min and max, one of two broken',
    gates: { demo: { score: { min: 0.5, max: 0.7 } } },
    exit: 1,
    says: ['1 of 2 gates broken'],
    verdicts: ['held', 'broken'],
  },
  { name: 'a gate on a metric of every suite', gates: { demo: { pass_rate: { min: 1 } } }, ...HELD },
  { name: 'a gate on a metric that the run has not', gates: { demo: { scores: { min: 0 } } }, ...BROKEN },
  { name: 'gates on a suite that did not run', gates: { lifbench: { 'ars.overall': { min: 1 } } }, exit: 0, verdicts: ['pending'] },
  { name: 'gates on a suite whose name is mistyped', gates: { demmo: { score: { min: 0 } } }, ...BROKEN },
  // Gates by the interval 0.6 to 0.9
  { name: 'lenient, all of it keeps the rule', gates: min(0.6, { decide: 'lenient' }), ...HELD },
  { name: 'lenient, some of it breaks the rule', gates: min(0.85, { decide: 'lenient' }), exit: 0, verdicts: ['undecided'] },
  { name: 'lenient, all of it breaks the rule', gates: min(0.95, { decide: 'lenient' }), ...BROKEN },
  { name: 'strict, all of it keeps the rule', gates: min(0.6, { decide: 'strict' }), ...HELD },
  { name: 'strict, some of it breaks the rule', gates: min(0.7, { decide: 'strict' }), ...UNDECIDED },
  { name: 'strict, all of it breaks the rule', gates: min(0.95, { decide: 'strict' }), ...BROKEN },
  {
    name: 'strict without an interval is undecided whatever the number',
    gates: { demo: { faults: { max: 0.1, decide: 'strict' } } },
    ...UNDECIDED,
  },
  {
    name: 'lenient without an interval is undecided too',
    gates: { demo: { faults: { max: 0, decide: 'lenient' } } },
    exit: 0,
    verdicts: ['undecided'],
  },
  {
    name: 'one broken, one undecided',
    gates: { demo: { score: { min: 0.95, decide: 'lenient' }, pass_rate: { min: 0.9, decide: 'strict' } } },
    items: 'PPPPPPPPFP',
    exit: 1,
    says: ['1 of 2 gates broken, 1 undecided'],
    verdicts: ['broken', 'undecided'],
  },
  // Gates against a baseline: 0.85 then, 0.8 now, change -0.05 (-0.09 to -0.01)
  { name: 'maxDrop, dropped by less', gates: maxDrop(0.06), facts: comparison({}), ...HELD },
  { name: 'maxDrop, dropped by as much', gates: maxDrop(0.05), facts: comparison({}), ...HELD },
  { name: 'maxDrop, dropped by more', gates: maxDrop(0.04), facts: comparison({}), ...BROKEN },
  {
    name: 'maxDrop, dropped by more, and the interval holds no change',
    gates: maxDrop(0.04),
    facts: comparison({ ci95: [-0.11, 0.01] }),
    exit: 0,
    verdicts: ['undecided'],
  },
  { name: 'maxDrop, dropped by more, without an interval', gates: maxDrop(0.04), facts: comparison({ ci95: null }), ...UNDECIDED },
  { name: 'maxDrop value, dropped by more', gates: maxDrop(0.04, { decide: 'value' }), facts: comparison({ ci95: null }), ...BROKEN },
  { name: 'maxDrop, of a shard', gates: maxDrop(0.04), facts: comparison({}), flags: { sharded: true }, exit: 0, verdicts: ['pending'] },
  {
    name: 'maxDrop, another model answered for the judge',
    gates: maxDrop(0.04),
    facts: { ...comparison({}), otherJudge: { demo: 'another model behind the judge j' } },
    ...UNDECIDED,
  },
  { name: 'maxDrop, risen', gates: maxDrop(0), facts: comparison({ change: 0.05, ci95: [0.01, 0.09] }), ...HELD },
  { name: 'maxDrop strict, the interval reaches beyond', gates: maxDrop(0.06, { decide: 'strict' }), facts: comparison({}), ...UNDECIDED },
  {
    name: 'maxDrop lenient, the interval reaches beyond',
    gates: maxDrop(0.06, { decide: 'lenient' }),
    facts: comparison({}),
    exit: 0,
    verdicts: ['undecided'],
  },
  {
    name: 'maxDrop of a metric that is better when lower, risen by more',
    gates: maxDrop(0.01),
    facts: comparison({ change: 0.05, ci95: [0.01, 0.09] }),
    better: 'lower',
    ...BROKEN,
  },
  { name: 'maxDrop of a metric that is better when lower, fallen', gates: maxDrop(0), facts: comparison({}), better: 'lower', ...HELD },
  {
    name: 'maxDrop, the baseline was made with another judge',
    gates: maxDrop(1),
    facts: { ...comparison({}), incomparable: { demo: 'another judge (a, now b)' } },
    ...BROKEN,
  },
  {
    name: 'maxDrop, no baseline yet',
    gates: maxDrop(1),
    facts: { ...comparison({}), noBaseline: 'there is no baseline main yet' },
    ...BROKEN,
  },
  { name: 'maxDrop, the baseline lacks the suite', gates: maxDrop(1), facts: {}, ...BROKEN },
  // The judge's certificate
  { name: 'minJudgeAccuracy, certified above', gates: { minJudgeAccuracy: 80 }, facts: certificate(85), ...HELD },
  { name: 'minJudgeAccuracy, certified below', gates: { minJudgeAccuracy: 80 }, facts: certificate(75), ...BROKEN },
  {
    name: 'minJudgeAccuracy, no certificate',
    gates: { minJudgeAccuracy: 80 },
    facts: { judge: { model: 'j', certificates: [] } },
    ...BROKEN,
  },
  {
    name: 'minJudgeAccuracy, an expired certificate',
    gates: { minJudgeAccuracy: 80 },
    facts: { judge: { model: 'j', certificates: [{ problem: 'expired' }] } },
    ...BROKEN,
  },
  { name: 'minJudgeAccuracy, nobody judged', gates: { minJudgeAccuracy: 80 }, exit: 0, verdicts: ['pending'] },
  // Simulated models
  { name: 'a simulated candidate without gates', simulated: ['candidate'], exit: 0 },
  {
    name: 'a simulated candidate with a gate',
    gates: min(0),
    simulated: ['candidate'],
    exit: 1,
    says: [/^gates are configured and the candidate is m, simulated: name a real model/],
    verdicts: ['held'],
  },
  { name: 'a simulated judge with a gate', gates: min(0), simulated: ['judge'], exit: 1, says: ['the judge is j, simulated'] },
  {
    name: 'both simulated with a gate',
    gates: min(0),
    simulated: ['candidate', 'judge'],
    exit: 1,
    says: ['candidate is m, simulated; judge is j, simulated'],
  },
  { name: 'simulated and allowed', gates: { ...min(0), allowSimulated: true }, simulated: ['candidate', 'judge'], ...HELD },
  {
    name: 'simulated, allowed, and broken',
    gates: { ...min(1), allowSimulated: true },
    simulated: ['candidate'],
    exit: 1,
    says: ['broken'],
  },
  {
    name: 'simulated with minJudgeAccuracy alone',
    gates: { minJudgeAccuracy: 80 },
    facts: certificate(85),
    simulated: ['candidate'],
    exit: 1,
    says: ['simulated'],
  },
  {
    name: 'simulated with a gate on a suite that did not run',
    gates: { lifbench: { 'ars.overall': { min: 0 } } },
    simulated: ['candidate'],
    exit: 1,
    says: ['simulated'],
  },
  { name: 'simulated with an empty set of gates', gates: {}, simulated: ['candidate'], exit: 0 },
  {
    name: 'simulated in a shard with a gate',
    gates: min(0),
    simulated: ['candidate'],
    flags: { sharded: true },
    exit: 1,
    says: ['simulated'],
    verdicts: ['pending'],
  },
  // Several at once, each said
  {
    name: 'everything at once',
    items: 'PFUB',
    planned: 9,
    missing: ['2/2'],
    gates: { ...min(0.9), maxUnscored: 0 },
    simulated: ['candidate'],
    flags: { strict: true, otherFailures: ['a test failed'] },
    exit: 1,
    says: ['a test failed', 'simulated', '2 of 4 items have no score', 'STRICT', 'budget', 'shard 2/2', 'incomplete: 4 of 9'],
    verdicts: ['pending'],
  },
]

describe('the verdict on a run', () => {
  test.each(ROWS.map((row) => [`${row.exit}: ${row.name}`, row] as const))('%s', (_name, row) => {
    const { exitCode, reasons, incomplete, gates } = decide(inputOf(row))
    const says = row.says ?? []
    expect(reasons).toHaveLength(says.length)
    for (const [index, expected] of says.entries()) expect(reasons[index]).toMatch(expected)
    expect(exitCode).toBe(row.exit)
    expect(incomplete !== undefined).toBe(row.partial ?? says.some((part) => /incomplete|missing|shard/.test(String(part))))
    expect(incomplete?.interrupted ?? false).toBe(row.flags?.interrupted ?? false)
    if (row.verdicts) expect(gates.map(({ verdict }) => verdict)).toEqual(row.verdicts)
  })

  test('is 0 exactly where there is no reason', () => {
    for (const row of ROWS) expect(decide(inputOf(row)).exitCode === 0).toBe((row.says ?? []).length === 0)
  })
})

test('trials of an item are records of their own in the plan, and one item in the counts', () => {
  const trials = [0, 1, 2].flatMap((trial) => records('demo', 'PF').map((record) => ({ ...record, trial })))
  const input = { ...inputOf({ name: '', exit: 0 }), records: trials, suites: { demo: suiteScores(trials, {}) } }
  expect(decide({ ...input, plan: { records: 6 } })).toMatchObject({ exitCode: 0, incomplete: undefined })
  expect(decide({ ...input, plan: { records: 7 } })).toMatchObject({
    exitCode: 1,
    reasons: ['incomplete: 6 of 7 items ran'],
    incomplete: { ran: 6, planned: 7 },
  })
  expect(decide({ ...input, plan: { records: 7, inTrials: true } })).toMatchObject({ reasons: ['incomplete: 6 of 7 trials of items ran'] })
  const strict = { ...input, plan: { records: 6 }, flags: { ...input.flags, strict: true } }
  // Of the failing item three trials failed: it is one.
  expect(decide(strict).reasons).toEqual(['HOLDFAST_STRICT: 1 item failed'])
})

test('trials without a score count against the limit, also where most trials of their items have one', () => {
  // Of each of four items the second of three trials failed.
  const own = [0, 1, 2].flatMap((trial) => records('demo', trial === 1 ? 'EEEE' : 'PPPP').map((record) => ({ ...record, trial })))
  const suites = { demo: suiteScores(own, {}) }
  const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
  const input = { plan: { records: 12, inTrials: true }, records: own, suites, gates: undefined, facts: {}, roles: {}, flags }
  expect(suites.demo.error).toBe(0)
  expect(decide(input)).toMatchObject({ exitCode: 1, reasons: ['4 of 12 trials have no score, over the limit of 1 %'] })
  expect(decide({ ...input, gates: { maxUnscored: 0.4 } as Gates }).exitCode).toBe(0)
})

test('answers of before the run that came from the cache decide no gate, unless they may', () => {
  const own = records('demo', 'PPPP')
  const startedAt = '2026-11-27T10:00:00.000Z'
  const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
  const suites = { demo: suiteScores(own, { score: metric(1, { n: 4, range: [0, 1] }) }) }
  const given = (gates: GatesInput, oldestCached: number) => {
    const usage = { candidate: { calls: 4, cached: 4, promptTokens: 0, completionTokens: 0, usd: null, fromCache: 4, oldestCached } }
    return decide({ plan: { records: 4 }, records: own, suites, gates: gates as Gates, facts: {}, roles: {}, usage, startedAt, flags })
  }
  const rule: GatesInput = { demo: { score: { min: 0.5 } } }
  const reason = 'gates are configured and 4 answers of before the run came from the cache: run anew, or set allowCached'
  expect(given(rule, Date.parse('2026-11-26T00:00:00Z'))).toMatchObject({ exitCode: 1, reasons: [reason] })
  expect(given({ ...rule, allowCached: true }, Date.parse('2026-11-26T00:00:00Z')).exitCode).toBe(0)
  expect(given(rule, Date.parse('2026-11-27T10:01:00Z')).exitCode).toBe(0)
})

test('of several suites each is held to its own: cached verdicts of a measured judge count beside a fresh candidate', () => {
  const fresh = { calls: 4, cached: 0, promptTokens: 0, completionTokens: 0, usd: null }
  const old = { ...fresh, cached: 4, fromCache: 4, oldestCached: Date.parse('2026-11-26T00:00:00Z') }
  const given = (judged: DecideInput['spent']) =>
    decide({
      plan: { records: 4 },
      records: records('demo', 'PPPP'),
      suites: { demo: suiteScores(records('demo', 'PPPP'), { score: metric(1, { n: 4, range: [0, 1] }) }) },
      gates: { demo: { score: { min: 0.5 } } } as unknown as Gates,
      facts: {},
      roles: {},
      usage: { candidate: fresh, judge: old },
      spent: judged,
      startedAt: '2026-11-27T10:00:00.000Z',
      flags: { strict: false, interrupted: false, sharded: false, otherFailures: [] },
    }).reasons
  expect(given({ demo: { usage: { candidate: fresh } }, pairs: { usage: { judge: old } } })).toEqual([
    'gates are configured and 4 answers of before the run came from the cache: run anew, or set allowCached',
  ])
  // A judge of answers that are new may have said the same of the same text before.
  expect(given({ demo: { usage: { candidate: fresh, judge: old } } })).toEqual([])
})
