import { counted, mean, sampleDeviation, singleLine } from '../../../kit.ts'
import type { InspectScore } from './logSchema.ts'
import { metricKey, type ScoreValues } from './scoreValues.ts'

/** Difference up to which two figures are the same: logs have all digits. */
const SAME = 1e-6
/** Figures of a log that are a mean of the samples' scores. */
const MEANS = new Set(['accuracy', 'mean'])
const DIGITS = 6

/** Adds up the scores of a log's samples, and holds the log's own figures against them. */
export class CrossCheck {
  /** By metric, then by sample: sum and number of its epochs. */
  readonly #scores = new Map<string, Map<string, { sum: number; count: number }>>()
  /** Values by metric that are no figures: Inspect counts them as zeros. */
  readonly #unread = new Map<string, number>()

  /** @param values all that the log has of the sample, whether a record counts it or not: the log's figures are of all. */
  add(item: string, values: ScoreValues): void {
    for (const [name, value] of values) {
      if (value === undefined) {
        this.#unread.set(name, (this.#unread.get(name) ?? 0) + 1)
        continue
      }
      const own = this.#scores.get(name) ?? new Map<string, { sum: number; count: number }>()
      this.#scores.set(name, own)
      const { sum, count } = own.get(item) ?? { sum: 0, count: 0 }
      own.set(item, { sum: sum + value, count: count + 1 })
    }
  }

  /**
   * Where the log says another mean or standard error than its samples give, each in words. The figures are those of the means
   * over epochs; `stderr` is the deviation of these means over the root of their number, as Inspect's is. Figures by other
   * reducers and clustered errors are passed over.
   */
  differences(scores: readonly InspectScore[]): string[] {
    return scores.flatMap(({ name, scorer, reducer, metrics }) => {
      const key = scorer == null || scorer === name ? metricKey(name) : metricKey(scorer, name)
      const samples = this.#scores.get(key)
      if (!samples || (reducer != null && reducer !== 'mean')) return []
      const means = [...samples.values()].map(({ sum, count }) => sum / count)
      return Object.entries(metrics ?? {}).flatMap(([metric, { value, params }]) => {
        const kind = metric.slice(metric.lastIndexOf('/') + 1)
        const own = MEANS.has(kind) ? mean(means) : kind === 'stderr' && params?.cluster == null ? standardError(means) : undefined
        if (own === undefined || value === null || Math.abs(own - value) <= SAME * Math.max(1, Math.abs(value))) return []
        const unread = this.#unread.get(key) ?? 0
        const why = unread > 0 ? `, without ${counted(unread, 'score')} of other texts` : ''
        return [singleLine(`the log says ${kind} ${shown(value)} of ${key}, and its samples give ${shown(own)}${why}`)]
      })
    })
  }
}

/** Inspect says 0 where there are fewer than two samples. */
function standardError(means: readonly number[]): number {
  return means.length < 2 ? 0 : sampleDeviation(means) / Math.sqrt(means.length)
}

function shown(value: number): string {
  return `${Number(value.toFixed(DIGITS))}`
}
