import { groupBy, mean, sum, tQuantile, wilson, Z } from '../../../kit.ts'
import type { JudgedLine } from '../labels/label.ts'

/** An answer that a judge judged, with what people say of it where they were asked. */
export interface JudgedUnit extends Readonly<Pick<JudgedLine, 'id' | 'judge' | 'slice' | 'item' | 'criterion'>> {
  /** The mean of the raters' ratings; of yes and no their majority. Undefined for an answer that nobody labelled. */
  readonly human: number | undefined
  /** What each rater said. */
  readonly ratings: readonly number[]
  /** Units of one cluster are drawn together. */
  readonly cluster: string
  /** How many answers its label stands for, or would: the inverse of its chance of being drawn. Absent where all labels count alike. */
  readonly weight?: number | undefined
  /** Whether it is known to have been drawn for people, with a label or without. */
  readonly isDrawn?: true | undefined
  /** How many answers of the whole it stands for, with a label or without. Absent where the units are the whole. */
  readonly mass?: number | undefined
}

/** The labels of each answer, put together. */
export type JudgedUnits = ReturnType<typeof judgedUnits>

/**
 * Puts the lines of each id together: one answer has one verdict of the judge and any number of raters. Chances of being drawn
 * that are all the same are as good as none. Pure.
 *
 * @param isSample whether the lines are those that were drawn, and not the whole that they were drawn from.
 */
export function judgedUnits(labels: readonly JudgedLine[], isSample = false) {
  const isBit = (value: number) => value === 0 || value === 1
  const binary = labels.every(({ judge, human = 0 }) => isBit(judge) && isBit(human))
  const [tied, unlike, unweighted]: [string[], string[], string[]] = [[], [], []]
  const isWeighted = new Set(labels.flatMap(({ human, probability }) => (isSample || human !== undefined ? [probability] : []))).size > 1
  const units = [...groupBy(labels, ({ id }) => id)].map(([id, lines]): JudgedUnit => {
    const [{ judge, slice, cluster = `id ${id}`, item, criterion }] = lines as [JudgedLine]
    if (lines.some((line) => line.judge !== judge)) unlike.push(id)
    // Of one rater the last label counts.
    const said = new Map(lines.flatMap(({ human, rater }, at) => (human === undefined ? [] : [[rater ?? at, human] as const])))
    const ratings = [...said.values()]
    const average = mean(ratings)
    const isTied = binary && average === 0.5
    if (isTied) tied.push(id)
    const human = ratings.length === 0 || isTied ? undefined : binary ? Math.round(average) : average
    const probability = lines.find((line) => line.probability !== undefined)?.probability
    if (isWeighted && probability === undefined && (isSample || human !== undefined)) unweighted.push(id)
    const mass = isWeighted && probability !== undefined ? 1 / probability : undefined
    return {
      ...{ id, judge, human, ratings, slice, cluster, item, criterion },
      weight: mass,
      isDrawn: probability === undefined ? undefined : true,
      mass: isSample ? mass : undefined,
    }
  })
  return {
    units,
    /** Whether all labels are 0 or 1. */
    binary,
    /** Whether the labels name clusters. */
    clustered: labels.some(({ cluster }) => cluster !== undefined),
    /** Ids whose raters said yes and no equally often: they count as not labelled. */
    tied,
    /** Ids for which the lines disagree on the judge's own verdict. */
    unlike,
    /** Whether every label is of an answer that is known to have been drawn, so that labels are a random sample. */
    drawn: units.some(({ isDrawn }) => isDrawn) && units.every(({ human, isDrawn }) => human === undefined || isDrawn === true),
    /** Labelled ids without a chance of being drawn where others have one: their labels cannot be weighted. */
    unweighted,
  }
}

/**
 * Of weighted answers, how many of equal weight tell as much: the square of the sum of the weights over the sum of their squares
 * (Kish, Survey Sampling, 1965, section 11.7). Of answers without weights it is their number.
 */
export function effectiveLabels(units: readonly { readonly weight?: number | undefined }[]): number {
  if (units.every(({ weight }) => weight === undefined)) return units.length
  const weights = units.map(({ weight = 1 }) => weight)
  return sum(weights) ** 2 / squareSum(weights)
}

/**
 * The variance of a figure that is a sum of influences: those of a cluster are put together, and labelled and other answers are each
 * corrected for their number of clusters.
 */
export function influenceVariance(units: readonly JudgedUnit[], influence: (unit: JudgedUnit) => number): number {
  const isLabelled = ({ human }: JudgedUnit) => human !== undefined
  const factorOf = (some: readonly JudgedUnit[]) => {
    const { size } = new Set(some.map(({ cluster }) => cluster))
    return Math.sqrt(size > 1 ? size / (size - 1) : 1)
  }
  const [labelled, rest] = [factorOf(units.filter(isLabelled)), factorOf(units.filter((unit) => !isLabelled(unit)))]
  return squareSum(clusterSums(units, (unit) => influence(unit) * (isLabelled(unit) ? labelled : rest)))
}

/** What the units of each cluster add up to. */
function clusterSums<Unit extends Pick<JudgedUnit, 'cluster'>>(units: readonly Unit[], of: (unit: Unit) => number): number[] {
  return [...groupBy(units, ({ cluster }) => cluster).values()].map((own) => sum(own.map(of)))
}

function squareSum(values: readonly number[]): number {
  return sum(values.map((value) => value * value))
}

/** A figure with its 95 % interval; null where that is not known. */
export interface WithInterval {
  readonly value: number
  readonly ci95: readonly [number, number] | null
}

/**
 * The weighted mean, with the 95 % interval of independent clusters: Wilson's of as many independent observations as vary as
 * much where the values lie between two ends, else Student's. Null of nothing; no interval of one cluster, and none where
 * nothing varies between no ends.
 */
export function clusterMean<Unit extends Pick<JudgedUnit, 'cluster' | 'weight'>>(
  units: readonly Unit[],
  figureOf: (unit: Unit) => number,
  ends?: readonly [number, number],
): WithInterval | null {
  const total = sum(units.map(({ weight = 1 }) => weight))
  if (!(total > 0)) return null
  const value = sum(units.map((unit) => (unit.weight ?? 1) * figureOf(unit))) / total
  const influences = clusterSums(units, (unit) => ((unit.weight ?? 1) * (figureOf(unit) - value)) / total)
  const size = influences.length
  if (size < 2) return { value, ci95: null }
  const variance = (squareSum(influences) * size) / (size - 1)
  const t = tQuantile(0.975, size - 1)
  if (!ends) {
    const half = t * Math.sqrt(variance)
    return { value, ci95: half > 0 ? [value - half, value + half] : null }
  }
  const [low, width] = [ends[0], ends[1] - ends[0]]
  const share = Math.min(1, Math.max(0, (value - low) / width))
  const varying = (share * (1 - share) * width ** 2) / variance
  const isSingle = size === units.length && units.every(({ weight }) => weight === undefined)
  const n = isSingle ? size : Math.max(1, Math.min(effectiveLabels(units), variance > 0 ? varying * (Z / t) ** 2 : size))
  const [from, to] = wilson(share, n)
  return { value, ci95: [low + width * from, low + width * to] }
}
