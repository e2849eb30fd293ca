import { type CorrelationFigures, correlationsOf, mean, sampleDeviation } from '../../../kit.ts'
import { cellDraws } from './cellDraws.ts'
import { type AgreementFigure, figure } from './judgeAgreement.ts'

/** What an automatic measure says of an answer, beside what people say of it. */
export interface MeasuredPair {
  readonly value: number
  readonly human: number
  /** Pairs of one cluster are drawn together. */
  readonly cluster: string
}

/** How an automatic measure goes with what people say. */
export interface MeasureCorrelation extends Readonly<Record<keyof CorrelationFigures, AgreementFigure>> {
  /** Answers that have both. */
  readonly n: number
  /** Variance of the measure over these answers, by n - 1; null for a single one. */
  readonly variance: number | null
}

/** Pearson's, Spearman's and Kendall's correlation (tau-b) of a measure with people, with intervals that draw clusters again from a fixed seed. Pure. */
export function measureCorrelation(pairs: readonly MeasuredPair[]): MeasureCorrelation {
  const correlations = correlationsOf(pairs.map(({ value: judge, human }) => ({ judge, human })))
  const all = correlations(pairs.map(() => 1))
  const drawn = pairs.length > 1 ? Array.from(drawsOf(pairs), correlations) : []
  const of = (name: keyof CorrelationFigures) =>
    figure(
      all[name],
      drawn.map((some) => some[name]),
      undefined,
    )
  return { n: pairs.length, variance: varianceOf(pairs), pearson: of('pearson'), spearman: of('spearman'), kendall: of('kendall') }
}

/** What two raters said of an answer. */
export interface RatedTwice {
  readonly ratings: readonly { readonly rater: string; readonly value: number }[]
  readonly cluster: string
}

/**
 * How people go with each other: the mean of the correlations of all pairs of raters, each over the answers that both rated.
 *
 * @returns undefined where no answer has two raters.
 */
export function raterCorrelation(answers: readonly RatedTwice[]): Omit<MeasureCorrelation, 'variance'> | undefined {
  const rated = answers.filter(({ ratings }) => ratings.length > 1)
  if (rated.length === 0) return undefined
  const raters = [...new Set(rated.flatMap(({ ratings }) => ratings.map(({ rater }) => rater)))].sort()
  const pairs = raters
    .flatMap((one, at) => raters.slice(at + 1).map((other) => pairOf(rated, one, other)))
    .filter(({ at }) => at.length > 1)
  const correlations = (weights: readonly number[]): CorrelationFigures => {
    const own = pairs.map(({ at, of }) => of(at.map((index) => weights[index] as number)))
    const averaged = (name: keyof CorrelationFigures) => mean(own.map((figures) => figures[name]))
    return { pearson: averaged('pearson'), spearman: averaged('spearman'), kendall: averaged('kendall') }
  }
  const all = correlations(rated.map(() => 1))
  const drawn = Array.from(drawsOf(rated), correlations)
  const of = (name: keyof CorrelationFigures) =>
    figure(
      all[name],
      drawn.map((some) => some[name]),
      undefined,
    )
  return { n: rated.length, pearson: of('pearson'), spearman: of('spearman'), kendall: of('kendall') }
}

/** The answers that both rated, and the correlations over them. */
function pairOf(rated: readonly RatedTwice[], one: string, other: string): { at: number[]; of: ReturnType<typeof correlationsOf> } {
  const both = rated.flatMap(({ ratings }, index) => {
    const [judge, human] = [one, other].map((name) => ratings.find(({ rater }) => rater === name)?.value)
    return judge === undefined || human === undefined ? [] : [{ index, judge, human }]
  })
  return { at: both.map(({ index }) => index), of: correlationsOf(both) }
}

function varianceOf(pairs: readonly MeasuredPair[]): number | null {
  return pairs.length < 2 ? null : sampleDeviation(pairs.map(({ value }) => value)) ** 2
}

/** How often each answer is in each draw of clusters. */
function drawsOf(answers: readonly { readonly cluster: string }[]): Iterable<number[]> {
  return cellDraws(
    answers.map(({ cluster }, cell) => ({ cluster, weight: 1, cell })),
    answers.length,
  )
}
