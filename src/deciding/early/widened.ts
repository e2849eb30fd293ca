import type { ItemRecord } from '../../core/format/records.ts'
import { type Metrics, metricScale, type SuiteScores } from '../../core/format/scoresDocument.ts'
import { judgeSigns } from '../../core/stats/controls/judgeSigns.ts'
import { Z } from '../../core/stats/normal.ts'
import { type Figures, plainMetrics } from '../../core/stats/summary/metric.ts'
import { suiteScores } from '../../core/stats/summary/suiteScores.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { EarlyStop } from './earlyDecision.ts'

/** Units at which the widened interval is made to be shortest. */
const TUNED = 100
/** Share of sequences that may fail. */
const LEVEL = 0.05

/**
 * By how much the half width of an ordinary 95 % interval is multiplied so that it holds at whatever unit one stops: that of the asymptotic
 * confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), sigma sqrt(2 (t r^2 + 1) / (t^2 r^2) log(sqrt(t r^2 + 1) /
 * alpha)), over sigma z / sqrt(t). Its r is the best for 100 units: r^2 = (-2 log alpha + log(1 - 2 log alpha)) / 100.
 * @param units independent units so far.
 */
export function anytimeFactor(units: number): number {
  const t = Math.max(1, units)
  const r2 = (-2 * Math.log(LEVEL) + Math.log(1 - 2 * Math.log(LEVEL))) / TUNED
  return Math.sqrt((2 * (t * r2 + 1) * Math.log(Math.sqrt(t * r2 + 1) / LEVEL)) / (t * r2)) / Z
}

/** An ordinary 95 % interval made to hold at whatever unit one stops; no further than the scale goes. */
export function widenedInterval(
  value: number,
  ci95: readonly [number, number] | null,
  units: number,
  [low, high]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): [number, number] | null {
  if (!ci95) return null
  const factor = anytimeFactor(units)
  // An end beyond the scale was there before: a figure may exceed it.
  return [
    Math.min(ci95[0], Math.max(low, value - factor * (value - ci95[0]))),
    Math.max(ci95[1], Math.min(high, value + factor * (ci95[1] - value))),
  ]
}

/** What is said of a plain mean over items of which some were likelier to run than others. */
const BENT = 'of the items that ran, of which there are more of those that weigh more in gates'

/** Figures of a suite that ended early: plain means over items that were not drawn alike say so. Means over cells stand. */
export function withBentMeans(figures: Figures, records: readonly ItemRecord[]): Figures {
  const sizes = new Map(records.map(({ item, size }) => [item, size]))
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => {
      const drawn = figure.mean?.weigh === 'items' ? [...figure.mean.cells().keys()].flatMap((item) => sizes.get(item) ?? []) : []
      const isBent = drawn.some((size) => Math.abs(size - (drawn[0] ?? size)) > 1e-9 * size)
      return [key, isBent ? { ...figure, note: [figure.note, BENT].filter(Boolean).join('; ') } : figure]
    }),
  )
}

/** Where a suite ended before its last item. */
type Ended = Pick<EarlyStop, 'units'>

/**
 * The scores of a suite by the records that its figures are of. `early`: intervals are wider, and hold although the figures themselves said
 * when to end.
 */
export function shownScores(records: readonly ItemRecord[], own: Figures | Metrics, early: Ended | undefined): SuiteScores {
  const scores = suiteScores(records, own)
  const metrics = Object.entries(plainMetrics(early ? withBentMeans(scores.metrics, records) : scores.metrics)).map(([key, metric]) => {
    const ci95 = early ? widenedInterval(metric.value, metric.ci95, early.units, metricScale(metric)) : metric.ci95
    return [key, { ...metric, ci95 }] as const
  })
  const signs = judgeSigns(records)
  return { ...scores, ...(signs.length > 0 && { judgeSigns: signs }), metrics: Object.fromEntries(metrics) }
}

/** A comparison with the baseline by a suite that ended early: what its wider intervals leave open is not told. `described`: metrics. */
export function widenedComparison(comparison: BaselineComparison, { units }: Ended, described: Metrics): BaselineComparison {
  return {
    ...comparison,
    metrics: comparison.metrics.map((metric) => {
      const own = metricScale(described[metric.key])
      const ci95 = widenedInterval(metric.change, metric.ci95, units, own && [own[0] - own[1], own[1] - own[0]])
      const isOpen = !ci95 || (ci95[0] <= 0 && ci95[1] >= 0)
      return { ...metric, ci95, ...(isOpen && { verdict: 'cannot-tell' as const }) }
    }),
  }
}
