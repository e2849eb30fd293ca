import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { RUN_SCHEMA, runFolder } from '../core/format/runFolder.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { listRuns, noSuchItem } from './runList.ts'

const document = (startedAt: string, partial = false): ScoresDocument => ({
  schema: 'holdfast.scores/1',
  run: {
    id: 'teal-1',
    startedAt,
    finishedAt: startedAt,
    version: '1.0.0',
    seed: 0,
    partial,
    ...(partial && { incomplete: { ran: 1 } }),
    roles: {},
    data: {},
  },
  suites: {},
  usage: {},
  gates: [],
  exitCode: 0,
})

const SETTINGS = {
  schema: RUN_SCHEMA,
  id: 'teal-2',
  startedAt: '2026-01-03T00:00:00.000Z',
  version: '1.0.0',
  data: 'bundled',
  seed: 0,
  trials: 1,
  votes: 1,
  controls: 0,
  doubt: null,
  decide: null,
  limit: null,
  items: null,
  roles: { candidate: 'openai:x' },
  ran: ['demo'],
  sampling: {},
  sha256: {},
  planned: {},
  shard: null,
  files: [],
  suites: {},
}

/** A folder under reports/runs with these files. */
function writeRun(root: string, name: string, files: Partial<Record<'scores' | 'settings' | 'items', string>>): void {
  const folder = runFolder(join(root, 'reports', 'runs', name))
  mkdirSync(folder.path, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(folder[file as keyof typeof files], text)
}

test('a project without runs has none', () => expect(listRuns(temporaryFolder())).toEqual([]))

test('runs are listed newest first, whatever became of them', () => {
  const root = temporaryFolder()
  writeRun(root, 'first', { scores: JSON.stringify(document('2026-01-01T00:00:00.000Z')), items: '' })
  writeRun(root, 'second', { scores: JSON.stringify(document('2026-01-02T00:00:00.000Z', true)), settings: JSON.stringify(SETTINGS) })
  writeRun(root, 'third', { settings: JSON.stringify(SETTINGS) })
  writeRun(root, 'torn', { scores: '{"schema":' })
  writeRun(root, 'nothing', {})
  symlinkSync('second', join(root, 'reports', 'runs', 'latest'), 'dir')
  const runs = listRuns(root)
  // The torn one tells no time but that of its folder, which is now.
  expect(runs.map(({ name, state, canResume, isLatest }) => [name, state, canResume, isLatest])).toEqual([
    ['torn', 'broken', false, false],
    ['third', 'unfinished', true, false],
    ['second', 'incomplete', true, true],
    ['first', 'complete', false, false],
  ])
  expect(runs[0]?.problem).toContain('scores.json')
})

test('an item that a run lacks is looked for in the others, the newest first', () => {
  const root = temporaryFolder()
  const items = (...ids: readonly string[]) => ids.map((item) => `${JSON.stringify({ suite: 'demo', item })}\n`).join('')
  const run = (name: string, day: number, ...ids: readonly string[]) =>
    writeRun(root, name, { scores: JSON.stringify(document(`2026-01-0${day}T00:00:00.000Z`)), items: items(...ids) })
  run('first', 1, 'la-1', 'b "quoted" one')
  run('second', 2, 'la-1')
  run('third', 3, 'la-2')
  expect(noSuchItem('la-1', ['la-2'], root, 'show')).toBe(
    'the run has no such item. The newest that has it is second: npx holdfast show second la-1.',
  )
  expect(noSuchItem('b "quoted" one', [], root, 'shrink')).toContain(`is first: npx holdfast shrink first 'b "quoted" one'.`)
  expect(noSuchItem('la-3', ['la-2'], root, 'show')).toBe('the run has no such item. Did you mean la-2?')
})

test('a link among the files of a run is not followed', () => {
  const root = temporaryFolder()
  writeRun(root, 'run', { items: '' })
  writeFileSync(join(root, 'secret.json'), JSON.stringify(document('2026-01-01T00:00:00.000Z')))
  symlinkSync(join(root, 'secret.json'), join(root, 'reports', 'runs', 'run', 'scores.json'))
  expect(listRuns(root)).toMatchObject([{ name: 'run', state: 'broken', problem: expect.stringContaining('is a link') }])
})
