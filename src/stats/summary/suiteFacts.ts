import type { SuiteScores } from '../../format/scoresDocument.ts'

/** How a suite's figures are read. */
export interface SuiteFacts {
  /** Metric in the first row, and its name for people. */
  readonly headline: { readonly key: string; readonly label: string }
  /** Lowest and highest value it can have. */
  readonly range: readonly [number, number]
  /** Decimals. */
  readonly digits: number
}

const KNOWN: Readonly<Record<string, SuiteFacts>> = {
  lifbench: { headline: { key: 'ars.overall', label: 'overall, weighted' }, range: [0, 1], digits: 3 },
  'fb-bench': { headline: { key: 'overall', label: 'overall, percent' }, range: [0, 100], digits: 1 },
  llmbar: { headline: { key: 'accuracy.average', label: 'accuracy, percent, mean of the five' }, range: [0, 100], digits: 1 },
  kieval: { headline: { key: 'score.overall', label: 'overall, 10 to 100' }, range: [10, 100], digits: 1 },
  refutebench: { headline: { key: 'transient.satisfaction', label: 'transient satisfaction, 1 to 5' }, range: [1, 5], digits: 2 },
  refutebench1: { headline: { key: 'RR', label: 'feedback kept later (RR), a share' }, range: [0, 1], digits: 3 },
}

/** Facts of a bundled suite; of another one guessed from its metrics: its first, as a share if all lie between 0 and 1. */
export function suiteFacts(suite: string, { metrics }: Pick<SuiteScores, 'metrics'>): SuiteFacts {
  const known = Object.hasOwn(KNOWN, suite) ? KNOWN[suite] : undefined
  if (known && metrics[known.headline.key]) return known
  const keys = ownMetrics(metrics)
  const key = keys.includes('score') ? 'score' : (keys[0] ?? 'pass_rate')
  const own = keys.length > 0 ? keys : ['pass_rate']
  const ends = own.flatMap((name) => [metrics[name]?.value ?? 0, ...(metrics[name]?.ci95 ?? [])])
  const share = own.every((name) => (metrics[name]?.value ?? 0) >= 0 && (metrics[name]?.value ?? 0) <= 1)
  return {
    headline: { key, label: key },
    range: share ? [0, 1] : [Math.min(0, ...ends), Math.max(1, ...ends)],
    digits: share ? 3 : 2,
  }
}

/** Metrics of a suite itself, without those that every suite has. */
export function ownMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => !/^(?:pass_rate|unscored_rate|pass[@^]\d+)$|^judge\./.test(key))
}
