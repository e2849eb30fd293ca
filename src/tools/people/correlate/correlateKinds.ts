import { type CorrelationFigures, correlationsOf, groupBy, mean, sampleDeviation } from '../../../kit.ts'
import { drawnFigures } from '../agreement/draws.ts'
import type { MeasuredAnswer } from './measureAnswers.ts'

/** How an automatic measure goes with what people say. */
export type MeasureCorrelation = ReturnType<typeof measureCorrelation>

/** How automatic measures go with people, of one kind of question. */
export type CorrelatedKind = ReturnType<typeof correlateKinds>[number]

/**
 * Correlates measures with people, each kind of question of each suite by itself, for each has a scale of its own.
 *
 * @param order measures in the order of tables; those that no answer has are left out.
 */
export function correlateKinds(answers: readonly MeasuredAnswer[], order: readonly string[]) {
  return [...groupBy(answers, ({ suite, kind }) => JSON.stringify([suite, kind])).values()].map((own) => {
    const [{ suite, kind }] = own as [MeasuredAnswer]
    const given = own.flatMap(({ reference }) => reference ?? [])
    const references = groupBy(given, ({ of }) => of)
    return {
      suite,
      kind,
      ...correlate(own, order),
      raters: ratersOf(own).length,
      /** What answers are compared with, and of how many answers it is so. */
      references: Object.fromEntries([...references].map(([of, some]) => [of, some.length])),
    }
  })
}

function correlate(answers: readonly MeasuredAnswer[], order: readonly string[]) {
  const people = raterCorrelation(answers)
  const measures = order.flatMap((name) => {
    const pairs = answers.flatMap(({ values: { [name]: value }, human, cluster }) =>
      value === undefined ? [] : [{ value, human, cluster }],
    )
    return pairs.length === 0 ? [] : [[name, measureCorrelation(pairs)] as const]
  })
  // Measures by name, in the order of tables; people with each other, where answers have several raters.
  return { labelled: answers.length, measures: Object.fromEntries(measures), ...(people && { people }) }
}

/**
 * Pearson's, Spearman's and Kendall's correlation (tau-b) of a measure with people, with intervals that draw clusters again from a
 * fixed seed. Pure.
 */
export function measureCorrelation(pairs: readonly { readonly value: number; readonly human: number; readonly cluster: string }[]) {
  const correlations = correlationsOf(pairs.map(({ value: judge, human }) => ({ judge, human })))
  const figures = drawnEach(pairs, correlations)
  const variance = pairs.length < 2 ? null : sampleDeviation(pairs.map(({ value }) => value)) ** 2
  // Of answers that have both; the variance is by n - 1.
  return { n: pairs.length, variance, ...figures }
}

/**
 * How people go with each other: the mean of the correlations of all pairs of raters, each over the answers that both rated.
 *
 * @returns undefined where no answer has two raters.
 */
export function raterCorrelation(answers: readonly Pick<MeasuredAnswer, 'ratings' | 'cluster'>[]) {
  const rated = answers.filter(({ ratings }) => ratings.length > 1)
  if (rated.length === 0) return undefined
  const raters = ratersOf(rated)
  const pairs = raters
    .flatMap((one, at) => raters.slice(at + 1).map((other) => pairOf(rated, one, other)))
    .filter(({ at }) => at.length > 1)
  const correlations = (weights: readonly number[]): CorrelationFigures => {
    const own = pairs.map(({ at, of }) => of(at.map((index) => weights[index] as number)))
    const averaged = (name: keyof CorrelationFigures) => mean(own.map((figures) => figures[name]))
    return { pearson: averaged('pearson'), spearman: averaged('spearman'), kendall: averaged('kendall') }
  }
  const figures = drawnEach(rated, correlations)
  return { n: rated.length, ...figures }
}

function ratersOf(answers: readonly Pick<MeasuredAnswer, 'ratings'>[]): string[] {
  return [...new Set(answers.flatMap(({ ratings }) => ratings.map(({ rater }) => rater)))].sort()
}

/** The answers that both rated, and the correlations over them. */
function pairOf(rated: readonly Pick<MeasuredAnswer, 'ratings'>[], one: string, other: string) {
  const both = rated.flatMap(({ ratings }, index) => {
    const [judge, human] = [one, other].map((name) => ratings.find(({ rater }) => rater === name)?.value)
    return judge === undefined || human === undefined ? [] : [{ index, judge, human }]
  })
  return { at: both.map(({ index }) => index), of: correlationsOf(both) }
}

/** Correlations with intervals; no two answers count as the same. */
function drawnEach(answers: readonly Pick<MeasuredAnswer, 'cluster'>[], correlations: (weights: readonly number[]) => CorrelationFigures) {
  const eachItself = (_: unknown, at: number) => at
  return drawnFigures(answers, eachItself, () => correlations)
}
