import { isCommonMetric, SHARE } from '../../core/format/commonMetrics.ts'
import type { Metrics } from '../../core/format/scoresDocument.ts'
import { widenedInterval } from '../../core/stats/sequential/anytimeFactor.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import type { EarlyStop } from './earlyStop.ts'

/**
 * The metrics of a suite that ended early, with intervals that hold although the figures themselves said when to end: wider than
 * those of a run whose size was fixed.
 *
 * @param ranges lowest and highest value of metrics, where both ends are known.
 */
export function widenedMetrics<M extends Metrics>(
  metrics: M,
  { units }: EarlyStop,
  ranges: Readonly<Record<string, readonly [number, number]>> = {},
): M {
  return Object.fromEntries(
    Object.entries(metrics).map(([key, metric]) => {
      const range = isCommonMetric(key) ? SHARE : ranges[key]
      return [key, { ...metric, ci95: widenedInterval(metric.value, metric.ci95, units, ends(range)) }]
    }),
  ) as unknown as M
}

/** A comparison with the baseline by a suite that ended early: what its wider intervals leave open cannot be told. */
export function widenedComparison(
  comparison: BaselineComparison,
  { units }: EarlyStop,
  { range }: Pick<SuiteRules, 'range'>,
): BaselineComparison {
  return {
    ...comparison,
    metrics: comparison.metrics.map((metric) => {
      const own = ends(isCommonMetric(metric.key) ? SHARE : range(metric.key))
      const scale = own && ([own[0] - own[1], own[1] - own[0]] as const)
      const ci95 = widenedInterval(metric.change, metric.ci95 && [metric.ci95[0], metric.ci95[1]], units, scale)
      const isOpen = !ci95 || (ci95[0] <= 0 && ci95[1] >= 0)
      return { ...metric, ci95, ...(isOpen && { verdict: 'cannot-tell' as const }) }
    }),
  }
}

function ends(range: readonly [number, number, ...unknown[]] | undefined): readonly [number, number] | undefined {
  return range && Number.isFinite(range[0]) && Number.isFinite(range[1]) ? [range[0], range[1]] : undefined
}
