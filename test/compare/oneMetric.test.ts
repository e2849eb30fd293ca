import { describe, expect, test } from 'vitest'
import { hasShared } from '../shared.ts'
import { CLAUDE, compare, DEEPSEEK, GPT } from './recordedRuns.ts'

describe.skipIf(!hasShared)('recorded FB-Bench runs by one metric (skipped without the shared folder)', () => {
  // What `--fail-on worse` goes by.
  test('by that metric alone, only a drop that is told is worse', async () => {
    const verdictOf = async (a: string, b: string) => {
      const { metrics } = await compare(a, b, { metric: 'overall' })
      expect(metrics.map(({ key }) => key)).toEqual(['overall'])
      return metrics[0]?.verdict
    }
    expect(await verdictOf(DEEPSEEK, CLAUDE)).toBe('worse')
    expect(await verdictOf(CLAUDE, DEEPSEEK)).toBe('better')
    expect(await verdictOf(DEEPSEEK, GPT)).toBe('cannot-tell')
  })
})
