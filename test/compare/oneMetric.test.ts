import { describe, expect, test } from 'vitest'
import { compareSuite } from '../../src/deciding/compare/suiteComparison.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { hasShared, isLong } from '../shared.ts'
import { CLAUDE, DEEPSEEK, GPT, runOf } from './recordedRuns.ts'

describe.skipIf(!hasShared)('recorded FB-Bench runs by one metric (skipped without the shared folder)', () => {
  // What `--fail-on worse` goes by.
  test('by that metric alone, only a drop that is told is worse', async () => {
    const verdictOf = async (a: string, b: string) => {
      const { metrics } = compareSuite(await fbBenchSuite.rules(), runOf(a), runOf(b), { metric: 'overall' })
      expect(metrics.map(({ key }) => key)).toEqual(['overall'])
      return metrics[0]?.verdict
    }
    expect(await verdictOf(DEEPSEEK, CLAUDE)).toBe('worse')
    expect(await verdictOf(DEEPSEEK, GPT)).toBe('cannot-tell')
    // 591 items take a second to compare.
    if (isLong) expect(await verdictOf(CLAUDE, DEEPSEEK)).toBe('better')
  })
})
