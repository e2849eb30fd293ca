import { isCommonMetric } from '../core/format/commonMetrics.ts'
import type { Display, Headline } from '../core/format/display.ts'
import type { SuiteScores } from '../core/format/scoresDocument.ts'

/**
 * The metric that a suite is read by first. Where the suite names none it is guessed: `score`, else the first metric of its
 * own; shown as a share if all its metrics lie between 0 and 1.
 */
export function headlineOf(
  { metrics }: Pick<SuiteScores, 'metrics'>,
  presentation: { readonly headline?: Headline | undefined; readonly display?: Pick<Display, 'headline'> | undefined } | undefined,
): Headline {
  const named = presentation?.headline
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

/** Keys of the metrics of a suite itself, without those that every suite has. */
export function ownMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => !isCommonMetric(key))
}
