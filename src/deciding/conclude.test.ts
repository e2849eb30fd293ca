import { expect, test } from 'vitest'
import type { Gates, GatesInput } from '../core/format/gates.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import { type Metrics, type ScoresDocument, scoresDocument } from '../core/format/scoresDocument.ts'
import type { Certificate } from '../judging/certificate/certificate.ts'
import { type ConcludeBy, conclude, type EndedRun } from './conclude.ts'
import type { SuiteResult } from './figures.ts'

const METRICS: Metrics = { score: { value: 0.5, n: 2, ci95: [0.4, 0.6] } }

const records = (suite: string, ...states: ItemRecord['status'][]): ItemRecord[] =>
  states.map((status, index) => ({ suite, item: `i${index}`, task: 'T', trial: 0, status, tags: {}, scores: {} }))

const figures = (suite: string, more: Partial<SuiteResult> = {}): SuiteResult => ({
  suite,
  roles: ['candidate', 'judge'],
  records: 2,
  metrics: METRICS,
  headline: { key: 'score', label: 'Score', range: [0, 1], digits: 3 },
  none: {},
  ...more,
})

const RUN: EndedRun['run'] = {
  id: 'r',
  startedAt: '2026-01-02T10:00:00.000Z',
  finishedAt: '2026-01-02T10:10:00.000Z',
  version: '1.0.0',
  seed: 1,
  roles: { candidate: { model: 'm', simulated: false }, judge: { model: 'j', simulated: false, served: ['j-2026'] } },
  data: { demo: { source: 'bundled', version: 1, sha256: 'aaaaaaaaaaaaaaaa', items: 2 } },
  options: { demo: { rounds: 3 } },
  scoring: { demo: 1 },
}

const ended = (more: Partial<EndedRun> = {}): EndedRun => ({
  run: RUN,
  plan: { records: 2 },
  records: records('demo', 'passed', 'failed'),
  figures: [figures('demo')],
  presentation: {},
  calls: { demo: ['candidate', 'judge'] },
  usage: {},
  ...more,
})

const LEFT_OUT = { demo: [{ reason: 'no text', tasks: ['U'], items: 4 }] }

const by = (gates?: GatesInput, more: Partial<ConcludeBy> = {}): ConcludeBy => ({
  gates: gates as Gates | undefined,
  baseline: undefined,
  certificates: [],
  known: [],
  flags: { strict: false, interrupted: false, sharded: false, otherFailures: [] },
  ...more,
})

test('a gate off the scale of its metric is broken, and says the scale', () => {
  const { gates, document } = conclude(
    ended({ figures: [figures('demo', { metrics: { score: { value: 0.5, n: 2, ci95: [0.4, 0.6], range: [0, 1] } } })] }),
    by({ demo: { score: { max: 50 } } }),
  )
  expect(gates).toMatchObject([
    { verdict: 'broken', because: expect.stringContaining('score runs from 0 to 1, so every run keeps max 50.') },
  ])
  expect(document.exitCode).toBe(1)
})

const baseline = (run: Partial<ScoresDocument['run']> = {}): ScoresDocument => ({
  schema: 'holdfast.scores/1',
  run: { ...RUN, partial: false, ...run },
  suites: { demo: { items: 2, passed: 2, failed: 0, unscored: 0, error: 0, skipped: 0, metrics: METRICS } },
  usage: {},
  gates: [],
  exitCode: 0,
})

/** A comparison with the baseline in which the score changed by that much. */
const changed = (change: number): SuiteResult['comparison'] => {
  const metric = {
    key: 'score',
    a: 0.5,
    b: 0.5 + change,
    change,
    ci95: [change - 0.01, change + 0.01] as const,
    se: 0.005,
    df: 9,
    p: 1,
    n: 2,
  }
  return {
    metrics: [{ ...metric, adjusted: 1, verdict: 'same', needed: null } as never],
    first: 'score',
    paired: 2,
    contributions: {},
    regressed: [],
    lost: 0,
    gained: 0,
  }
}
const same = figures('demo', { comparison: changed(0) })

test('the document is what scores.json may hold, with why a rule is broken and why the exit code is not 0', () => {
  const rules: GatesInput = { demo: { score: { min: 0.5, decide: 'strict' }, scor: { min: 0.5 } } }
  const { document, gates } = conclude(ended(), by(rules))
  expect(scoresDocument.parse(JSON.parse(JSON.stringify(document)))).toMatchObject({ exitCode: 1, run: { id: 'r', partial: false } })
  expect(gates).toMatchObject([{ fails: true }, { because: expect.stringContaining('scor') }])
  expect(document.gates).toHaveLength(2)
  expect(document.gates[1]?.because).toContain('scor')
  expect(document.reasons).toEqual(['1 of 2 gates broken, 1 undecided'])
  for (const gate of document.gates) expect(gate).not.toHaveProperty('fails')
})

test('the document says how each suite changed from the baseline that gates name', () => {
  const rules: GatesInput = { baseline: 'main', demo: { score: { maxDrop: 0.5 } } }
  const now = ended({ figures: [figures('demo', { comparison: { ...(changed(-0.2) as object), lost: 3, gained: 1 } as never })] })
  const told = conclude(now, by(rules, { baseline: baseline({ id: 'before', startedAt: '2025-12-01T10:00:00.000Z' }) })).document.baseline
  expect(told).toMatchObject({ name: 'main', run: 'before', startedAt: '2025-12-01T10:00:00.000Z', model: 'm' })
  expect(told?.suites.demo).toEqual({
    metric: {
      key: 'score',
      base: 0.5,
      now: 0.3,
      change: -0.2,
      ci95: [-0.21000000000000002, -0.19],
      verdict: 'same',
      detectable: undefined,
    },
    paired: 2,
    newlyFailing: 3,
    fixed: 1,
  })
  const other = conclude(now, by(rules, { baseline: baseline({ scoring: { demo: 2 } }) })).document.baseline
  expect(other?.suites.demo).toEqual({ incomparable: 'other scoring rules (version 2, now 1)' })
  expect(conclude(now, by(rules, { baseline: 'no such file' })).document.baseline).toBeUndefined()
  expect(conclude(now, by({ demo: { score: { min: 0 } } })).document.baseline).toBeUndefined()
})

test('every suite has the counts of its own records', () => {
  const both = ended({
    plan: { records: 3 },
    records: [...records('demo', 'passed', 'failed'), ...records('other', 'error')],
    figures: [figures('demo'), figures('other', { metrics: {} })],
  })
  const { suites } = conclude(both, by()).document
  expect(suites.demo).toMatchObject({ items: 2, passed: 1, failed: 1, error: 0 })
  expect(suites.other).toMatchObject({ items: 1, passed: 0, failed: 0, error: 1 })
  expect(suites.demo?.metrics.score).toEqual({ ...METRICS.score, label: 'score', range: [null, null], better: 'higher' })
  expect(suites.demo?.headline).toBe('score')
  expect(suites.other?.metrics).not.toHaveProperty('score')
})

test.each<[string, Partial<EndedRun>, GatesInput, object]>([
  ['a whole run', {}, {}, { run: { partial: false }, exitCode: 0 }],
  ['a run of a part', { leftOut: LEFT_OUT }, {}, { run: { partial: true }, suites: { demo: { leftOut: LEFT_OUT.demo } }, exitCode: 0 }],
  [
    'a part that rules ask about',
    { leftOut: LEFT_OUT },
    { demo: { score: { min: 0.1 } } },
    { gates: [{ verdict: 'broken', because: expect.stringContaining('gates.allowPartial') }], exitCode: 1 },
  ],
  [
    'a part that they may be about',
    { leftOut: LEFT_OUT },
    { demo: { score: { min: 0.1 } }, allowPartial: ['demo'] },
    { run: { partial: true }, gates: [{ verdict: 'held' }], exitCode: 0 },
  ],
  [
    'a part that did not end',
    { leftOut: LEFT_OUT, plan: { records: 3 } },
    { demo: { score: { min: 0.1 } } },
    { run: { partial: true, incomplete: { ran: 2, planned: 3 } }, gates: [{ verdict: 'pending' }], exitCode: 1 },
  ],
])('scores.json of %s says so', (_what, more, rules, expected) => {
  const { document } = conclude(ended(more), by(rules))
  expect(scoresDocument.parse(JSON.parse(JSON.stringify(document)))).toMatchObject(expected)
  expect('incomplete' in document.run).toBe('plan' in more)
})

test('fewer records than planned make the document partial', () => {
  const { document, reasons } = conclude(ended({ plan: { records: 3 } }), by())
  expect(document.run.partial).toBe(true)
  expect(document.exitCode).toBe(1)
  expect(reasons).toEqual(['incomplete: 2 of 3 items ran'])
})

const MAX_DROP: GatesInput = { baseline: 'main', demo: { score: { maxDrop: 0.05 } } }

test.each<[string, Partial<ScoresDocument['run']>, string | undefined]>([
  ['the same', {}, undefined],
  ['with other data', { data: { demo: { source: 'bundled', sha256: 'bbbbbbbbbbbbbbbb', items: 2 } } }, 'other data'],
  [
    'with another version of the bundled data',
    { data: { demo: { source: 'bundled', version: 2, sha256: 'bbbbbbbbbbbbbbbb', items: 2 } } },
    'the baseline main was made with version 2 of the bundled data, now version 1: to measure by the same items, run with HOLDFAST_DATA=bundled',
  ],
  ['with another judge', { roles: { ...RUN.roles, judge: { model: 'k', simulated: false } } }, 'another judge (k, now j)'],
  ['with other options', { options: { demo: { rounds: 4 } } }, 'other options of demo (rounds)'],
  ['with other rules of scoring', { scoring: { demo: 2 } }, 'other scoring rules (version 2, now 1)'],
])('a baseline %s', (_what, run, because) => {
  const { gates } = conclude(ended({ figures: [same] }), by(MAX_DROP, { baseline: baseline(run) }))
  expect(gates[0]?.verdict).toBe(because ? 'broken' : 'held')
  if (because) expect(gates[0]?.because).toContain(because)
})

test('a baseline whose judge another model answered for is undecided, whatever the change, and named with the command that judges it anew', () => {
  const served = baseline({ roles: { ...RUN.roles, judge: { model: 'j', simulated: false, served: ['j-2025'] } } })
  for (const change of [0, -0.2]) {
    const { gates, document } = conclude(
      ended({ figures: [figures('demo', { comparison: changed(change) })] }),
      by(MAX_DROP, { baseline: served }),
    )
    const because =
      'the baseline was made with another model behind the judge j (j-2025, now j-2026), so a change may be the judge’s. Judge it anew: npx holdfast judge again main --judge j'
    expect(gates).toMatchObject([{ verdict: 'undecided', because, change }])
    expect(document).toMatchObject({ exitCode: 1, baseline: { suites: { demo: { incomparable: expect.stringContaining('j-2026') } } } })
  }
})

test('a baseline of a simulated model lets no real one through', () => {
  const base = baseline({ roles: { candidate: { model: 'sim:degraded', simulated: true }, judge: { model: 'j', simulated: false } } })
  const gates: GatesInput = { baseline: 'main', demo: { score: { maxDrop: 0.1 } } }
  const drop = ended({ figures: [figures('demo', { comparison: changed(0) })] })
  const because = 'the baseline main was made with a simulated model (sim:degraded)'
  expect(conclude(drop, by(gates, { baseline: base }))).toMatchObject({
    gates: [{ verdict: 'broken', because }],
    document: { exitCode: 1 },
  })
  expect(conclude(drop, by({ ...gates, allowSimulated: true }, { baseline: base })).document.exitCode).toBe(0)
  expect(conclude(drop, by(gates, { baseline: baseline() })).document.exitCode).toBe(0)
})

test('a baseline whose own judge did not judge decides no drop', () => {
  const good = baseline({})
  const signs = [{ role: 'judge' as const, sign: 'constant' as const, n: 20, of: 20 }]
  const bad = { ...good, suites: { ...good.suites, demo: { ...good.suites.demo, judgeSigns: signs } } } as typeof good
  const { gates, document } = conclude(ended({ figures: [same] }), by(MAX_DROP, { baseline: bad }))
  expect(gates).toMatchObject([
    { verdict: 'undecided', because: expect.stringContaining('of the baseline: The judge gave the same verdict') },
  ])
  expect(document.exitCode).toBe(1)
})

test('the document says of which run of several it is, of how many the baseline was chosen, and what chance does to several rules', () => {
  const chosen = baseline({ chosenOf: 4 })
  const rules: GatesInput = { baseline: 'main', demo: { score: { maxDrop: 0, min: 0.3 } } }
  const { document } = conclude(ended({ figures: [same] }), by(rules, { baseline: chosen, earlier: 3 }))
  expect(document.baseline).toMatchObject({ name: 'main', chosenOf: 4, earlier: 3 })
  // The interval reaches 2 errors far: P(Z > 2). The bound is 0.2 away and the interval reaches 0.1 far, nearly never.
  expect(document.redByChance).toBeCloseTo(0.0228, 3)
  const alone = conclude(ended({ figures: [same] }), by({ baseline: 'main', demo: { score: { maxDrop: 0 } } }, { baseline: chosen }))
  expect(alone.document.redByChance).toBeUndefined()
})

test('a baseline that cannot be read breaks the rule, with the reason', () => {
  const { gates } = conclude(ended({ figures: [same] }), by(MAX_DROP, { baseline: 'no such file' }))
  expect(gates[0]).toMatchObject({ verdict: 'broken', because: expect.stringContaining('no such file') })
})

test('an option that is absent and one that is undefined are the same', () => {
  const now = ended({ run: { ...RUN, options: { demo: { rounds: 3, deep: undefined } } }, figures: [same] })
  expect(conclude(now, by(MAX_DROP, { baseline: baseline() })).gates[0]?.verdict).toBe('held')
})

test.each([
  ['higher', 'broken'],
  ['lower', 'held'],
] as const)('a fall breaks a rule by what is better: %s', (better, verdict) => {
  const metrics: Metrics = { score: { value: 0.5, n: 2, ci95: [0.4, 0.6], better } }
  const now = ended({ figures: [figures('demo', { comparison: changed(-0.2), metrics })] })
  expect(conclude(now, by(MAX_DROP, { baseline: baseline() })).gates[0]?.verdict).toBe(verdict)
})

test('a rule about the judge asks for a certificate only where a judge rates a candidate', () => {
  const rule: GatesInput = { minJudgeAccuracy: 90 }
  const verdict = (...roles: Role[]) => conclude(ended({ calls: { demo: roles } }), by(rule)).gates[0]?.verdict
  expect(verdict('candidate', 'judge')).toBe('broken')
  expect(verdict('judge')).toBe('pending')
  expect(verdict('candidate')).toBe('pending')
  const nobody = ended({ run: { ...RUN, roles: { candidate: RUN.roles.candidate as never } } })
  expect(conclude(nobody, by(rule)).gates[0]?.verdict).toBe('pending')
})

test.each([
  [['j-2026'], 'held'],
  [['j-2025'], 'broken'],
  [undefined, 'held'],
] as const)('a certificate of a judge that answered as %s', (served, verdict) => {
  const figure = { value: 95, ci95: null, n: 10 }
  const certificate = { judge: 'j', accuracy: figure, agreement: figure, strategy: 'Vanilla', votes: 1, served } as unknown as Certificate
  const { gates } = conclude(ended(), by({ minJudgeAccuracy: 90 }, { certificates: [certificate] }))
  expect(gates[0]?.verdict).toBe(verdict)
  if (verdict === 'broken') expect(gates[0]?.because).toContain('was made with j-2025, and j-2026 answers now')
})

test('suites stand by name, whichever ended first', () => {
  const both = ended({ figures: ['zeta', 'alpha', 'mid'].map((suite) => figures(suite)), records: [] })
  expect(Object.keys(conclude(both, by()).document.suites)).toEqual(['alpha', 'mid', 'zeta'])
})
