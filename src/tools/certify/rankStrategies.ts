import { combineTrials, holm, type ItemRecord, isScored, mean, rankWithTies, sampleDeviation, tCdf } from '../../kit.ts'

/** The best and the worst place that each could have: all it cannot be told apart from share them. */
export type Places = readonly (readonly [from: number, to: number])[]

/** Accuracy of each pair, 0 to 1, by subset. */
type Totals = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Places of runs over the same pairs by their accuracy, mean of the subsets: every two are compared pair by pair, and Holm counts
 * all comparisons.
 */
export function rankStrategies(runs: readonly (readonly ItemRecord[])[]): Places {
  const subsets = [...new Set(runs.flat().map(({ task }) => task))]
  const totals = runs.map((records) => totalsOf(records, subsets))
  const couples = totals.flatMap((_, one) => totals.slice(one + 1).map((_run, offset) => [one, one + 1 + offset] as const))
  const adjusted = holm(couples.map(([one, other]) => differenceP(totals[one] as Totals, totals[other] as Totals)))
  const differ = (one: number, other: number) => {
    const at = couples.findIndex(([a, b]) => a === Math.min(one, other) && b === Math.max(one, other))
    return (adjusted[at] ?? 1) < 0.05
  }
  const averages = totals.map((own) => mean([...own.values()].map((values) => mean([...values.values()]))))
  const ranked = rankWithTies(
    averages.map((average) => (Number.isNaN(average) ? Number.NEGATIVE_INFINITY : average)),
    differ,
  )
  return runs.map((_, index) => {
    const { from = 1, to = runs.length } = ranked.find((entry) => entry.index === index) ?? {}
    return [from, to]
  })
}

function totalsOf(records: readonly ItemRecord[], subsets: readonly string[]): Totals {
  const totals = new Map(subsets.map((subset): [string, Map<string, number>] => [subset, new Map()]))
  for (const { item, task, scores } of combineTrials(records.filter(isScored))) {
    if (scores.total !== undefined) totals.get(task)?.set(item, scores.total)
  }
  return totals
}

/**
 * Two-sided p of the difference of two averages, of pairs that both have: Student's t of a mean over strata, with Welch's and
 * Satterthwaite's degrees of freedom. Where all pairs differ alike, the sign-flip test; 1 where a subset has too few pairs to tell.
 */
function differenceP(one: Totals, other: Totals): number {
  const strata = [...one].map(([subset, values]) =>
    [...values].flatMap(([item, total]) => {
      const rival = other.get(subset)?.get(item)
      return rival === undefined ? [] : [total - rival]
    }),
  )
  if (strata.some((differences) => differences.length < 2)) return 1
  const variances = strata.map((differences) => ({
    n: differences.length,
    variance: sampleDeviation(differences) ** 2 / differences.length,
  }))
  const change = strata.reduce((sum, differences) => sum + mean(differences), 0)
  const variance = variances.reduce((sum, stratum) => sum + stratum.variance, 0)
  if (variance === 0) return change === 0 ? 1 : 2 ** (1 - variances.reduce((sum, { n }) => sum + n, 0))
  const df = variance ** 2 / variances.reduce((sum, stratum) => sum + stratum.variance ** 2 / (stratum.n - 1), 0)
  return 2 * tCdf(-Math.abs(change) / Math.sqrt(variance), df)
}
