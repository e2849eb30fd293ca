import type { Display, Headline } from '../core/format/display.ts'
import { metricScale } from '../core/format/metricScale.ts'
import type { SuiteScores } from '../core/format/scoresDocument.ts'
import type { Figures } from '../core/stats/summary/metric.ts'

/** The metric a suite is read by: its own choice, `score`, else its first, as a share if all its metrics lie from 0 to 1. */
export function headlineOf(
  { metrics }: { readonly metrics: SuiteScores['metrics'] | Figures },
  presentation: { readonly headline?: Headline | undefined; readonly display?: Pick<Display, 'headline'> | undefined } | undefined,
): Headline {
  const named = presentation?.headline ?? headlineIn(metrics)
  if (named && metrics[named.key]) return named
  const keys = ownMetrics(metrics)
  const display = presentation?.display?.headline
  const shown = display && metrics[display.key] ? display : undefined
  const key = shown?.key ?? (keys.includes('score') ? 'score' : (keys[0] ?? 'pass_rate'))
  const own = keys.length > 0 ? keys : ['pass_rate']
  const ends = own.flatMap((name) => [metrics[name]?.value ?? 0, ...(metrics[name]?.ci95 ?? [])])
  const share = own.every((name) => (metrics[name]?.value ?? 0) >= 0 && (metrics[name]?.value ?? 0) <= 1)
  return {
    key,
    label: shown?.label ?? key,
    range: share ? [0, 1] : [Math.min(0, ...ends), Math.max(1, ...ends)],
    digits: share ? 3 : 2,
  }
}

/** The figure that says that the suite is read by it first, and how it is shown; undefined where none does. */
export function headlineIn(figures: Figures): Headline | undefined {
  for (const [key, figure] of Object.entries(figures)) {
    const range = metricScale(figure)
    if (figure.headline && range) return { key, label: figure.label ?? key, range, ...figure.headline }
  }
  return undefined
}

/** Key of the figure that a suite is read by first, by what it has over its items whether they ran or not. */
export function firstMetric(planned: Figures): string {
  return headlineIn(planned)?.key ?? (planned.score ? 'score' : (ownMetrics(planned)[0] ?? 'pass_rate'))
}

/** Keys of the metrics that runs are compared by unasked. */
export function comparedMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => metrics[key]?.compared !== false)
}

/** Keys of the metrics of a suite itself, without those that every suite has. */
export function ownMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => !metrics[key]?.common)
}
