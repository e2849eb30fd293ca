import { mean } from '../../base/mean.ts'
import { random } from '../../base/random.ts'
import { Z } from '../normal.ts'
import { wilson } from '../wilson.ts'
import { type AgreementFigures, agreementOf, type LabelledPair } from './agreementFigures.ts'
import { type Corrected, type CorrectionMethod, correctedMean, correctedRate } from './corrected.ts'
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
  /** The judge's own mean over all answers. */
  readonly raw: AgreementFigure
  /** The mean that people would give. */
  readonly corrected: AgreementFigure
  /** Why there is no corrected figure. */
  readonly uncorrected?: string
  /** How far people agree with each other, where an answer has several raters. */
  readonly people?: { readonly answers: number } & Readonly<Record<keyof RaterFigures, AgreementFigure>>
  /** Labelled answers by what the judge and people said, where all labels are 0 or 1. */
  readonly confusion?: Readonly<Record<'bothRight' | 'bothWrong' | 'onlyJudge' | 'onlyPeople', number>>
}

/** Draws of an interval. 2,000 tell the ends of a 95 % interval to a tenth of its width. */
const DRAWS = 2000
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
  const labelled = units.flatMap(({ human, ...unit }) => (human === undefined ? [] : [{ ...unit, human }]))
  const corrected: Corrected = method === 'lee' ? correctedRate(units) : correctedMean(units)
  return {
    n: units.length,
    labelled: labelled.length,
    method,
    raw: rawMean(units, binary && !clustered),
    ...agreementWithIntervals(labelled, binary, clustered),
    ...people(units),
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
  const figures = raterAgreementOf(rated.map(({ ratings }) => ratings))
  const all = figures(rated.map(() => 1))
  const drawn = Array.from(drawsOf(rated), figures)
  const of = (name: keyof RaterFigures) =>
    figure(
      all[name],
      drawn.map((some) => some[name]),
      undefined,
    )
  return { people: { answers: rated.length, agreement: of('agreement'), alpha: of('alpha') } }
}

/** The judge's mean, with the interval of independent clusters. */
function rawMean(units: readonly JudgedUnit[], isShare: boolean): AgreementFigure {
  if (units.length === 0) return null
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
  labelled: readonly (LabelledPair & Pick<JudgedUnit, 'cluster'>)[],
  binary: boolean,
  clustered: boolean,
): Readonly<Record<keyof AgreementFigures, AgreementFigure>> {
  const figures = agreementOf(labelled, binary)
  const all = figures(labelled.map(() => 1))
  const drawn = Array.from(drawsOf(labelled), figures)
  const of: Partial<Record<keyof AgreementFigures, number>> = {
    accuracy: labelled.length,
    sensitivity: labelled.filter(({ human }) => human === 1).length,
    specificity: labelled.filter(({ human }) => human === 0).length,
  }
  const names = Object.keys(all) as (keyof AgreementFigures)[]
  const entries = names.map((name) => {
    const n = SHARES.includes(name) && !clustered ? of[name] : undefined
    return [
      name,
      figure(
        all[name],
        drawn.map((some) => some[name]),
        n,
      ),
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * A figure with the middle 95 % of its draws.
 *
 * @param n independent answers that the figure is a share of; undefined for what is none.
 * @returns null for a figure that is not told; without an interval where the draws say nothing of how far it may be off.
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

/** How often each unit is in each of 2,000 draws, as many clusters being drawn as there are. */
export function* drawsOf(units: readonly Pick<JudgedUnit, 'cluster'>[]): Generator<number[]> {
  const clusters = new Map<string, number[]>()
  for (const [index, { cluster }] of units.entries()) {
    const own = clusters.get(cluster)
    if (own) own.push(index)
    else clusters.set(cluster, [index])
  }
  const members = [...clusters.values()]
  const stream = random('judge agreement', units.length, members.length)
  for (let draw = 0; draw < DRAWS && members.length > 0; draw += 1) {
    const weights = new Array<number>(units.length).fill(0)
    for (let drawn = 0; drawn < members.length; drawn += 1)
      for (const index of stream.pick(members)) weights[index] = (weights[index] as number) + 1
    yield weights
  }
}
