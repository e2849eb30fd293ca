import type { MetricComparison } from '../src/core/stats/compareRecords.ts'

/** A metric that changed by 0 and cannot be told, but for what is given. */
export function metricComparison(own: Partial<MetricComparison> & Pick<MetricComparison, 'key'>): MetricComparison {
  const figures = { a: 0.7, b: 0.7, change: 0, ci95: null, se: null, df: null, p: 1, adjusted: 1, n: 4 }
  return { ...figures, verdict: 'cannot-tell', level: 0.05, detectable: null, needed: null, ...own }
}
