import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { saveRunSettings } from '../../../core/config/runSettings.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { RUN_SCHEMA, runFolder } from '../../../core/format/runFolder.ts'

const record = (item: string, status: ItemRecord['status'], trial = 0, suite = 'talk'): ItemRecord => ({
  suite,
  item,
  task: suite,
  trial,
  status,
  tags: {},
  scores: {},
})

/** A run of two suites, as its folder tells of it. */
function runOf(roles: Readonly<Record<string, string>> = { candidate: 'sim:oracle' }): string {
  const root = temporaryFolder()
  const folder = runFolder(join(root, 'run'))
  mkdirSync(folder.path)
  saveRunSettings(folder, {
    schema: RUN_SCHEMA,
    id: 'abc',
    startedAt: '2026-01-01T00:00:00.000Z',
    version: '1.0.0',
    data: 'bundled',
    seed: 0,
    trials: 2,
    votes: 1,
    controls: 0,
    doubt: null,
    decide: null,
    limit: null,
    items: null,
    roles,
    sampling: {},
    ran: ['talk', 'other'],
    sha256: {},
    shard: null,
    planned: {},
    files: [],
    suites: {},
  })
  const records = [
    record('talk-1', 'passed'),
    record('talk-1', 'failed', 1),
    record('talk-2', 'passed'),
    record('broken', 'error'),
    record('unscored', 'unscored'),
    record('skipped', 'skipped'),
    record('both', 'failed'),
    record('both', 'failed', 0, 'other'),
  ]
  writeFileSync(folder.items, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
  writeFileSync(
    folder.calls,
    `${JSON.stringify({ suite: 'talk', item: 'talk-1', role: 'candidate', call: 'answer', trial: 1, content: 'x' })}\n`,
  )
  return root
}

describe('what cannot be made smaller is refused before anything is asked', () => {
  test.each([
    [['talk-3'], 'the run has no such item. Did you mean talk-1?'],
    [['talk-2'], 'it passed. Name an item below its threshold; holdfast show <run> --below lists them.'],
    [['talk-1', '--trial', '1'], 'it passed. Name an item below'],
    [['talk-1', '--trial', '3'], 'the run has no trial 3 of it. It has 1, 2.'],
    [['broken'], "it ended with an error, which says nothing about the model's answers. Name an item that was scored."],
    [['unscored'], 'it has no score, which'],
    [['skipped'], 'it was skipped, which'],
    [['both'], 'several suites have it: talk, other. Name one with --suite.'],
    [['both', '--suite', 'third'], 'third has no such item in the run. Its suite is talk or other.'],
    [['talk-1', '--trial', '0'], 'expected a whole number of at least 1.'],
    [['talk-1', '--repeats', '4'], 'Give --repeats 5 or more.'],
    [['talk-1', '--max-calls', 'many'], 'expected a whole number of at least 1.'],
    [['talk-1', '--max-usd', '0'], 'expected a number above 0.'],
    [['talk-1', '--model', 'replay:run'], 'the candidate of the run is a recording (replay:)'],
  ] as const)('shrink run %j', async (args, message) => {
    const { code, stdout, stderr } = await holdfastHere(['shrink', 'run', ...args], runOf())
    expect(stderr).toContain(message)
    expect([code, stdout]).toEqual([2, ''])
  })

  test.each([
    ['candidate', '--model'],
    ['judge', '--judge'],
    ['refuter', 'HOLDFAST_REFUTER'],
    ['interactor', 'HOLDFAST_INTERACTOR'],
  ])('a run whose %s was a recording, with what names another', async (role, advice) => {
    const root = runOf({ candidate: 'sim:oracle', [role]: 'replay:calls.jsonl' })
    for (const more of [[], ['--influence']]) {
      const { code, stderr } = await holdfastHere(['shrink', 'run', 'talk-1', ...more], root)
      expect(stderr).toContain(
        `the ${role} of the run is a recording (replay:), which cannot answer a conversation that it does not hold. Name a model with ${advice}.`,
      )
      expect(code).toBe(2)
    }
  })

  test('influence takes items that passed, and no other', async () => {
    const root = runOf()
    expect((await holdfastHere(['shrink', 'run', 'talk-2', '--plan', '--influence'], root)).code).toBe(0)
    expect((await holdfastHere(['shrink', 'run', 'broken', '--plan', '--influence'], root)).stderr).toContain(
      'Failed to measure influence in "broken"',
    )
    const kept = join(root, 'reports', 'runs', 'kept')
    cpSync(join(root, 'run'), kept, { recursive: true })
    writeFileSync(runFolder(kept).items, `${JSON.stringify(record('talk-9', 'passed'))}\n`)
    expect((await holdfastHere(['shrink', 'run', 'talk-9', '--influence'], root)).stderr).toContain(
      'The newest that has it is kept: npx holdfast shrink kept talk-9 --influence.',
    )
  })
})

test('a plan is said, and nothing else is done', async () => {
  const { code, stdout } = await holdfastHere(['shrink', 'run', 'talk-1', '--plan', '--max-usd', '2'], runOf())
  expect(code).toBe(0)
  expect(stdout).toBe(
    ' shrink talk-1 of talk, trial 2\n' +
      ' a run of the whole item took 1 call; every case is run once where all calls are\n   at temperature 0, else up to 5 times\n' +
      ' at most 200 calls and $2; those of an earlier start of this command count and\n   are not made again, those that the cache answers do not count\n' +
      ' the model is simulated and fails by its rule, so turns may go without which a\n   real model would not fail: --keep holds them\n',
  )
})
