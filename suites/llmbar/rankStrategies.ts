import { mean } from '../../src/base/mean.ts'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { compareRecords } from '../../src/stats/compareRecords.ts'
import { rankWithTies } from '../../src/stats/ranks.ts'
import { metric } from '../../src/stats/summary/suiteScores.ts'
import { holm } from '../../src/stats/tests.ts'
import { MAIN_SUBSETS } from './subsets.ts'

const KEY = 'accuracy.average'

/** The best and the worst place that each could have: all it cannot be told apart from share them. */
export type Places = readonly (readonly [from: number, to: number])[]

/**
 * Places of runs over the same pairs by their accuracy, mean of the five subsets: every two are compared pair by pair, and Holm counts
 * all comparisons.
 */
export function rankStrategies(runs: readonly (readonly ItemRecord[])[]): Places {
  const scored = runs.map((records) => records.filter(({ status }) => status === 'passed' || status === 'failed'))
  const couples = scored.flatMap((_, one) => scored.slice(one + 1).map((_run, offset) => [one, one + 1 + offset] as const))
  const ps = couples.map(([one, other]) => {
    const { metrics } = compareRecords(scored[one] ?? [], scored[other] ?? [], averageOf)
    return metrics.find(({ key }) => key === KEY)?.p ?? 1
  })
  const adjusted = holm(ps)
  const differ = (one: number, other: number) => {
    const at = couples.findIndex(([a, b]) => a === Math.min(one, other) && b === Math.max(one, other))
    return (adjusted[at] ?? 1) < 0.05
  }
  const ranked = rankWithTies(
    scored.map((records) => averageOf(records)[KEY]?.value ?? Number.NEGATIVE_INFINITY),
    differ,
  )
  return runs.map((_, index) => {
    const { from = 1, to = runs.length } = ranked.find((entry) => entry.index === index) ?? {}
    return [from, to]
  })
}

/** That figure alone: it is computed anew for every pair that is left out. */
function averageOf(records: readonly ItemRecord[]): Metrics {
  const totals = new Map<string, number[]>(MAIN_SUBSETS.map((subset) => [subset, []]))
  for (const { task, scores } of records) if (scores.total !== undefined) totals.get(task)?.push(scores.total)
  const subsets = [...totals.values()]
  if (subsets.some((values) => values.length === 0)) return {}
  return { [KEY]: metric(100 * mean(subsets.map(mean)), records.length) }
}
