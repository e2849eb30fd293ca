import { fromKnown } from '../../core/base/collections.ts'
import { kendallTau, rankByPairs } from '../../core/stats/ranks.ts'
import { isScored } from '../../core/stats/summary/combineTrials.ts'
import { isLower } from '../../core/stats/summary/metric.ts'
import { comparedMetrics, runHeadline } from '../headline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { type ComparedRun, type UnlikeRun, unlikeRuns } from './comparedRun.ts'
import { compareSuite } from './suiteComparison.ts'

/** A run's place in one suite. */
export interface RankedRun {
  readonly name: string
  /** Over the run's own items; places are of the items that two runs share. */
  readonly value: number
  /** Items that the value rests on, in the suite's unit. */
  readonly n: number
  /** Its scored items. */
  readonly items: number
  /** Best and worst place it could have: one more than those told to be better, and as many as there are less those told to be worse. */
  readonly from: number
  readonly to: number
}

/** Several runs in one suite, by its headline metric. */
export interface Ranking {
  readonly suite: string
  readonly metric: string
  /** Names of metrics in words, by key. */
  readonly labels: Readonly<Record<string, string>>
  /** From good to bad. */
  readonly runs: readonly RankedRun[]
  /** Scored items that two of the runs share: the fewest and the most. */
  readonly shared: readonly [number, number]
  /** Kendall's tau-b between the orders that metrics give, for pairs of metrics: which of them say the same. */
  readonly correlations: readonly { readonly one: string; readonly other: string; readonly tau: number }[]
  /** Runs whose figures should not be held against those of the first one named; they are ranked all the same. */
  readonly unlike?: readonly UnlikeRun[] | undefined
}

/** How runs are ranked. */
export interface RankOptions {
  /** Metric to rank by. Default: the suite's headline. */
  readonly metric?: string | undefined
  /** Correlate the orders of all metrics, not only of those that runs are compared by. */
  readonly all?: boolean | undefined
  /** Option of the suite in which runs may differ, since it tells them apart. */
  readonly mayDiffer?: string | undefined
}

/** Ranks runs by a metric; every two are compared on the items they share, and Holm counts all pairs. */
export function rankRuns(rules: SuiteRules, runs: readonly ComparedRun[], { metric, all, mayDiffer }: RankOptions = {}): Ranking {
  const suite = rules.name
  const figures = runs.map(({ records }) => rules.summarize(records.filter((record) => record.suite === suite)))
  const described = figures[0] ?? {}
  const keys = all ? Object.keys(described) : comparedMetrics(described)
  const key = metric ?? (runs[0] ? runHeadline(rules, runs[0]).key : 'pass_rate')
  const sign = isLower(described[key]) ? -1 : 1
  const values = figures.map((metrics) => metrics[key]?.value ?? Number.NaN)
  const items = runs.map(
    ({ records }) => new Set(records.flatMap((record) => (record.suite === suite && isScored(record) ? [record.item] : []))).size,
  )
  const shared: number[] = runs.length > 1 ? [] : items
  const ranked = rankByPairs(
    values.map((value) => sign * value),
    (one, other) => {
      const { metrics, paired } = compareSuite(rules, runs[one] as ComparedRun, runs[other] as ComparedRun, { metric: key })
      shared.push(paired)
      const [compared] = metrics
      return { difference: compared ? -sign * compared.change : Number.NaN, p: compared?.p ?? 1 }
    },
  )
  return {
    suite,
    metric: key,
    labels: fromKnown([key, ...keys].map((own) => [own, described[own]?.label])),
    runs: ranked.map(({ index, from, to }) => ({
      name: runs[index]?.name ?? '',
      value: values[index] as number,
      n: figures[index]?.[key]?.n ?? 0,
      items: items[index] as number,
      from,
      to,
    })),
    shared: [Math.min(...shared), Math.max(...shared)],
    correlations: keys.flatMap((one, at) =>
      keys.slice(at + 1).flatMap((other) => {
        const tau = kendallTau(
          figures.map((metrics) => metrics[one]?.value ?? 0),
          figures.map((metrics) => metrics[other]?.value ?? 0),
        )
        return Number.isFinite(tau) ? [{ one, other, tau }] : []
      }),
    ),
    unlike: unlikeRuns(runs, suite, { calls: rules.roles, mayDiffer }),
  }
}
