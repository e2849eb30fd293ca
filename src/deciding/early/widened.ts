import { metricScale } from '../../core/format/metricScale.ts'
import type { Metrics } from '../../core/format/scoresDocument.ts'
import { widenedInterval } from '../../core/stats/sequential/anytimeFactor.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { EarlyStop } from './earlyStop.ts'

/**
 * The metrics of a suite that ended early, with intervals that hold although the figures themselves said when to end: wider than
 * those of a run whose size was fixed.
 */
export function widenedMetrics<M extends Metrics>(metrics: M, { units }: EarlyStop): M {
  return Object.fromEntries(
    Object.entries(metrics).map(([key, metric]) => [
      key,
      { ...metric, ci95: widenedInterval(metric.value, metric.ci95, units, metricScale(metric)) },
    ]),
  ) as unknown as M
}

/**
 * A comparison with the baseline by a suite that ended early: what its wider intervals leave open cannot be told.
 *
 * @param described the metrics, with what they can be.
 */
export function widenedComparison(comparison: BaselineComparison, { units }: EarlyStop, described: Metrics): BaselineComparison {
  return {
    ...comparison,
    metrics: comparison.metrics.map((metric) => {
      const own = metricScale(described[metric.key])
      const scale = own && ([own[0] - own[1], own[1] - own[0]] as const)
      const ci95 = widenedInterval(metric.change, metric.ci95 && [metric.ci95[0], metric.ci95[1]], units, scale)
      const isOpen = !ci95 || (ci95[0] <= 0 && ci95[1] >= 0)
      return { ...metric, ci95, ...(isOpen && { verdict: 'cannot-tell' as const }) }
    }),
  }
}
