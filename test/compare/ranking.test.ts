import { describe, expect, test } from 'vitest'
import type { ComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import { rankRuns } from '../../src/deciding/compare/ranking.ts'
import { otherItemsTexts } from '../../src/reports/compare/unlikeTexts.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { hasShared, isLong } from '../shared.ts'
import { CLAUDE, DEEPSEEK, GPT, runOf } from './recordedRuns.ts'

describe.skipIf(!hasShared)('recorded FB-Bench runs in their order (skipped without the shared folder)', () => {
  // Of three runs each pair is compared, a second each: in the long run alone.
  test('ranks are shared by the two that cannot be told apart', async () => {
    const names = isLong ? [CLAUDE, GPT, DEEPSEEK] : [GPT, DEEPSEEK]
    const { metric, runs } = rankRuns(await fbBenchSuite.rules(), names.map(runOf))
    expect(metric).toBe('overall')
    expect(runs.map(({ name }) => name)).toEqual([...names].reverse())
    expect([runs[0]?.from, runs[0]?.to]).toEqual([1, 2])
  })
})

// Bare records bring no layout with them, as those of a run do.
test('records alone are ranked by what their suite is read by first', async () => {
  const run = (name: string, score: number): ComparedRun => ({
    name,
    document: undefined,
    records: ['ec/Coding', 'rm/Coding'].map((task) => ({
      suite: 'fb-bench',
      item: task,
      task,
      trial: 0,
      status: 'failed',
      tags: {},
      scores: { score, total: score },
    })),
  })
  const { metric, runs } = rankRuns(await fbBenchSuite.rules(), [run('low', 0.2), run('high', 0.4)])
  expect([metric, ...runs.map(({ name }) => name)]).toEqual(['overall', 'high', 'low'])
})

/** A run of 100 hard items of which so many are right, with so many easy ones that are all right. */
const mixed = (name: string, right: number, easy = 0): ComparedRun => ({
  name,
  document: undefined,
  records: Array.from({ length: 100 + easy }, (_, at) => ({
    suite: 'fb-bench',
    item: at < 100 ? `hard-${at}` : `easy-${at}`,
    task: 'ec/Coding',
    trial: 0,
    status: 'passed',
    tags: {},
    scores: { score: Number(at >= 100 || at < right), total: Number(at >= 100 || at < right) },
  })),
})

describe('where runs have other items', () => {
  test('places are of the items that two share, and say how many these are', async () => {
    const runs = [mixed('b', 50, 150), mixed('c', 20), mixed('a', 70)]
    const ranking = rankRuns(await fbBenchSuite.rules(), runs)
    expect(ranking.runs.map(({ name, value, from, to, items }) => [name, value, from, to, items])).toEqual([
      ['a', 70, 1, 1, 100],
      ['b', 80, 2, 2, 250],
      ['c', 20, 3, 3, 100],
    ])
    expect(ranking.shared).toEqual([100, 100])
    expect(otherItemsTexts(ranking, 'run')).toEqual([
      expect.stringContaining('NOT THE SAME ITEMS: the runs have 100 to 250 scored items, and two of them share 100.'),
    ])
  })

  test('runs that share no item cannot be told apart', async () => {
    const other = { ...mixed('other', 0), records: mixed('other', 0).records.map((record) => ({ ...record, item: `x-${record.item}` })) }
    const ranking = rankRuns(await fbBenchSuite.rules(), [mixed('a', 70), other, mixed('c', 20)])
    expect(ranking.runs.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['a', 1, 2],
      ['other', 1, 3],
      ['c', 2, 3],
    ])
    expect(ranking.shared).toEqual([0, 100])
  })
})
