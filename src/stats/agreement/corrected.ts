import { mean } from '../../base/mean.ts'
import { counted } from '../../base/text/counted.ts'
import { Z } from '../normal.ts'
import { tQuantile } from '../studentT.ts'
import { influenceVariance } from './influenceVariance.ts'
import type { JudgedUnit } from './judgedUnit.ts'

/** How a figure of the judge is corrected by the labels of people. */
export type CorrectionMethod = 'lee' | 'ppi'

/** A corrected figure, or why these labels do not give one. */
export type Corrected = { readonly value: number; readonly ci95: readonly [number, number] } | { readonly missing: string }

/** Labelled answers of either kind from which a rate is corrected: with fewer the judge's errors are not known at all. */
const LEAST_OF_KIND = 2
/** Labelled answers from which a mean is corrected: a variance takes two. */
const LEAST = 2

/** What Lee's formula takes: the judge's rate of yes over `n` answers, and its specificity and sensitivity over `m0` and `m1`. */
export interface LeeInput {
  readonly p: number
  readonly n: number
  readonly q0: number
  readonly m0: number
  readonly q1: number
  readonly m1: number
}

/**
 * A rate corrected by the judge's sensitivity and specificity, with an interval that holds the error of all three (Lee et al.,
 * arXiv 2511.21140, section 3). The judge must be better than chance: q0 + q1 > 1.
 *
 * @param widening how many times as wide the interval is as that of independent answers.
 * @returns value and ends from 0 to 1.
 */
export function leeRate({ p, n, q0, m0, q1, m1 }: LeeInput, widening = 1): { readonly value: number; readonly ci95: [number, number] } {
  const unit = (value: number) => Math.max(0, Math.min(1, value))
  const square = Z * Z
  // Shrunk as Agresti and Coull do, so that rates of 0 and 1 have a variance too.
  const [pn, p1] = [n + square, (n * p + square / 2) / (n + square)]
  const [n0, r0] = [m0 + 2, (m0 * q0 + 1) / (m0 + 2)]
  const [n1, r1] = [m1 + 2, (m1 * q1 + 1) / (m1 + 2)]
  const scale = r0 + r1 - 1
  const rate = (p1 + r0 - 1) / scale
  const [v0, v1] = [(r0 * (1 - r0)) / n0, (r1 * (1 - r1)) / n1]
  const shift = 2 * square * (rate * v1 - (1 - rate) * v0)
  const half = ((Z * widening) / scale) * Math.sqrt((p1 * (1 - p1)) / pn + (1 - rate) ** 2 * v0 + rate ** 2 * v1)
  return { value: unit((p + q0 - 1) / (q0 + q1 - 1)), ci95: [unit(rate + shift - half), unit(rate + shift + half)] }
}

/** The rate of yes that people would give, by Lee's formula: the judge's rate over the answers that nobody labelled. */
export function correctedRate(units: readonly JudgedUnit[]): Corrected {
  const rest = units.filter(({ human }) => human === undefined)
  const [no, yes] = [0, 1].map((kind) => units.filter(({ human }) => human === kind)) as [JudgedUnit[], JudgedUnit[]]
  if (rest.length === 0) return { missing: 'every answer has a label. The rate of the labels needs no correction' }
  if (no.length < LEAST_OF_KIND || yes.length < LEAST_OF_KIND)
    return {
      missing: `people call ${counted(yes.length, 'answer')} right and ${no.length} wrong. Label until there are ${LEAST_OF_KIND} of each, better 50`,
    }
  const judged = (some: readonly JudgedUnit[]) => mean(some.map(({ judge }) => judge))
  const input = { p: judged(rest), n: rest.length, q0: 1 - judged(no), m0: no.length, q1: judged(yes), m1: yes.length }
  // What the interval is made of must be better than chance too.
  if ((no.length * input.q0 + 1) / (no.length + 2) + (yes.length * input.q1 + 1) / (yes.length + 2) <= 1)
    return { missing: 'the judge does no better than chance on these labels. Choose another judge' }
  return leeRate(input, Math.sqrt(Math.max(1, designEffect(units, input))))
}

/** How much larger the variance is for answers that were drawn in clusters: sums of influence by cluster against single ones. */
function designEffect(units: readonly JudgedUnit[], { p, n, q0, m0, q1, m1 }: LeeInput): number {
  const rate = (p + q0 - 1) / (q0 + q1 - 1)
  const influence = ({ judge, human }: JudgedUnit) => {
    if (human === undefined) return (judge - p) / n
    return human === 0 ? ((1 - rate) * (1 - judge - q0)) / m0 : (-rate * (judge - q1)) / m1
  }
  const single = influenceVariance(
    units.map((unit, index) => ({ ...unit, cluster: String(index) })),
    influence,
  )
  return single > 0 ? influenceVariance(units, influence) / single : 1
}

/**
 * The mean that people would give, by prediction-powered inference: the mean of the labels, moved by the difference between the
 * judge's mean over the answers that nobody labelled and over the labelled ones. The judge's part is weighted by how well it
 * follows the labels, so a useless judge does no harm (PPI++, Angelopoulos et al., arXiv 2311.01453, section 6). The labelled
 * answers must be a random sample.
 */
export function correctedMean(units: readonly JudgedUnit[]): Corrected {
  const rest = units.filter(({ human }) => human === undefined)
  const labelled = units.flatMap(({ judge, human }) => (human === undefined ? [] : [{ judge, human }]))
  if (rest.length === 0) return { missing: 'every answer has a label. The mean of the labels needs no correction' }
  if (labelled.length < LEAST)
    return { missing: `people labelled ${counted(labelled.length, 'answer')}. Label ${LEAST} or more, better 50` }
  const judged = { rest: mean(rest.map(({ judge }) => judge)), labelled: mean(labelled.map(({ judge }) => judge)) }
  const people = mean(labelled.map(({ human }) => human))
  const everyJudged = units.map(({ judge }) => judge)
  const spread = productMean(everyJudged, everyJudged) * (1 + labelled.length / rest.length)
  const follows = productMean(
    labelled.map(({ judge }) => judge),
    labelled.map(({ human }) => human),
  )
  const weight = spread > 0 ? Math.max(0, Math.min(1, follows / spread)) : 0
  const influence = ({ judge, human }: JudgedUnit) =>
    human === undefined
      ? (weight * (judge - judged.rest)) / rest.length
      : (human - people - weight * (judge - judged.labelled)) / labelled.length
  const half = tQuantile(0.975, degreesOfFreedom(units, influence)) * Math.sqrt(influenceVariance(units, influence))
  // Labels that do not vary say nothing of how far the mean may be off.
  if (!(half > 0)) return { missing: 'all labels are the same. Label more answers' }
  const value = people + weight * (judged.rest - judged.labelled)
  return { value, ci95: [value - half, value + half] }
}

/** Of a variance that is the sum of those of labelled and other answers, each known from its number of clusters (Satterthwaite, 1946). */
function degreesOfFreedom(units: readonly JudgedUnit[], influence: (unit: JudgedUnit) => number): number {
  const parts = [true, false].map((isLabelled) => {
    const some = units.filter(({ human }) => (human !== undefined) === isLabelled)
    return { variance: influenceVariance(some, influence), df: new Set(some.map(({ cluster }) => cluster)).size - 1 }
  })
  const whole = parts.reduce((sum, { variance }) => sum + variance, 0)
  const pooled = parts.reduce((sum, { variance, df }) => sum + (variance > 0 ? variance ** 2 / Math.max(1, df) : 0), 0)
  return pooled > 0 ? whole ** 2 / pooled : 1
}

/** The covariance of two series, by n - 1; of a series with itself its variance. */
function productMean(one: readonly number[], other: readonly number[]): number {
  const [x, y] = [mean(one), mean(other)]
  return one.reduce((sum, value, index) => sum + (value - x) * ((other[index] as number) - y), 0) / (one.length - 1)
}
