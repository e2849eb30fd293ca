import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import type { Finished } from '../run.ts'
import { fixture, once, readCalls, readItems, readScores, runFixture, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { gates, gatesOf, holdfast, runMarks } from './marksRun.ts'
import { ownProject } from './ownProject.ts'

// What an exit code is decided by are the tables in src/deciding/decide.test.ts and decideByGates.test.ts. Here: that the decision
// leaves the process, whatever else Vitest does in it, and that a merge decides as a run does.

/** A candidate that is not simulated and ends each item as `OUTCOMES` says. */
const MODEL = `module:${fixture('capitals', 'agent.ts')}#ask`

function capitals(env: Readonly<Record<string, string>> = {}, args = ['capitals.eval']): Promise<VitestRun> {
  return runFixture('capitals', args, { HOLDFAST_MODEL: MODEL, ...env })
}

/** The sentence that says why a run exits as it does, unwrapped. */
function verdict({ stdout }: VitestRun): string | undefined {
  return /exit \d+: .*?\.(?= Finish it| Next: | scores |\s*$)/.exec(unwrapped(stdout))?.[0]
}

/** Asserts the exit code, of the process and in scores.json. */
function expectExit(run: VitestRun, code: number): void {
  expect(run.code, run.text).toBe(code)
  expect(readScores(run).exitCode).toBe(code)
}

describe.concurrent('a run of scored items', () => {
  // A plain test that passes beside them changes nothing.
  const failing = once(() => capitals({ OUTCOMES: 'pass,fail,fail' }, ['capitals.eval', 'plain.spec']))

  test('exits 0 when items fail, and says that they do not decide', async () => {
    const run = await failing()
    expectExit(run, 0)
    expect(readScores(run).suites).toMatchObject({ capitals: { items: 4, passed: 2, failed: 2 } })
    expect(run.stdout).toContain('2 of 4 scored. They do not decide the exit code.')
  })

  test('says so after everything else but where the scores are', async () => {
    const lines = (await failing()).stdout.trimEnd().split('\n').slice(-3)
    expect(lines[0]).toBe(' exit 0: complete, no gates configured.')
    expect(lines[1]).toMatch(/^ scores \S+scores\.json$/)
    expect(lines[2]).toMatch(/^ open \S+index\.html$/)
  })

  test('exits 1 when too many items end in an error, and says in which', async () => {
    const run = await capitals({ OUTCOMES: 'error' })
    expectExit(run, 1)
    expect(verdict(run)).toBe('exit 1: 1 of 4 items have no score, over the limit of 1 %.')
    expect(unwrapped(run.stdout)).toContain(' Next: npx holdfast show latest --unscored lists the items without a score.')
    expect(readScores(run)).not.toHaveProperty('spent')
    expect(unwrapped(run.stdout)).toContain('out of order')
  })

  test('exits 1 when a filter ran fewer items than planned, and decides no gate', async () => {
    const run = await capitals(gates({ capitals: { score: { min: 0.5 } } }), ['capitals.eval', '-t', 'fr'])
    expectExit(run, 1)
    expect(verdict(run)).toBe('exit 1: incomplete: 1 of 4 items ran.')
    expect(readScores(run).run.partial).toBe(true)
    expect(gatesOf(run)).toEqual(['capitals score min 0.5 pending'])
  })

  test('exits 1 when a filter ran no item', async () => {
    const run = await capitals({}, ['capitals.eval', '-t', 'nothing has this name'])
    expect(run.code).toBe(1)
    expect(verdict(run)).toBe('exit 1: no item ran: none of 4 has "nothing has this name" in its name (-t).')
  })
})

describe.concurrent('failures that are not scores', () => {
  test('are exit 1, and counted once each: a file that does not load, a plain test, a promise that nobody handles', async () => {
    const run = await runMarks({ marks: 'south-1=reject', env: { SUM: '3' }, args: ['marks.eval', 'throws.eval', 'plain.spec'] })
    expectExit(run, 1)
    expect(verdict(run)).toBe('exit 1: 3 failures that are no scores.')
    for (const said of ['this file does not load', 'expected 2 to be 3', 'nobody caught this'])
      expect(stripVTControlCharacters(run.text).match(new RegExp(`^.*Error: .*${said}|^ +${said}`, 'gm')), said).toHaveLength(1)
    expect(readScores(run).suites).toMatchObject({ marks: { passed: 12 } })
  })

  test('a body that ends its process is exit 1', async () => {
    const run = await runMarks({ marks: 'west-4=exit' })
    expectExit(run, 1)
    expect(run.text).toContain('process.exit unexpectedly called')
  })
})

describe.concurrent('a run that is interrupted', () => {
  const project = once(() => ownProject('ownSummary'))
  const interrupted = once(() =>
    project().vitest({ WAIT: join(temporaryFolder(), 'pid'), ...gates({ words: { twice: { min: 1 } } }, true) }, [], async (running) => {
      await running.until(/ 4\/8 items/)
      running.interrupt()
    }),
  )

  test('exits 75, and says that it is incomplete', async () => {
    const run = await interrupted()
    expectExit(run, 75)
    expect(verdict(run)).toMatch(/^exit 75: (incomplete: \d of 8 items ran; )?interrupted\.$/)
  })

  test('keeps what had ended, lets nothing go on, and decides no gate', async () => {
    const run = await interrupted()
    const ended = readItems(run).filter(({ status }) => status === 'passed')
    expect(ended.length).toBeGreaterThanOrEqual(4)
    expect(ended.map(({ item }) => item)).not.toContain('w-8')
    expect(readScores(run)).toMatchObject({ run: { partial: true }, suites: { words: { passed: ended.length } } })
    expect(gatesOf(run)).toEqual(['words twice min 1 pending'])
    expect(readFileSync(run.folder.markdown, 'utf8')).toMatch(
      /^## \? Not decided: the run is incomplete\n.*^- ✗ interrupted\n.* · exit 75 /ms,
    )
  })

  test('can be finished, and then decides', async () => {
    const { folder } = await interrupted()
    const env = { HOLDFAST_OUT: undefined, HOLDFAST_RESUME: folder.path, ...gates({ words: { twice: { min: 16 } } }, true) }
    const finished = { ...(await project().vitest(env)), folder }
    expectExit(finished, 0)
    expect(gatesOf(finished)).toEqual(['words twice min 16 held'])
  })
})

/** When a suite began and ended in a run of several. */
function timesOf(run: VitestRun, suite: string): [number, number] {
  const { startedAt = '', finishedAt = '' } = readScores(run).spent?.[suite] ?? {}
  return [Date.parse(startedAt), Date.parse(finishedAt)]
}

describe.concurrent('a run of two suites', () => {
  const both = once(() => runMarks({ args: ['marks.eval', 'second.eval'] }))
  /** Calls by role of whatever says so. */
  const callsOf = (usage: Readonly<Record<string, { readonly calls: number }>> = {}) =>
    Object.fromEntries(Object.entries(usage).map(([role, { calls }]) => [role, calls]))
  /** Calls of a suite by role, as the journal has them. */
  const journaled = (run: VitestRun, suite: string) => ({ candidate: readCalls(run).filter((call) => call.suite === suite).length })

  test('tells the calls and the time of each', async () => {
    const run = await both()
    for (const [suite, calls] of [
      ['marks', 12],
      ['second', 1],
    ] as const) {
      expect(journaled(run, suite)).toEqual({ candidate: calls })
      expect(callsOf(readScores(run).spent?.[suite]?.usage)).toEqual({ candidate: calls })
      const [from, to] = timesOf(run, suite)
      const { startedAt, finishedAt } = readScores(run).run
      // Vitest's clock and ours may differ by a millisecond.
      expect(from).toBeGreaterThanOrEqual(Date.parse(startedAt) - 1)
      expect(to).toBeGreaterThanOrEqual(from)
      expect(to).toBeLessThanOrEqual(Date.parse(finishedAt) + 1)
    }
  })

  test('has them apart when one suite is summarized', async () => {
    const run = await both()
    const second = await holdfast(['merge', run.folder.path, '--suite', 'second', '--json'], run.root)
    expect(second.code, second.stderr).toBe(0)
    expect(callsOf(JSON.parse(second.stdout).usage)).toEqual(journaled(run, 'second'))
  })
})

describe.concurrent('parts of Vitest’s own --shard', () => {
  const ANY = { marks: { score: { min: 0 } }, second: { score: { min: 0 } } }
  /** One benchmark each, whichever way the hash of paths falls. */
  const parts = once(async () => {
    const root = temporaryFolder()
    const part = (index: number) =>
      runMarks({ root, marks: 'north=2', gates: ANY, args: ['marks.eval', 'second.eval', `--shard=${index}/2`, '--reporter=blob'] })
    const runs = await Promise.all([part(1), part(2)])
    return { root, runs, ended: Date.now() }
  })
  const merge = async (min?: number) => {
    const { root } = await parts()
    const rules = min === undefined ? undefined : { marks: { score: { min } }, second: { score: { min: 1 } } }
    return runMarks({ root, gates: rules, args: [`--merge-reports=${join(root, '.vitest-reports')}`] })
  }

  test('exit 0 each, although items fail', async () => {
    for (const run of (await parts()).runs) expectExit(run, 0)
  })

  test.each([
    [0, 0.8, 'held'],
    [1, 0.9, 'broken'],
  ] as const)('are merged with --merge-reports: exit %i, with the times of the parts', async (code, min, how) => {
    const { ended } = await parts()
    const run = await merge(min)
    expectExit(run, code)
    expect(gatesOf(run)).toEqual([`marks score min ${min} ${how}`, 'second score min 1 held'])
    for (const suite of ['marks', 'second']) {
      const [from, to] = timesOf(run, suite)
      expect(to).toBeGreaterThanOrEqual(from)
      expect(to).toBeLessThanOrEqual(ended)
    }
  })

  test('are red without the gates that they were run with', async () => {
    const run = await merge()
    expectExit(run, 1)
    expect(run.stdout.replace(/\n\s+/g, ' ')).toContain(
      'the parts have gates that are not set here: marks score min 0, second score min 0.',
    )
  })
})

/** What `holdfast merge` printed. */
const documentOf = ({ stdout }: Finished) => scoresDocument.parse(JSON.parse(stdout))

describe.concurrent('parts of HOLDFAST_SHARD', () => {
  const ABOVE_90 = { llmbar: { 'accuracy.Natural': { min: 90 } } }
  // The judge is right in every pair: 100.
  const part = (index: number, args: readonly string[] = []) =>
    runFixture('certified', ['llmbar.eval', ...args], {
      GITHUB_STEP_SUMMARY: '',
      HOLDFAST_JUDGE: 'sim:judge',
      HOLDFAST_LIMIT: '6',
      HOLDFAST_LLMBAR_SUBSETS: 'Natural,Manual',
      HOLDFAST_SHARD: `${index}/2`,
      ...gates(ABOVE_90, true),
    })
  const shards = once(() => Promise.all([part(1), part(2)]))
  const summarize = (runs: readonly VitestRun[], rules?: object) =>
    holdfast(
      ['merge', ...runs.map(({ folder }) => folder.path), '--suite', 'llmbar', '--json'],
      temporaryFolder(),
      rules ? gates(rules, true) : {},
    )

  test('leave their gates pending: exit 0', async () => {
    for (const run of await shards()) {
      expectExit(run, 0)
      expect(gatesOf(run)).toEqual(['llmbar accuracy.Natural min 90 pending'])
      expect(unwrapped(run.stdout)).toContain('gates stay pending until holdfast merge puts all together')
    }
  })

  // The judge that is measured is not asked for a certificate.
  test.each([
    [0, { ...ABOVE_90, minJudgeAccuracy: 50 }, ['judge accuracy pending', 'llmbar accuracy.Natural held']],
    [1, { llmbar: { 'accuracy.Natural': { max: 90 } } }, ['llmbar accuracy.Natural broken']],
  ])('are merged: exit %i', async (code, rules, verdicts) => {
    const merged = await summarize(await shards(), rules)
    expect(merged.code, merged.stderr).toBe(code)
    const document = documentOf(merged)
    expect(document).toMatchObject({ exitCode: code, run: { partial: false } })
    expect(document.gates.map(({ metric, verdict }) => `${metric} ${verdict}`)).toEqual(verdicts)
  })

  test.each([
    ['2/2', (first: VitestRun, _second: VitestRun) => [first]],
    ['1/2', (_first: VitestRun, second: VitestRun) => [second, second]],
  ])('are not whole without %s: exit 1', async (missing, choose) => {
    const [first, second] = await shards()
    const merged = await summarize(choose(first, second))
    expect(merged.code).toBe(1)
    expect(merged.stderr).toContain(`exit 1: incomplete: shard ${missing} missing`)
    expect(documentOf(merged).run.partial).toBe(true)
  })

  test('are not merged with one of another judge', async () => {
    const [first, second] = await shards()
    const copy = join(temporaryFolder(), 'part')
    cpSync(second.folder.path, copy, { recursive: true })
    const scores = join(copy, 'scores.json')
    writeFileSync(scores, readFileSync(scores, 'utf8').replaceAll('"sim:judge"', '"sim:judge?noise=0.5"'))
    const merged = await holdfast(['merge', first.folder.path, copy, '--suite', 'llmbar', '--json'], temporaryFolder())
    expect([merged.code, merged.stdout]).toEqual([1, ''])
    expect(merged.stderr).toContain('Failed to merge the runs')
  })

  test('of which one ran less than it was to: it exits 1 and so does the merge, although the gate would hold', async () => {
    const filtered = await part(1, ['-t', 'Natural'])
    expectExit(filtered, 1)
    expect(readScores(filtered).run.partial).toBe(true)
    expect(verdict(filtered)).toMatch(/^exit 1: incomplete: \d of \d items ran\.$/)
    const [, second] = await shards()
    const merged = await summarize([filtered, second], ABOVE_90)
    expect(merged.code, merged.stderr).toBe(1)
    const document = documentOf(merged)
    expect(document).toMatchObject({ exitCode: 1, run: { partial: true }, gates: [{ verdict: 'pending' }] })
    expect(document.suites.llmbar?.metrics['accuracy.Natural']?.value).toBe(100)
  })
})

describe.concurrent('a merge decides as a run does', () => {
  const project = once(() => ownProject('ownSummary'))
  const REAL = { HOLDFAST_MODEL: 'module:./agent.js#ask', WRONG: 'w-2' }
  const SIMULATED = { HOLDFAST_MODEL: 'sim:oracle' }
  const parts = (env: Readonly<Record<string, string>>) =>
    once(() => Promise.all([1, 2].map((index) => project().vitest({ ...env, HOLDFAST_SHARD: `${index}/2` }))))
  const real = { env: REAL, parts: parts(REAL) }
  const simulated = { env: SIMULATED, parts: parts(SIMULATED) }

  test.each([
    [1, 'HOLDFAST_STRICT and an item that failed', real, { HOLDFAST_STRICT: '1' }],
    [0, 'maxUnscored alone with a simulated candidate', simulated, gates({ maxUnscored: 0.5 })],
    // Gates on metrics of a benchmark's own are merged in ownSuite.test.ts.
  ] as const)('exit %i: %s', async (code, _name, { env, parts: shards }, by) => {
    const whole = await project().vitest({ ...env, ...by })
    expectExit(whole, code)
    const folders = (await shards()).map(({ folder }) => folder.path)
    const merged = await project().holdfast(['merge', ...folders, '--suite', 'words', '--json'], by)
    expect(merged.code, merged.stderr).toBe(code)
    expect(documentOf(merged)).toMatchObject({ exitCode: code, run: { partial: false } })
    expect(documentOf(merged).suites).toEqual(readScores(whole).suites)
    expect(documentOf(merged).gates).toEqual(readScores(whole).gates)
  })

  test('records alone decide nothing without gates', async () => {
    const [{ folder }] = (await real.parts()) as [VitestRun]
    const copy = join(temporaryFolder(), 'items.jsonl')
    cpSync(folder.items, copy)
    expect(await project().holdfast(['merge', copy, '--suite', 'words', '--json'], { HOLDFAST_STRICT: '1' })).toMatchObject({ code: 0 })
    expect(
      await project().holdfast(['merge', copy, '--suite', 'words', '--json'], gates({ words: { twice: { min: 100 } } })),
    ).toMatchObject({ code: 1 })
    expect(existsSync(copy)).toBe(true)
  })
})
