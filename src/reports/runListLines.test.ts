import { describe, expect, test } from 'vitest'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { baselineChanges } from '../deciding/baseline/compareWithBaseline.ts'
import { modelOf } from '../deciding/compare/comparedRun.ts'
import type { ListedRun } from '../deciding/runList.ts'
import { measuredModel } from './decision/runFacts.ts'
import { displayWidth } from './layout.ts'
import { pageRun } from './page/pageItems.ts'
import { runListEntry, runListLines } from './runListLines.ts'

const DOCUMENT: ScoresDocument = {
  schema: 'holdfast.scores/1',
  run: {
    id: 'teal-1',
    startedAt: '2026-01-02T10:20:30.000Z',
    finishedAt: '2026-01-02T10:30:30.000Z',
    version: '1.0.0',
    seed: 0,
    partial: false,
    roles: { candidate: { model: 'openai:x', simulated: false }, judge: { model: 'openai:j', simulated: false } },
    data: {},
  },
  suites: {
    two: {
      items: 1200,
      passed: 3,
      failed: 1,
      unscored: 0,
      error: 0,
      skipped: 0,
      headline: 'overall',
      metrics: { overall: { value: 74.861, n: 4, ci95: null } },
    },
    one: {
      items: 4,
      passed: 3,
      failed: 1,
      unscored: 0,
      error: 0,
      skipped: 0,
      headline: 'score',
      metrics: { score: { value: 0.5, n: 4, ci95: null } },
    },
  },
  presentation: {
    two: {
      roles: ['candidate'],
      tasks: [],
      headline: { key: 'overall', label: 'overall', range: [0, 100], digits: 1 },
    },
  },
  usage: {
    candidate: { calls: 4, cached: 0, promptTokens: 1, completionTokens: 1, usd: 1.1 },
    judge: { calls: 4, cached: 0, promptTokens: 1, completionTokens: 1, usd: 0.104 },
  },
  gates: [],
  exitCode: 0,
}

const listed = (more: Partial<ListedRun> = {}, document: Partial<ScoresDocument> = {}): ListedRun => ({
  name: '2026-01-02T1020-teal-1',
  isLatest: true,
  state: 'complete',
  canResume: false,
  startedAt: DOCUMENT.run.startedAt,
  document: { ...DOCUMENT, ...document },
  ...more,
})

const SAVED = { candidate: { model: 'replay:/app/reports/runs/r/calls.jsonl', simulated: false, served: ['acme-2'] } }

test('a run that judges saved answers is named by the model that gave them, with a word, wherever runs are named', () => {
  const document = { ...DOCUMENT, run: { ...DOCUMENT.run, roles: SAVED } }
  const entry = runListEntry(listed({}, document))
  expect(entry).toMatchObject({ model: 'acme-2', saved: true })
  expect(runListLines([entry], 1, 200)).toContainEqual(expect.stringContaining('   acme-2, saved answers · 1,204 items'))
  const said = 'acme-2, saved answers'
  expect(modelOf({ name: 'r', document, records: [] })).toBe(said)
  expect(measuredModel(document.run)).toBe(said)
  expect(pageRun('r', document).model).toBe(said)
  expect(baselineChanges('main', document, {}).model).toBe(said)
  // The name of a recording that ships tells the model, and who gave answers may not be known.
  for (const role of [
    { ...SAVED.candidate, model: 'replay:recorded/acme-2' },
    { model: 'replay:calls.jsonl', simulated: false },
  ])
    expect(measuredModel({ roles: { candidate: role } })).toBe(role.model)
})

const gate = (verdict: 'held' | 'broken' | 'undecided') => ({ metric: 'one score', rule: 'min 0.5', value: 0.5, verdict })
const verdictOf = (more: Partial<ListedRun>, document: Partial<ScoresDocument> = {}) => runListEntry(listed(more, document)).verdict

test('a run is its name, its verdict, its model, items, cost and date, and the headline of each suite', () => {
  expect(runListLines([runListEntry(listed())], 1, 80)).toEqual([
    ' 2026-01-02T1020-teal-1 (latest): Complete, no gates',
    '   openai:x · 1,204 items · $1.20 · 2026-01-02 10:20 UTC',
    '   one 0.500 (4 items), two 74.9 of 100 (4 items)',
    '',
    ' 1 run. Show one: npx holdfast show <name>',
  ])
})

describe('the verdict', () => {
  test.each([
    ['of a run without rules', {}, {}, 'Complete, no gates'],
    ['of one whose rules held', {}, { gates: [gate('held')] }, 'Release: its 1 gate held'],
    [
      'of one with broken rules',
      {},
      { gates: [gate('held'), gate('broken'), gate('undecided')] },
      'Do not release: 1 of 3 gates broken, 1 undecided',
    ],
    ['of one that failed otherwise', {}, { exitCode: 1, reasons: ['no item ran'] }, 'Failed: no item ran'],
    [
      'of a part that can be finished',
      { state: 'incomplete' as const, canResume: true },
      { run: { ...DOCUMENT.run, partial: true, incomplete: { ran: 1 } } },
      'Not decided: the run is incomplete, can be resumed',
    ],
    ['of a broken folder', { state: 'broken' as const, problem: 'Failed to read it.' }, {}, 'Failed to read it.'],
  ])('%s', (_what, more, document, verdict) => expect(verdictOf(more, document)).toBe(verdict))

  test('of a run that did not end names what it ran on', () => {
    const settings = { id: 'teal-2', roles: { candidate: 'sim:oracle' }, ran: ['one'] } as unknown as ListedRun['settings']
    const unfinished = { ...listed({ state: 'unfinished', canResume: true }), document: undefined, settings }
    expect(runListLines([runListEntry(unfinished)], 1, 80).slice(0, 3)).toEqual([
      ' 2026-01-02T1020-teal-1 (latest): did not end, can be resumed',
      '   sim:oracle, simulated · 2026-01-02 10:20 UTC',
      '   one',
    ])
  })
})

test('no line is wider than the screen where a figure says nothing, and why', () => {
  const judgeSigns = [{ role: 'judge', sign: 'first', n: 30, of: 30 }]
  const lines = runListLines([runListEntry(listed({}, { suites: { one: { ...DOCUMENT.suites.one, judgeSigns } as never } }))], 1, 80)
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain('SAYS NOTHING: the judge took the first output in 30 of 30 pairs')
  for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
})

test('no runs are told with how to make one', () =>
  expect(runListLines([], 0, 80)).toEqual([' No runs under reports/runs yet. Run a suite: npx vitest run suites/<name>']))

test.each([80, 140])('no line is wider than %i columns, of many suites and of text in Chinese', (width) => {
  const suites = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`一个相当长的名字${at}`, DOCUMENT.suites.one as never]))
  const long = `openai:${'a-model-of-a-very-long-name/'.repeat(6)}7b`
  const run = { ...DOCUMENT.run, roles: { candidate: { model: long, simulated: false } } }
  const lines = runListLines([runListEntry(listed({}, { suites, run }))], 30, width)
  for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width)
  expect(lines.join(' ')).toContain('The newest 1 of 30 runs: --last <count> shows more.')
})
