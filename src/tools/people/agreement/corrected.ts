import { counted, Z } from '../../../kit.ts'
import { effectiveLabels, influenceVariance, type JudgedUnit } from './judgedUnit.ts'

/** How a figure of the judge is corrected by the labels of people. */
export type CorrectionMethod = 'lee' | 'ppi'

/** A corrected figure, or why these labels do not give one. */
export type Corrected = { readonly value: number; readonly ci95: readonly [number, number] } | { readonly missing: string }

/** Labelled answers of either kind from which a rate is corrected: with fewer, as near rates of 0 and 1, the interval held the truth in less than 90 % of runs. */
const LEAST_OF_KIND = 5

/** What Lee's formula takes: the judge's rate of yes over `n` answers, and its specificity and sensitivity over `m0` and `m1`. */
export type LeeInput = Readonly<Record<'p' | 'n' | 'q0' | 'm0' | 'q1' | 'm1', number>>

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

/**
 * The rate of yes that people would give, by Lee's formula: the judge's rate over the answers that nobody labelled. Where labels
 * have weights, the judge's rate is that over all answers, for those without a label are no fair sample of them; every rate is
 * weighted, and stands for as many answers of equal weight as tell as much. The interval is as much wider than that of independent
 * answers as sums of influence by cluster vary more, and never narrower.
 */
export function correctedRate(units: readonly JudgedUnit[]): Corrected {
  const rest = units.filter(({ human }) => human === undefined)
  const [no, yes] = [0, 1].map((kind) => units.filter(({ human }) => human === kind)) as [JudgedUnit[], JudgedUnit[]]
  if (rest.length === 0) return { missing: 'every answer has a label. The rate of the labels needs no correction' }
  if (no.length < LEAST_OF_KIND || yes.length < LEAST_OF_KIND)
    return {
      missing: `people call ${counted(yes.length, 'answer')} right and ${no.length} wrong. Label until there are ${LEAST_OF_KIND} of each, better 50`,
    }
  const isWeighted = units.some(({ weight }) => weight !== undefined)
  const base = isWeighted ? units : rest
  const massOf = ({ mass = 1 }: JudgedUnit) => mass
  const labelOf = ({ weight = 1 }: JudgedUnit) => weight
  const sum = (some: readonly JudgedUnit[], of: (unit: JudgedUnit) => number) => some.reduce((total, unit) => total + of(unit), 0)
  const [ofBase, ofNo, ofYes] = [sum(base, massOf), sum(no, labelOf), sum(yes, labelOf)]
  const p = sum(base, (unit) => massOf(unit) * unit.judge) / ofBase
  const q0 = 1 - sum(no, (unit) => labelOf(unit) * unit.judge) / ofNo
  const q1 = sum(yes, (unit) => labelOf(unit) * unit.judge) / ofYes
  const [n, m0, m1] = [base.map(({ mass }) => ({ weight: mass })), no, yes].map(effectiveLabels) as [number, number, number]
  // What the interval is made of must be better than chance, too: rates that are drawn towards one half.
  if (q0 + q1 <= 1 || (m0 * q0 + 1) / (m0 + 2) + (m1 * q1 + 1) / (m1 + 2) <= 1)
    return { missing: 'the judge does no better than chance on these labels. Choose another judge' }
  const rate = (p + q0 - 1) / (q0 + q1 - 1)
  const influence = (unit: JudgedUnit) => {
    const { judge, human } = unit
    const own = isWeighted || human === undefined ? (massOf(unit) * (judge - p)) / ofBase : 0
    if (human === undefined) return own
    return own + (human === 0 ? ((1 - rate) * labelOf(unit) * (1 - judge - q0)) / ofNo : (-rate * labelOf(unit) * (judge - q1)) / ofYes)
  }
  const apart = units.map((unit, index) => ({ ...unit, cluster: String(index) }))
  const independent = isWeighted
    ? (p * (1 - p)) / n + ((1 - rate) ** 2 * q0 * (1 - q0)) / m0 + (rate ** 2 * q1 * (1 - q1)) / m1
    : influenceVariance(apart, influence)
  const widening = independent > 0 ? Math.sqrt(Math.max(1, influenceVariance(units, influence) / independent)) : 1
  return leeRate({ p, n, q0, m0, q1, m1 }, widening)
}
