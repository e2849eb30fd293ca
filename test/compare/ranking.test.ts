import { describe, expect, test } from 'vitest'
import { rankRuns } from '../../src/results/compare/ranking.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { hasShared } from '../shared.ts'
import { CLAUDE, DEEPSEEK, GPT, runOf } from './recordedRuns.ts'

describe.skipIf(!hasShared)('recorded FB-Bench runs in their order (skipped without the shared folder)', () => {
  test('ranks are shared by the two that cannot be told apart', async () => {
    const { metric, runs } = rankRuns(await fbBenchSuite.rules(), [CLAUDE, GPT, DEEPSEEK].map(runOf))
    expect(metric).toBe('overall')
    expect(runs.map(({ name }) => name)).toEqual([DEEPSEEK, GPT, CLAUDE])
    expect([runs[0]?.from, runs[0]?.to]).toEqual([1, 2])
  })
})
