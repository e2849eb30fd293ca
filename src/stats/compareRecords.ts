import type { ItemRecord } from '../format/records.ts'
import type { Metrics } from '../format/scoresDocument.ts'
import { clusterDimensions } from './clusters.ts'
import { type Figures, jackknife, type Spread, studentInterval } from './jackknife.ts'
import { type ItemsNeeded, itemsNeeded } from './power.ts'
import { tCdf } from './studentT.ts'
import { combineTrials } from './summary/combineTrials.ts'
import { bootstrapT, holm, mcnemar, signFlipTest } from './tests.ts'

/** What can be said of a change. `cannot-tell` may be for the number of tests alone. */
export type ChangeVerdict = 'better' | 'worse' | 'cannot-tell'

/** One metric of two runs, on the items they share. */
export interface MetricComparison {
  readonly key: string
  readonly a: number
  readonly b: number
  /** b - a. */
  readonly change: number
  readonly ci95: readonly [number, number] | null
  readonly se: number | null
  readonly df: number | null
  /** Of a change this far from 0 by chance alone; where every cluster changed alike, by the exact sign-flip test. */
  readonly p: number
  /** The same, corrected for the number of metrics compared (Holm). */
  readonly adjusted: number
  readonly verdict: ChangeVerdict
  /** Items it would take to tell a true change of the size observed; null where it is told or there is none. */
  readonly needed: ItemsNeeded | null
  /** Paired items behind the metric. */
  readonly n: number
}

/** Two runs on the items they share. */
export interface Comparison {
  readonly metrics: readonly MetricComparison[]
  /** Items scored in both, and in one alone. */
  readonly paired: number
  readonly onlyA: number
  readonly onlyB: number
  /** Items with full marks in one, both, neither; McNemar's exact test of the uneven ones. */
  readonly fullMarks: {
    readonly onlyA: number
    readonly onlyB: number
    readonly both: number
    readonly neither: number
    readonly p: number
  }
  /** Mean change of item totals: permutation test over clusters, and bootstrap-t interval. */
  readonly totals: { readonly change: number; readonly permutationP: number; readonly bootstrap: readonly [number, number] | null }
  /** Items that passed in one run only. */
  readonly lost: readonly string[]
  readonly gained: readonly string[]
}

/** How runs are compared. */
export interface CompareOptions {
  /** Metrics to test; Holm counts these. Default all. */
  readonly tested?: (key: string) => boolean
  /** Whether a smaller figure is the better one. */
  readonly lowerIsBetter?: (key: string) => boolean
}

/**
 * Compares two runs item by item on the items that both have scored, so that what makes an item hard falls out. Errors are
 * those of the difference, with clusters left out of both runs at once.
 */
export function compareRecords(
  a: readonly ItemRecord[],
  b: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Metrics,
  { tested = () => true, lowerIsBetter = () => false }: CompareOptions = {},
): Comparison {
  const { pairedA, pairedB, idsA, idsB } = pair(a, b)
  const [metricsA, metricsB] = [summarize(pairedA), summarize(pairedB)]
  const keys = Object.keys(metricsA).filter((key) => metricsB[key] !== undefined && tested(key))
  const differences = (left: Metrics, right: Metrics): Figures =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const [one, other] = [left[key], right[key]]
        return one && other ? [[key, { value: other.value - one.value, n: Math.min(one.n, other.n) }]] : []
      }),
    )
  const whole = differences(metricsA, metricsB)
  const dimensions = clusterDimensions(pairedA)
  const spreads = jackknife(dimensions, whole, ({ members }) => {
    const left = new Set([...members].map(({ item }) => item))
    return differences(summarize(pairedA.filter(({ item }) => !left.has(item))), summarize(pairedB.filter(({ item }) => !left.has(item))))
  })
  const raw = keys.map((key) => {
    const { value: change = 0, n = 0 } = whole[key] ?? {}
    const spread = spreads.get(key)
    const df = spread ? Math.max(1, spread.df) : null
    return {
      key,
      a: metricsA[key]?.value ?? 0,
      b: metricsB[key]?.value ?? 0,
      change,
      ci95: spread ? studentInterval(change, spread) : null,
      se: spread?.se ?? null,
      df,
      p: spread ? changeP(change, spread) : 1,
      n,
    }
  })
  const adjusted = holm(raw.map(({ p }) => p))
  const metrics = raw.map((entry, index): MetricComparison => {
    const own = adjusted[index] as number
    const up = lowerIsBetter(entry.key) ? entry.change < 0 : entry.change > 0
    const verdict = own < 0.05 ? (up ? 'better' : 'worse') : 'cannot-tell'
    const { se, df, change, n } = entry
    const needed = verdict === 'cannot-tell' && se && df && change !== 0 ? itemsNeeded({ effect: change, se, n, df }) : null
    return { ...entry, adjusted: own, verdict, needed }
  })
  return {
    metrics,
    paired: pairedIds(pairedA),
    onlyA: idsA.size - pairedIds(pairedA),
    onlyB: idsB.size - pairedIds(pairedA),
    ...itemChanges(pairedA, pairedB),
  }
}

/** Changes up to this are what rounding makes of none. */
const ROUNDING = 1e-10

/**
 * By Student's t. Where every cluster changed alike there is no error to divide by, and the sign-flip test over the clusters
 * takes its place: all alike happens by chance twice in 2 to the number of clusters.
 */
function changeP(change: number, { se, df }: Spread): number {
  if (Math.abs(change) <= ROUNDING) return 1
  return se > 0 ? 2 * (1 - tCdf(Math.abs(change) / se, Math.max(1, df))) : 2 ** -df
}

/** The scored records of items that both have scored, and the items that each has. */
function pair(a: readonly ItemRecord[], b: readonly ItemRecord[]) {
  const [scoredA, scoredB] = [a.filter(isScored), b.filter(isScored)]
  const [idsA, idsB] = [new Set(scoredA.map(({ item }) => item)), new Set(scoredB.map(({ item }) => item))]
  return { pairedA: scoredA.filter(({ item }) => idsB.has(item)), pairedB: scoredB.filter(({ item }) => idsA.has(item)), idsA, idsB }
}

function isScored({ status }: ItemRecord): boolean {
  return status === 'passed' || status === 'failed'
}

function pairedIds(records: readonly ItemRecord[]): number {
  return new Set(records.map(({ item }) => item)).size
}

function itemChanges(a: readonly ItemRecord[], b: readonly ItemRecord[]): Pick<Comparison, 'fullMarks' | 'totals' | 'lost' | 'gained'> {
  const index = (records: readonly ItemRecord[]) => new Map(combineTrials(records).map((item) => [item.item, item]))
  const [byId, other] = [index(a), index(b)]
  const passed = (records: typeof byId, id: string) => records.get(id)?.status === 'passed'
  const ids = [...byId.keys()]
  const lost = ids.filter((id) => passed(byId, id) && !passed(other, id))
  const gained = ids.filter((id) => !passed(byId, id) && passed(other, id))
  const both = ids.filter((id) => passed(byId, id) && passed(other, id)).length
  const clusterOf = new Map(a.map((record) => [record.item, JSON.stringify(record.clusters ?? record.item)]))
  const clusters = new Map<string, { sum: number; n: number }>()
  for (const id of ids) {
    const [one, two] = [byId.get(id)?.scores.total, other.get(id)?.scores.total]
    if (one === undefined || two === undefined) continue
    const key = clusterOf.get(id) ?? id
    const known = clusters.get(key) ?? { sum: 0, n: 0 }
    clusters.set(key, { sum: known.sum + two - one, n: known.n + 1 })
  }
  const sums = [...clusters.values()]
  const n = sums.reduce((total, cluster) => total + cluster.n, 0)
  return {
    fullMarks: {
      onlyA: lost.length,
      onlyB: gained.length,
      both,
      neither: ids.length - lost.length - gained.length - both,
      p: mcnemar(lost.length, gained.length),
    },
    totals: {
      change: n === 0 ? 0 : sums.reduce((total, { sum }) => total + sum, 0) / n,
      permutationP: n === 0 ? 1 : signFlipTest(sums.map(({ sum }) => sum)),
      bootstrap: sums.length > 1 ? bootstrapT(sums) : null,
    },
    lost,
    gained,
  }
}

/**
 * What each task contributes to a metric's change: how much smaller the change would be with that task's items as they were
 * before. Of items that both have scored, as the change is. Largest first.
 */
export function contributions(
  a: readonly ItemRecord[],
  b: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Metrics,
  key: string,
): { readonly task: string; readonly change: number }[] {
  const { pairedA, pairedB } = pair(a, b)
  const now = summarize(pairedB)[key]?.value ?? 0
  const tasks = [...new Set(pairedB.map(({ task }) => task))]
  return tasks
    .map((task) => {
      const before = [...pairedB.filter((record) => record.task !== task), ...pairedA.filter((record) => record.task === task)]
      return { task, change: now - (summarize(before)[key]?.value ?? now) }
    })
    .filter(({ change }) => change !== 0)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
}
