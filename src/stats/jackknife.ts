import type { Dimension } from './clusters.ts'
import { tQuantile } from './studentT.ts'

/** How far a figure varies from one sample of clusters to another. */
export interface Spread {
  /** Standard error. */
  readonly se: number
  /** Degrees of freedom of that error: few where few clusters tell it. */
  readonly df: number
}

/** A figure by key as computed without some records: its value and the items behind it. */
export type Figures = Readonly<Record<string, { readonly value: number; readonly n: number }>>

/** Standard errors up to this are what rounding makes of figures that do not vary. */
const ROUNDING = 1e-10

/**
 * Standard errors of figures by the stratified delete-one-cluster jackknife (Rao and Shao, 1992): each cluster is left out
 * in turn, and what the figure changes by tells how far it varies. It needs no formula for the figure, only that it be
 * computed again. Degrees of freedom by Satterthwaite, from the clusters that touch the figure: with few clusters the
 * interval must be Student's, where a percentile bootstrap is too narrow.
 *
 * @param without computes the figures without a group's records.
 * @returns spreads by key; none for a figure that fewer than two clusters touch.
 */
export function jackknife(
  dimensions: readonly Dimension[],
  whole: Figures,
  without: (group: Dimension['groups'][number]) => Figures,
): Map<string, Spread> {
  const parts = dimensions.map((dimension) => ({ sign: dimension.sign, byKey: variances(dimension, whole, without) }))
  const spreads = new Map<string, Spread>()
  for (const key of Object.keys(whole)) {
    const known = parts.flatMap(({ sign, byKey }) => {
      const part = byKey.get(key)
      return part ? [{ sign, ...part }] : []
    })
    const positive = known.filter(({ sign }) => sign === 1)
    const widest = positive.reduce((most, { variance }) => Math.max(most, variance), 0)
    if (positive.length === 0) continue
    const sum = known.reduce((total, { sign, variance }) => total + sign * variance, 0)
    // Taking off the intersections can go too far where clusters are few: never below the widest single kind.
    const se = Math.sqrt(Math.max(sum, widest))
    const df = Math.min(...positive.filter((part) => part.variance > 0 || widest === 0).map((part) => part.df))
    spreads.set(key, { se: se > ROUNDING ? se : 0, df })
  }
  return spreads
}

interface Variance {
  readonly variance: number
  readonly df: number
}

function variances({ groups }: Dimension, whole: Figures, without: (group: Dimension['groups'][number]) => Figures): Map<string, Variance> {
  // Per key and stratum: the figure without each group that touches it.
  const touched = new Map<string, Map<string, number[]>>()
  for (const group of groups) {
    const figures = without(group)
    for (const [key, { value, n }] of Object.entries(whole)) {
      const left = figures[key]
      // A figure that is gone without the group rests on it alone: it tells nothing about how it varies.
      if (!left || !Number.isFinite(left.value) || !Number.isFinite(value)) continue
      // Of a difference, a group can touch one side alone, and the items behind it stay as many as the other side has.
      if (left.n === n && left.value === value) continue
      const strata = touched.get(key) ?? new Map<string, number[]>()
      const values = strata.get(group.stratum) ?? []
      values.push(left.value)
      strata.set(group.stratum, values)
      touched.set(key, strata)
    }
  }
  const result = new Map<string, Variance>()
  for (const [key, strata] of touched) {
    let variance = 0
    let spread = 0
    let groupsCounted = 0
    for (const values of strata.values()) {
      const count = values.length
      if (count < 2) continue
      const mean = values.reduce((sum, value) => sum + value, 0) / count
      const own = ((count - 1) / count) * values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      variance += own
      spread += own ** 2 / (count - 1)
      groupsCounted += count - 1
    }
    if (groupsCounted > 0) result.set(key, { variance, df: spread > 0 ? variance ** 2 / spread : groupsCounted })
  }
  return result
}

/** Student's 95 % interval; none where nothing varied, since that tells nothing about the next sample. */
export function studentInterval(value: number, { se, df }: Spread): [number, number] | null {
  if (!(se > 0)) return null
  const half = tQuantile(0.975, Math.max(1, df)) * se
  return [value - half, value + half]
}
