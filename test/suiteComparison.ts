import type { MetricComparison } from '../src/core/stats/compareRecords.ts'
import type { SuiteComparison } from '../src/deciding/compare/suiteComparison.ts'

/** Two runs in one suite, on twelve items of which three newly fail and one is fixed, but for what is given. */
export function suiteComparison(suite: string, metrics: readonly MetricComparison[], own: Partial<SuiteComparison> = {}): SuiteComparison {
  return {
    suite,
    metrics,
    first: 'score',
    paired: 12,
    onlyA: 0,
    onlyB: 0,
    fullMarks: { onlyA: 3, onlyB: 1, both: 8, neither: 0 },
    lost: ['a', 'b', 'c'],
    gained: ['d'],
    warning: undefined,
    ...own,
  }
}
