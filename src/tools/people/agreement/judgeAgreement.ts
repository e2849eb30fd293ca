import { type AgreementFigures, agreementOf, type LabelledPair, mean, wilson, Z } from '../../../kit.ts'
import { cellDraws } from './cellDraws.ts'
import { clusterMean } from './clusterMean.ts'
import { type Corrected, type CorrectionMethod, correctedRate } from './corrected.ts'
import { correctedMean } from './correctedMean.ts'
import { effectiveLabels } from './effectiveLabels.ts'
import { type HumanCeiling, humanCeiling } from './humanCeiling.ts'
import { influenceVariance } from './influenceVariance.ts'
import type { JudgedUnit, JudgedUnits } from './judgedUnit.ts'
import { type RaterFigures, raterAgreementOf } from './raterAgreement.ts'

/** A figure with its 95 % interval; null where these labels do not tell it. */
export type AgreementFigure = { readonly value: number; readonly ci95: readonly [number, number] | null } | null

/** A judge measured against people. */
export interface JudgeAgreement extends Readonly<Record<keyof AgreementFigures, AgreementFigure>> {
  /** Answers that the judge judged, and of them those with a label. */
  readonly n: number
  readonly labelled: number
  /** How `corrected` was computed. */
  readonly method: CorrectionMethod
  /** Where labels count by the inverse of their chance of being drawn: how many labels of equal chance tell as much. */
  readonly weighted?: { readonly effective: number }
  /** The judge's own mean over all answers. */
  readonly raw: AgreementFigure
  /** The mean of the labels alone. */
  readonly human: AgreementFigure
  /** The mean that people would give. */
  readonly corrected: AgreementFigure
  /** Why there is no corrected figure. */
  readonly uncorrected?: string
  /** How far people agree with each other, where an answer has several raters. */
  readonly people?: { readonly answers: number } & Readonly<Record<keyof RaterFigures, AgreementFigure>>
  /** What the judge could reach, where an answer has several raters. */
  readonly ceiling?: HumanCeiling
  /** Number of labelled answers by what the judge and people said, where all labels are 0 or 1. */
  readonly confusion?: Readonly<Record<'bothRight' | 'bothWrong' | 'onlyJudge' | 'onlyPeople', number>>
}

/** Share of draws that must tell the figure, so that it has an interval. */
const TOLD = 0.95
const SHARES: readonly (keyof AgreementFigures)[] = ['accuracy', 'sensitivity', 'specificity']

/**
 * A judge against people: agreement, and the figure that people would give. Intervals draw clusters again, from a fixed seed;
 * shares of independent answers have Wilson's, which also hold at 0 and 1. Pure.
 *
 * @param method default: `lee` for labels that are all 0 or 1, else `ppi`.
 */
export function judgeAgreement(
  { units, binary, clustered }: JudgedUnits,
  method: CorrectionMethod = binary ? 'lee' : 'ppi',
): JudgeAgreement {
  const labelled = units.flatMap((unit) => (unit.human === undefined ? [] : [{ ...unit, human: unit.human }]))
  const corrected: Corrected = method === 'lee' ? correctedRate(units) : correctedMean(units)
  const ceiling = humanCeiling(units, binary)
  return {
    n: units.length,
    labelled: labelled.length,
    method,
    ...(labelled.some(({ weight }) => weight !== undefined) && { weighted: { effective: effectiveLabels(labelled) } }),
    raw: rawMean(units, binary && !clustered),
    human: clusterMean(
      labelled.map((unit) => ({ ...unit, value: unit.human })),
      binary ? [0, 1] : undefined,
    ),
    ...agreementWithIntervals(labelled, binary, clustered),
    ...people(units),
    ...(ceiling && { ceiling }),
    corrected: 'missing' in corrected ? null : corrected,
    ...('missing' in corrected && { uncorrected: corrected.missing }),
    ...(binary && {
      confusion: {
        bothRight: count(labelled, 1, 1),
        bothWrong: count(labelled, 0, 0),
        onlyJudge: count(labelled, 1, 0),
        onlyPeople: count(labelled, 0, 1),
      },
    }),
  }
}

/** How far the raters of one answer agree; nothing where none has several. */
function people(units: readonly JudgedUnit[]): Pick<JudgeAgreement, 'people'> {
  const rated = units.filter(({ ratings }) => ratings.length > 1)
  if (rated.length === 0) return {}
  const sorted = rated.map((unit) => ({ ...unit, sorted: [...unit.ratings].sort((one, other) => one - other) }))
  const figures = drawnFigures(
    sorted,
    ({ sorted: ratings }) => ratings.join(' '),
    (cells) => raterAgreementOf(cells.map(({ sorted: ratings }) => ratings)),
  )
  const of = (name: keyof RaterFigures) => figure(figures.whole[name], figures.of(name), undefined)
  return { people: { answers: rated.length, agreement: of('agreement'), alpha: of('alpha') } }
}

/** Figures of units that count by their weight, as they are and drawn again. Units that say the same are put together first. */
function drawnFigures<Unit extends Pick<JudgedUnit, 'cluster' | 'weight'>, Name extends string>(
  units: readonly Unit[],
  keyOf: (unit: Unit) => string,
  prepare: (cells: readonly Unit[]) => (weights: readonly number[]) => Readonly<Record<Name, number>>,
): { readonly whole: Readonly<Record<Name, number>>; of(name: Name): number[] } {
  const places = new Map<string, number>()
  const cells: Unit[] = []
  const weights: number[] = []
  const drawn = units.map((unit) => {
    const key = keyOf(unit)
    const cell = places.get(key) ?? cells.push(unit) - 1
    places.set(key, cell)
    const weight = unit.weight ?? 1
    weights[cell] = (weights[cell] ?? 0) + weight
    return { cluster: unit.cluster, weight, cell }
  })
  const figures = prepare(cells)
  const draws = Array.from(cellDraws(drawn, cells.length), figures)
  return { whole: figures(weights), of: (name) => draws.map((some) => some[name]) }
}

/** The judge's mean, with the interval of independent clusters. */
function rawMean(units: readonly JudgedUnit[], isShare: boolean): AgreementFigure {
  if (units.length === 0) return null
  if (units.some(({ mass }) => mass !== undefined))
    return clusterMean(
      units.map(({ judge, mass, cluster }) => ({ value: judge, weight: mass, cluster })),
      isShare ? [0, 1] : undefined,
    )
  const value = mean(units.map(({ judge }) => judge))
  if (isShare) return { value, ci95: wilson(value, units.length) }
  const whole = units.map((unit) => ({ ...unit, human: undefined }))
  const half = Z * Math.sqrt(influenceVariance(whole, ({ judge }) => (judge - value) / units.length))
  return { value, ci95: half > 0 ? [value - half, value + half] : null }
}

function count(pairs: readonly LabelledPair[], judge: number, human: number): number {
  return pairs.filter((pair) => pair.judge === judge && pair.human === human).length
}

function agreementWithIntervals(
  labelled: readonly (LabelledPair & Pick<JudgedUnit, 'cluster' | 'weight'>)[],
  binary: boolean,
  clustered: boolean,
): Readonly<Record<keyof AgreementFigures, AgreementFigure>> {
  const figures = drawnFigures(
    labelled,
    ({ judge, human }) => `${judge} ${human}`,
    (cells) => agreementOf(cells, binary),
  )
  const of: Partial<Record<keyof AgreementFigures, typeof labelled>> = {
    accuracy: labelled,
    sensitivity: labelled.filter(({ human }) => human === 1),
    specificity: labelled.filter(({ human }) => human === 0),
  }
  const names = Object.keys(figures.whole) as (keyof AgreementFigures)[]
  const entries = names.map((name) => {
    const own = SHARES.includes(name) ? of[name] : undefined
    const value = figures.whole[name]
    // Clusters that all say the same tell as much as so many answers alone.
    const n = own && (clustered ? (value === 0 || value === 1 ? clustersOf(own) : undefined) : effectiveLabels(own))
    return [name, figure(value, figures.of(name), n)]
  })
  return Object.fromEntries(entries)
}

function clustersOf(units: readonly Pick<JudgedUnit, 'cluster'>[]): number {
  return new Set(units.map(({ cluster }) => cluster)).size
}

/**
 * A figure with the interval that its draws give, or Wilson's.
 *
 * @param n independent answers that the figure is a share of; undefined for what is none.
 */
export function figure(value: number, draws: readonly number[], n: number | undefined): AgreementFigure {
  if (!Number.isFinite(value)) return null
  if (n !== undefined) return { value, ci95: wilson(value, n) }
  const told = draws.filter(Number.isFinite).sort((one, other) => one - other)
  const at = (share: number) => told[Math.round(share * (told.length - 1))] as number
  // Where nothing varies, the draws do not either, and say nothing of how far the figure may be off.
  const varies = told.length >= TOLD * draws.length && told.length > 0 && told[0] !== told.at(-1)
  return { value, ci95: varies ? [at(0.025), at(0.975)] : null }
}
