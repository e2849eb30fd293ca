import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { madeDocument } from '../../../test/madeDocument.ts'
import { record } from '../../../test/totalRecords.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { type RunFolder, readItemRecords, runFolder } from '../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { openComparedRun } from '../compare/comparedRun.ts'
import { dropAnswers, judgedSuites, keepAnswers, keptAnswers } from './answers.ts'
import {
  baselineFiles,
  baselineOrWhy,
  type Comparable,
  comparableOf,
  incomparable,
  keptRun,
  overRuns,
  readBaseline,
  saveBaseline,
} from './baseline.ts'
import { earlierGated, runsToChooseFrom } from './runsOfCandidate.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

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

  test('cannot be a run that is incomplete or did not end', () => {
    const incomplete = makeRun([], { ...DOCUMENT, run: { ...DOCUMENT.run, partial: true, incomplete: { ran: 1 } } })
    expect(() => writeBaseline('main', incomplete)).toThrow(/is incomplete\. Name a complete run\.$/)
    rmSync(incomplete.scores)
    expect(() => writeBaseline('main', incomplete)).toThrow(/is not finished\. Name a complete run\.$/)
    expect(existsSync(join(root, 'reports'))).toBe(false)
  })

  test('that is not there is told with how to make it', () =>
    expect(() => readBaseline(root, 'main')).toThrow(/^Failed to read the baseline main: .*npx holdfast compare <run> --keep main/))
})

describe('a baseline of several runs', () => {
  /** A run of these marks, one an item. */
  const marks = (id: string, totals: readonly number[], more: Partial<ScoresDocument['run']> = {}) => {
    const value = totals.reduce((sum, total) => sum + total, 0) / totals.length
    const scores = { items: 2, passed: 0, failed: 2, unscored: 0, error: 0, skipped: 0, metrics: { score: { value, n: 2, ci95: null } } }
    const document = { ...DOCUMENT, run: { ...DOCUMENT.run, id, ...more }, suites: { demo: scores } }
    return { path: id, document, records: totals.map((total, at) => record(`item ${at}`, total)) }
  }
  const score = (records: readonly ItemRecord[]) => {
    const totals = records.map(({ scores }) => scores.total ?? 0)
    // No mean of items: the mean of two runs is not the figure of their records together.
    return { score: { value: Math.max(...totals), n: totals.length, ci95: null } }
  }

  test('has the mean of their figures, by their records and in its scores', () => {
    const files = saveBaseline(root, 'main', [marks('r1', [0.2, 0.4]), marks('r2', [0.6, 1])], { chosenOf: 3 })
    const { run, suites } = readBaseline(root, 'main')
    expect(run).toMatchObject({ id: 'r1', meanOf: 2, chosenOf: 3, trials: 1 })
    expect(suites.demo?.metrics.score).toMatchObject({ value: expect.closeTo(0.55, 12), ci95: null })
    const records = readItemRecords(files.items)
    expect(records.map(({ item, trial }) => [item, trial])).toEqual(
      [0, 1].flatMap((trial) => [
        ['item 0', trial],
        ['item 1', trial],
      ]),
    )
    expect(overRuns(score, run)(records).score?.value).toBeCloseTo((0.4 + 1) / 2, 12)
    // A run of its own is one run, and a baseline of one run is summed up as ever.
    expect(overRuns(score, run)(records.slice(0, 2)).score?.value).toBe(0.4)
    expect(overRuns(score, DOCUMENT.run)(records).score?.value).toBe(1)
  })

  test.each([
    ['another candidate', { roles: { ...DOCUMENT.run.roles, candidate: { model: 'openai:z', simulated: false } } }],
    ['another judge', { roles: { ...DOCUMENT.run.roles, judge: { model: 'openai:z', simulated: false } } }],
    ['other items', { limit: 3 }],
    ['other items', { items: { suite: 'demo', items: 1, sha256: 'cccc' } }],
    ['they are the same run', { id: 'r1' }],
  ])('is refused where there is %s', (why, more) => {
    expect(() => saveBaseline(root, 'main', [marks('r1', [0]), marks('r2', [1], more)])).toThrow(why)
    expect(existsSync(join(root, 'reports'))).toBe(false)
  })
})

test('a run without a suite of the baseline does not take its place, whose gates would be red from then on', () => {
  const ofSuites = (id: string, ...suites: string[]) => {
    const scores = { items: 1, passed: 1, failed: 0, unscored: 0, error: 0, skipped: 0, headline: 'score', metrics: {} }
    const document = { ...DOCUMENT, run: { ...DOCUMENT.run, id }, suites: Object.fromEntries(suites.map((suite) => [suite, scores])) }
    return [{ path: id, document, records: [] }]
  }
  saveBaseline(root, 'main', ofSuites('r1', 'demo'))
  expect(() => saveBaseline(root, 'main', ofSuites('r2', 'other'))).toThrow(
    'Failed to write the baseline main: it has demo, which r2 did not run, and would lose that. Keep one run of demo, other, or another name; or delete reports/baselines/main.json first.',
  )
  expect(readBaseline(root, 'main').run.id).toBe('r1')
  saveBaseline(root, 'main', ofSuites('r3', 'demo', 'other'))
  expect(readBaseline(root, 'main').run.id).toBe('r3')
})

describe('the answers of a baseline', () => {
  const judged: ScoresDocument = {
    ...DOCUMENT,
    run: { ...DOCUMENT.run, called: { demo: ['candidate', 'judge'], plain: ['candidate'], judged: ['judge'] } },
    suites: { demo: {}, plain: {}, judged: {} } as never,
  }

  test('are of the suites in which a judge judges another role', () => expect(judgedSuites(judged)).toEqual(['demo']))

  test('are a replay without prompts, and without what judges said, failed, or is of other suites', async () => {
    const run = makeRun([record('x', 1)])
    const call = (own: object) => ({ suite: 'demo', item: 'x', role: 'candidate', call: 'answer', trial: 0, ...own })
    const calls = [
      call({
        content: 'an answer',
        reasoning: 'thoughts',
        messages: [{ role: 'user', content: 'a question' }],
        ms: 5,
        served: { model: 'x-1' },
      }),
      call({ content: '', reasoning: 'only thoughts', finish: 'length', trial: 1 }),
      call({ error: 'timed out', call: 'other' }),
      call({ role: 'judge', content: 'yes' }),
      call({ suite: 'plain', content: 'unasked' }),
    ]
    writeFileSync(run.calls, calls.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const files = writeBaseline('main', run)
    const size = await keepAnswers(run, ['demo'], files)
    expect(size).toBe(readFileSync(files.answers).length)
    const kept = gunzipSync(readFileSync(files.answers))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const key = { suite: 'demo', item: 'x', role: 'candidate', call: 'answer', ask: 0, vote: 0 }
    expect(kept).toEqual([
      { ...key, trial: 0, content: 'an answer', served: { model: 'x-1' } },
      { ...key, trial: 1, content: '', reasoning: 'only thoughts', finish: 'length' },
    ])
    dropAnswers(files)
    expect(existsSync(files.answers)).toBe(false)
  })

  test('that are not there are told with what to do; of no baseline nothing is', () => {
    writeBaseline('main', makeRun([record('x', 1)]))
    expect(() => keptAnswers(root, 'main')).toThrow(/^Failed to judge the baseline main again: it keeps no answers\. /)
    expect(keptAnswers(root, 'other')).toBeUndefined()
  })
})

describe('the runs of a candidate', () => {
  type Saying = Partial<Omit<ScoresDocument, 'run'>> & { readonly run?: Partial<ScoresDocument['run']> }
  const RUNS = ['r1', 'r2', 'r3', 'r4'] as const
  /** A folder of runs, with what is said of each. */
  function folderOf(of: (id: string, at: number) => Saying): string {
    for (const [at, id] of RUNS.entries()) {
      const { run, ...own } = of(id, at)
      const folder = runFolder(join(root, 'runs', id))
      mkdirSync(folder.path, { recursive: true })
      const startedAt = `2026-11-2${at}T00:00:00.000Z`
      writeFileSync(folder.scores, JSON.stringify({ ...DOCUMENT, ...own, run: { ...DOCUMENT.run, id, startedAt, ...run } }))
    }
    return join(root, 'runs')
  }
  const z = { roles: { ...DOCUMENT.run.roles, candidate: { model: 'openai:z', simulated: false } } }

  test.each<[string, (id: string) => Partial<ScoresDocument['run']>, number]>([
    ['all are', () => ({}), 5],
    ['one is incomplete', (id) => (id === 'r1' ? { incomplete: { ran: 1 } } : {}), 4],
    ['one says no more than that it is partial', (id) => (id === 'r1' ? { partial: true } : {}), 4],
    ['two are of another candidate', (id) => (id < 'r3' ? z : {}), 3],
    ['none is but itself', () => z, 1],
  ])('that a baseline could have been chosen from: %s', (_what, run, count) =>
    expect(
      runsToChooseFrom(
        folderOf((id) => ({ run: run(id) })),
        DOCUMENT,
      ),
    ).toBe(count),
  )

  test('those of answers that were there before are no other choice, nor another try', () => {
    const usage = (cached: number) => ({ candidate: { calls: 4, cached, promptTokens: 0, completionTokens: 0, usd: null } })
    const folder = folderOf((id) => ({ usage: usage(id === 'r1' ? 3 : 4), baseline: base, gates: [{ ...drop, verdict: 'held' }] }))
    expect(runsToChooseFrom(folder, DOCUMENT)).toBe(2)
    // Itself a repeat, of the one that was asked.
    expect(runsToChooseFrom(folder, { ...DOCUMENT, usage: usage(4) })).toBe(1)
    expect(earlierGated(folder, 'main', DOCUMENT, { ...DOCUMENT.run, id: 'r4', startedAt: '2026-11-23T00:00:00.000Z' })).toBe(1)
  })

  const base = { name: 'main', run: DOCUMENT.run.id, startedAt: DOCUMENT.run.startedAt, model: 'openai:x', suites: {} }
  const drop = { ...gateParts('demo', 'score', 'maxDrop 0.1'), value: 1 }
  test.each<[string, (id: string) => Saying, number]>([
    ['all before it', () => ({ baseline: base, gates: [{ ...drop, verdict: 'broken' }] }), 3],
    ['not those of a part', () => ({ baseline: base, gates: [{ ...drop, verdict: 'pending' }] }), 0],
    ['not those of another suite', () => ({ baseline: base, gates: [{ ...drop, suite: 'other', verdict: 'held' }] }), 0],
    ['not those without a rule about a drop', () => ({ baseline: base, gates: [] }), 0],
    ['not those of an older baseline', () => ({ baseline: { ...base, run: 'older' }, gates: [{ ...drop, verdict: 'held' }] }), 0],
    ['not those of another candidate', (id) => ({ baseline: base, gates: [{ ...drop, verdict: 'held' }], run: id === 'r1' ? z : {} }), 2],
  ])('that gates held against a baseline: %s', (_what, of, count) => {
    const folder = folderOf(of)
    expect(earlierGated(folder, 'main', DOCUMENT, { ...DOCUMENT.run, id: 'r4', startedAt: '2026-11-23T00:00:00.000Z' })).toBe(count)
  })
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

test.each([
  ['kept', (path: string) => keptRun(runFolder(path))],
  ['compared', (path: string) => openComparedRun(path, '/')],
])('a run without its records is not %s', (_, open) => {
  writeFileSync(join(root, 'scores.json'), JSON.stringify(madeDocument()))
  expect(() => open(root)).toThrow(`Failed to read the run ${root}: it has no items.jsonl. Name a run with its records.`)
})

test('one that there is not is asked for with those of nearly its name', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect(baselineOrWhy(root, 'man', 'latest')).toMatch(/^there is no baseline man yet\. To make/)
  mkdirSync(join(root, 'reports', 'baselines'), { recursive: true })
  writeFileSync(baselineFiles(root, 'main').scores, JSON.stringify(madeDocument()))
  expect(baselineOrWhy(root, 'man', 'latest')).toMatch(/^there is no baseline man yet\. Did you mean main\? To make/)
  expect(baselineOrWhy(root, 'main', 'latest')).toMatchObject({ exitCode: 0 })
})
