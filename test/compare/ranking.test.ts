import { describe, expect, test } from 'vitest'
import type { ComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import { rankRuns } from '../../src/deciding/compare/ranking.ts'
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
