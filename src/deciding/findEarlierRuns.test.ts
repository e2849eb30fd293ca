import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { modelEntry } from '../core/format/modelEntry.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { findEarlierRuns } from './estimate.ts'

const PLAN: PlanSummary = {
  roles: ['candidate', 'judge'],
  source: 'bundled',
  sha256: 'hash',
  options: { rounds: 5, sets: undefined },
  tasks: [],
  distinctTokens: 0,
  notes: [],
}
const roles = { candidate: modelEntry.parse({ uri: 'openai:a' }), judge: modelEntry.parse({ uri: 'openai:b' }) }
const used = (calls: number, cached: number, promptTokens: number, completionTokens: number) => ({
  calls,
  cached,
  promptTokens,
  completionTokens,
  usd: null,
})

/** The scores of a run that fits; 100 calls in 50 seconds. */
const SCORES: ScoresDocument = {
  schema: 'holdfast.scores/1',
  run: {
    id: 'id',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:50.000Z',
    version: '0.1.0',
    seed: 0,
    partial: false,
    roles: { candidate: { model: 'openai:a', simulated: false }, judge: { model: 'openai:b', simulated: false } },
    data: { demo: { source: 'bundled', sha256: 'hash', items: 40 } },
    options: { demo: { rounds: 5 } },
  },
  suites: { demo: { items: 40, passed: 40, failed: 0, unscored: 0, error: 0, skipped: 0, metrics: {} } },
  usage: { candidate: used(40, 0, 4000, 800), judge: used(60, 0, 30_000, 6000) },
  gates: [],
  exitCode: 0,
}
const { run } = SCORES

/** A folder of runs, the first of which ended last. */
function folderOf(runs: Readonly<Record<string, object | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [age, [name, scores]] of Object.entries(runs).entries()) {
    mkdirSync(join(folder, name))
    const file = join(folder, name, 'scores.json')
    writeFileSync(file, typeof scores === 'string' ? scores : JSON.stringify(scores))
    utimesSync(file, 1000 - age, 1000 - age)
  }
  return folder
}

test('the newest run tells tokens per call, and how long a call takes', () => {
  const older = { ...SCORES, usage: { candidate: used(1, 0, 9, 9) } }
  expect(findEarlierRuns(folderOf({ newer: SCORES, older }), 'demo', PLAN, { roles })).toEqual({
    roles: {
      candidate: { run: 'newer', promptTokens: 100, completionTokens: 20 },
      judge: { run: 'newer', promptTokens: 500, completionTokens: 100 },
    },
    pace: { run: 'newer', secondsPerCall: 0.5 },
  })
})

test('a role with another model is told by another run', () => {
  const otherJudge = { ...SCORES, run: { ...run, roles: { ...run.roles, judge: { model: 'openai:c', simulated: false } } } }
  const found = findEarlierRuns(folderOf({ otherJudge, older: SCORES }), 'demo', PLAN, { roles })
  expect(found.roles).toMatchObject({ candidate: { run: 'otherJudge' }, judge: { run: 'older' } })
  expect(found.pace?.run).toBe('older')
})

test('answers from the cache count for neither tokens nor time', () => {
  const cached = { ...SCORES, usage: { candidate: used(40, 30, 1000, 200), judge: used(60, 60, 0, 0) } }
  expect(findEarlierRuns(folderOf({ cached }), 'demo', PLAN, { roles })).toEqual({
    roles: { candidate: { run: 'cached', promptTokens: 100, completionTokens: 20 } },
    pace: undefined,
  })
})

test.each([
  ['of which a part is missing', { ...SCORES, run: { ...run, partial: true, incomplete: { ran: 1 } } }],
  ['of several suites', { ...SCORES, suites: { ...SCORES.suites, other: SCORES.suites.demo } }],
  ['of another suite', { ...SCORES, suites: { other: SCORES.suites.demo } }],
  ['on other data', { ...SCORES, run: { ...run, data: { demo: { source: 'official', sha256: 'other', items: 40 } } } }],
  ['with other options', { ...SCORES, run: { ...run, options: { demo: { rounds: 3 } } } }],
  ['of models that count no tokens', { ...SCORES, usage: { candidate: used(40, 0, 0, 0) } }],
  ['of another version', { schema: 'holdfast.scores/9' }],
  ['that is no JSON', 'broken'],
])('a run %s tells nothing', (_what, scores) => {
  expect(findEarlierRuns(folderOf({ only: scores }), 'demo', PLAN, { roles }).roles).toEqual({})
})

test('without a folder there is nothing to tell', () =>
  expect(findEarlierRuns('/nowhere/at/all', 'demo', PLAN, { roles })).toEqual({ roles: {}, pace: undefined }))
