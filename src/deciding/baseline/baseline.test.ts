import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HoldfastError } from '../../core/base/errors.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { type RunFolder, runFolder } from '../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import {
  baselineFiles,
  type Comparable,
  comparableOf,
  incomparable,
  keptRun,
  readBaseline,
  readItemRecords,
  saveBaseline,
} from './baseline.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: 'failed', tags: {}, scores: { total }, ...more }
}

const DOCUMENT: ScoresDocument = {
  schema: 'holdfast.scores/1',
  run: {
    id: 'teal-1',
    startedAt: '2026-11-22T00:00:00.000Z',
    finishedAt: '2026-11-22T00:01:00.000Z',
    version: '0.1.0',
    seed: 0,
    trials: 1,
    partial: false,
    roles: { candidate: { model: 'openai:x', simulated: false }, judge: { model: 'openai:y', simulated: false } },
    data: { demo: { source: 'bundled', version: 1, sha256: 'a'.repeat(64), items: 2 } },
    options: { demo: { strict: false } },
    scoring: { demo: 1 },
  },
  suites: {},
  usage: {},
  gates: [],
  exitCode: 0,
}

/** Keeps one run as a baseline. */
const writeBaseline = (name: string, run: RunFolder) => saveBaseline(root, name, [keptRun(run)])

/** A run's folder with its files. */
function makeRun(records: readonly ItemRecord[], document: ScoresDocument | undefined = DOCUMENT): RunFolder {
  const run = runFolder(join(root, 'run'))
  mkdirSync(run.path, { recursive: true })
  writeFileSync(run.items, records.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  if (document) writeFileSync(run.scores, JSON.stringify(document))
  return run
}

describe('a baseline', () => {
  test('is two files that can be committed', () => {
    const files = writeBaseline('main', makeRun([record('x', 0.5)]))
    expect(files).toEqual({
      scores: join(root, 'reports', 'baselines', 'main.json'),
      items: join(root, 'reports', 'baselines', 'main.items.jsonl'),
      answers: join(root, 'reports', 'baselines', 'main.calls.jsonl.gz'),
    })
    expect(baselineFiles(root, 'main')).toEqual(files)
    expect(existsSync(files.scores) && existsSync(files.items)).toBe(true)
  })

  test('holds the scores of the run', () => {
    writeBaseline('main', makeRun([record('x', 0.5)]))
    expect(readBaseline(root, 'main')).toEqual(DOCUMENT)
  })

  test('holds the items without the reasons of failures, which show what was asked and answered', () => {
    const full = record('x', 0.5, { reason: 'asked a secret', clusters: { seed: 's' }, tags: { scenario: 'ec' } })
    const { items } = writeBaseline('main', makeRun([full, record('y', 1, { status: 'passed' })]))
    const { reason: _reason, ...bare } = full
    expect(readItemRecords(items)).toEqual([bare, record('y', 1, { status: 'passed' })])
    expect(readFileSync(items, 'utf8')).not.toContain('secret')
  })

  test('replaces an older one of its name', () => {
    writeBaseline('main', makeRun([record('x', 0.5), record('y', 0.5)]))
    const { items } = writeBaseline('main', makeRun([record('z', 1)]))
    expect(readItemRecords(items).map(({ item }) => item)).toEqual(['z'])
  })

  test.each(['', 'a b', '../main', 'a/b'])('cannot be named %j', (name) => {
    expect(() => writeBaseline(name, makeRun([]))).toThrow(HoldfastError)
    expect(existsSync(join(root, 'reports'))).toBe(false)
  })

  test('cannot be a run that is partial or did not end', () => {
    const partial = makeRun([], { ...DOCUMENT, run: { ...DOCUMENT.run, partial: true } })
    expect(() => writeBaseline('main', partial)).toThrow(/is partial\. Name a complete run\.$/)
    rmSync(partial.scores)
    expect(() => writeBaseline('main', partial)).toThrow(/is not finished\. Name a complete run\.$/)
    expect(existsSync(join(root, 'reports'))).toBe(false)
  })

  test('that is not there is told with how to make it', () =>
    expect(() => readBaseline(root, 'main')).toThrow(/^Failed to read the baseline main: .*npx holdfast baseline main <run>/))
})

describe('item records of a file', () => {
  test('are the last of each item and trial', () => {
    const run = makeRun([record('x', 0), record('x', 0.3, { trial: 1 }), record('y', 1), record('x', 0.5)])
    expect(readItemRecords(run.items).map(({ item, trial, scores }) => [item, trial, scores.total])).toEqual([
      ['x', 0, 0.5],
      ['x', 1, 0.3],
      ['y', 0, 1],
    ])
  })

  test('that do not fit are told by line', () => {
    const run = makeRun([record('x', 0)])
    writeFileSync(run.items, `${JSON.stringify(record('x', 0))}\n\n{"suite":"demo"}\n`)
    expect(() => readItemRecords(run.items)).toThrow(/items\.jsonl, line 3/)
  })
})

describe('two runs', () => {
  const one = comparableOf(DOCUMENT, 'demo')

  test('are compared by data, judge, options and scoring rules of the suite', () => {
    expect(one).toEqual({
      suite: 'demo',
      data: 'a'.repeat(64),
      bundled: 1,
      judge: 'openai:y',
      options: { strict: false },
      scoring: 1,
      trials: 1,
    })
    expect(incomparable(one, one)).toBeUndefined()
  })

  test.each<[Partial<Comparable>, string]>([
    [{ data: 'b'.repeat(64) }, 'other data (aaaaaaaaaaaa, now bbbbbbbbbbbb)'],
    [{ data: undefined }, 'other data (aaaaaaaaaaaa, now none)'],
    [{ data: 'b'.repeat(64), bundled: undefined }, 'other data (aaaaaaaaaaaa, now bbbbbbbbbbbb)'],
    [
      { data: 'b'.repeat(64), bundled: 2 },
      'version 1 of the bundled data, now version 2: to measure by the same items, run with HOLDFAST_DATA=bundled@1',
    ],
    [{ judge: 'openai:z' }, 'another judge (openai:y, now openai:z)'],
    [{ judge: undefined }, 'another judge (openai:y, now none)'],
    [{ trials: 3 }, 'another number of trials (1, now 3)'],
    [{ scoring: 2 }, 'other scoring rules (version 1, now 2)'],
    [{ options: { strict: true, control: false } }, 'other options of demo (strict, control)'],
    [{ options: undefined }, 'other options of demo (strict)'],
  ])('that differ in %j cannot be', (other, why) => expect(incomparable(one, { ...one, ...other })).toBe(why))

  describe('on bundled data', () => {
    const on = (source: string, version?: number) =>
      comparableOf({ run: { ...DOCUMENT.run, data: { demo: { source, version, sha256: String(version), items: 4 } } } }, 'demo')

    test('of an older version name both, and the setting that gives the older items back', () => {
      expect(incomparable(on('bundled', 2), on('bundled', 1))).toBe(
        'version 2 of the bundled data, now version 1: to measure by the same items, run with HOLDFAST_DATA=bundled',
      )
    })

    test('are alike where the data is, whatever its version is called', () => {
      const one = on('bundled', 1)
      expect(incomparable(one, { ...one, bundled: 2 })).toBeUndefined()
    })
  })

  describe('of a suite whose items no judge judged', () => {
    const { judge: _judge, ...roles } = DOCUMENT.run.roles
    /** A run of all suites, whose judge judged another one, and a run of this suite alone. */
    const beside = comparableOf({ run: { ...DOCUMENT.run, called: { demo: ['candidate'], other: ['candidate', 'judge'] } } }, 'demo')
    const alone = comparableOf({ run: { ...DOCUMENT.run, roles, called: { demo: ['candidate'] } } }, 'demo')

    test('are alike whichever suites ran beside it', () => {
      expect([beside.judge, alone.judge]).toEqual([undefined, undefined])
      expect([incomparable(beside, alone), incomparable(alone, beside)]).toEqual([undefined, undefined])
    })

    test('are not alike where a judge judged them in one of the runs', () => {
      const judged = comparableOf({ run: { ...DOCUMENT.run, called: { demo: ['candidate', 'judge'] } } }, 'demo')
      expect(incomparable(judged, alone)).toBe('another judge (openai:y, now none)')
    })
  })

  test('whose options are in another order can be', () =>
    expect(incomparable({ ...one, options: { a: 1, b: [2] } }, { ...one, options: { b: [2], a: 1 } })).toBeUndefined())
})
