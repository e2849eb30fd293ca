import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'

/** The name of a metric in words, or its key where it has none. */
export function metricName({ shown }: Pick<SuiteComparison, 'shown'>, key: string): string {
  return shown?.labels[key] ?? (shown?.headline.key === key ? shown.headline.label : key)
}

/** The lowest and highest value of a metric, as `0 to 100`; empty where they are not known. */
export function scaleText({ shown }: Pick<SuiteComparison, 'shown'>, key: string): string {
  const ends = shown?.ranges[key] ?? (shown?.headline.key === key ? shown.headline.range : undefined)
  return ends?.every(Number.isFinite) ? ends.map((end) => String(Number(end.toFixed(2)))).join(' to ') : ''
}

/** The figures of a metric: both values, the change and its interval, with decimals that suit the scale. */
export function metricFigures(comparison: Pick<SuiteComparison, 'shown' | 'metrics'>, metric: MetricComparison): string[] {
  const digits = digitsFor(comparison, metric)
  const signed = (value: number) => (value > 0 ? '+' : '') + value.toFixed(digits)
  const { a, b, change, ci95 } = metric
  return [a.toFixed(digits), b.toFixed(digits), signed(change), ci95 ? ci95.map(signed).join(' to ') : '']
}

/** A figure of a metric, with decimals that suit its scale. */
export function metricFigure(comparison: Pick<SuiteComparison, 'shown' | 'metrics'>, metric: MetricComparison, value: number): string {
  return value.toFixed(digitsFor(comparison, metric))
}

function digitsFor({ shown }: Pick<SuiteComparison, 'shown'>, { key, a, b }: MetricComparison): number {
  const [low, high] = shown?.ranges[key] ?? [0, Math.max(Math.abs(a), Math.abs(b))]
  return high - low > 10 ? 2 : 3
}
