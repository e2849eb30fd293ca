import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, readCalls, readScores, temporaryFolder, type VitestRun } from './fixtureRun.ts'
import { holdfast, runMarks } from './marksRun.ts'

const FILES = ['marks.eval', 'second.eval']

/** Calls of a suite by role, as its journal has them. */
function callsOf(run: VitestRun, suite: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { role } of readCalls(run).filter((call) => call.suite === suite)) counts[role] = (counts[role] ?? 0) + 1
  return counts
}

/** Calls of a suite by role, as scores.json has them. */
function spentOf(run: VitestRun, suite: string): Record<string, number> {
  const { usage = {} } = readScores(run).spent?.[suite] ?? {}
  return Object.fromEntries(Object.entries(usage).map(([role, { calls }]) => [role, calls]))
}

const times = (run: VitestRun, suite: string) => {
  const { startedAt = '', finishedAt = '' } = readScores(run).spent?.[suite] ?? {}
  return [Date.parse(startedAt), Date.parse(finishedAt)] as const
}

describe.concurrent('a run of two suites', () => {
  const both = once(() => runMarks({ args: FILES }))

  test('tells the calls and the time of each', async () => {
    const run = await both()
    for (const suite of ['marks', 'second']) {
      expect(Object.values(callsOf(run, suite)).length).toBeGreaterThan(0)
      expect(spentOf(run, suite)).toEqual(callsOf(run, suite))
      const [start, end] = times(run, suite)
      const { startedAt, finishedAt } = readScores(run).run
      // Vitest's clock and ours may differ by a millisecond.
      expect(start).toBeGreaterThanOrEqual(Date.parse(startedAt) - 1)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(Date.parse(finishedAt) + 1)
    }
  })

  test('has them apart when one suite is summarized', async () => {
    const run = await both()
    const { code, stdout, stderr } = await holdfast(['summarize', 'second', run.folder.path], run.root)
    expect(code, stderr).toBe(0)
    const { usage } = JSON.parse(stdout)
    expect(Object.fromEntries(Object.entries<{ calls: number }>(usage).map(([role, { calls }]) => [role, calls]))).toEqual(
      callsOf(run, 'second'),
    )
  })

  test('has them apart on a board', async () => {
    const run = await both()
    const { code, stdout, stderr } = await holdfast(['board', run.folder.path, '--suite', 'second', '--json'], run.root)
    expect(code, stderr).toBe(0)
    const [start, end] = times(run, 'second')
    expect(JSON.parse(stdout).suites[0].runs).toMatchObject([{ seconds: (end - start) / 1000, wholeRun: false }])
  })
})

test('parts merged by --merge-reports have the times of the parts, not of the merging', async () => {
  const root = temporaryFolder()
  for (const index of [1, 2]) await runMarks({ root, args: [...FILES, `--shard=${index}/2`, '--reporter=blob'] })
  const begun = Date.now()
  const merged = await runMarks({ root, args: [`--merge-reports=${join(root, '.vitest-reports')}`] })
  for (const suite of ['marks', 'second']) {
    const [start, end] = times(merged, suite)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThan(begun)
  }
})

test('a run of one suite says nothing beside the whole', async () => {
  expect(readScores(await runMarks({}))).not.toHaveProperty('spent')
})
