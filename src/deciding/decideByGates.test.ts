import { expect, test } from 'vitest'
import { metricComparison } from '../../test/metricComparison.ts'
import { inputOf, min, testVerdicts } from '../../test/verdicts.ts'
import type { GatesInput } from '../core/format/gates.ts'
import { type DecideInput, decide } from './decide.ts'

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
testVerdicts([
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
    facts: { ...comparison({}), base: { demo: { other: 'another model behind the judge j' } } },
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
    facts: { ...comparison({}), base: { demo: { why: 'another judge (a, now b)' } } },
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
])

test('answers of before the run that came from the cache decide no gate, unless they may', () => {
  const startedAt = '2026-11-27T10:00:00.000Z'
  const given = (gates: GatesInput, oldestCached: number) => {
    const usage = { candidate: { calls: 4, cached: 4, promptTokens: 0, completionTokens: 0, usd: null, fromCache: 4, oldestCached } }
    return decide({ ...inputOf({ items: 'PPPP', gates }), usage, startedAt })
  }
  const reason = 'gates are configured and 4 answers of before the run came from the cache: run anew, or set allowCached'
  expect(given(min(0.5), Date.parse('2026-11-26T00:00:00Z'))).toMatchObject({ exitCode: 1, reasons: [reason] })
  expect(given({ ...min(0.5), allowCached: true }, Date.parse('2026-11-26T00:00:00Z')).exitCode).toBe(0)
  expect(given(min(0.5), Date.parse('2026-11-27T10:01:00Z')).exitCode).toBe(0)
})

test('of several suites each is held to its own: cached verdicts of a measured judge count beside a fresh candidate', () => {
  const fresh = { calls: 4, cached: 0, promptTokens: 0, completionTokens: 0, usd: null }
  const old = { ...fresh, cached: 4, fromCache: 4, oldestCached: Date.parse('2026-11-26T00:00:00Z') }
  const given = (spent: DecideInput['spent']) =>
    decide({
      ...inputOf({ items: 'PPPP', gates: min(0.5) }),
      usage: { candidate: fresh, judge: old },
      spent,
      startedAt: '2026-11-27T10:00:00.000Z',
    }).reasons
  expect(given({ demo: { usage: { candidate: fresh } }, pairs: { usage: { judge: old } } })).toEqual([
    'gates are configured and 4 answers of before the run came from the cache: run anew, or set allowCached',
  ])
  // A judge of answers that are new may have said the same of the same text before.
  expect(given({ demo: { usage: { candidate: fresh, judge: old } } })).toEqual([])
})
