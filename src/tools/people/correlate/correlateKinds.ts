import { type CorrelationFigures, correlationsOf, groupBy, sampleDeviation } from '../../../kit.ts'
import { drawnFigures } from '../agreement/draws.ts'
import type { WithInterval } from '../agreement/judgedUnit.ts'
import type { MeasuredAnswer } from './measureAnswers.ts'

/** How an automatic measure goes with what people say. */
export interface MeasureCorrelation extends Readonly<Record<keyof CorrelationFigures, WithInterval | null>> {
  /** Answers that have both. */
  readonly n: number
  /** Variance of the measure over these answers, by n - 1; null for a single one. */
  readonly variance: number | null
}

/** How automatic measures go with people, over some answers. */
export interface Correlated {
  /** Answers that people labelled. */
  readonly labelled: number
  /** By the name of the measure, in the order of tables. */
  readonly measures: Readonly<Record<string, MeasureCorrelation>>
}

/** How automatic measures go with people, of one kind of question. */
export interface CorrelatedKind extends Correlated {
  readonly suite: string
  readonly kind: string
  readonly raters: number
  readonly tasks: Readonly<Record<string, Correlated>>
  /** What answers are compared with, and of how many answers it is so. */
  readonly references: Readonly<Record<string, number>>
}

/**
 * Correlates measures with people, each kind of question of each suite by itself, for each has a scale of its own, and within it
 * each task.
 *
 * @param order measures in the order of tables; those that no answer has are left out.
 */
export function correlateKinds(answers: readonly MeasuredAnswer[], order: readonly string[]): CorrelatedKind[] {
  return [...groupBy(answers, ({ suite, kind }) => JSON.stringify([suite, kind])).values()].map((own) => {
    const [{ suite, kind }] = own as [MeasuredAnswer]
    const all = correlate(own, order)
    const tasks = [...groupBy(own, ({ task }) => task)].map(
      ([task, some]) => [task, some.length === own.length ? all : correlate(some, order)] as const,
    )
    const references = groupBy(
      own.flatMap(({ reference }) => reference ?? []),
      ({ of }) => of,
    )
    return {
      suite,
      kind,
      ...all,
      raters: new Set(own.flatMap(({ ratings }) => ratings.map(({ rater }) => rater))).size,
      tasks: Object.fromEntries(tasks.sort(([one], [other]) => (one < other ? -1 : 1))),
      references: Object.fromEntries([...references].map(([of, some]) => [of, some.length])),
    }
  })
}

function correlate(answers: readonly MeasuredAnswer[], order: readonly string[]): Correlated {
  const measures = order.flatMap((name) => {
    const pairs = answers.flatMap(({ values: { [name]: value }, human, cluster }) =>
      value === undefined ? [] : [{ value, human, cluster }],
    )
    return pairs.length === 0 ? [] : [[name, measureCorrelation(pairs)] as const]
  })
  return { labelled: answers.length, measures: Object.fromEntries(measures) }
}

/**
 * Pearson's, Spearman's and Kendall's correlation (tau-b) of a measure with people, with intervals that draw clusters again from a
 * fixed seed. Pure.
 */
export function measureCorrelation(
  pairs: readonly { readonly value: number; readonly human: number; readonly cluster: string }[],
): MeasureCorrelation {
  const figures = drawnFigures(
    pairs,
    (_, at) => at,
    () => correlationsOf(pairs.map(({ value: judge, human }) => ({ judge, human }))),
  )
  const variance = pairs.length < 2 ? null : sampleDeviation(pairs.map(({ value }) => value)) ** 2
  return { n: pairs.length, variance, ...figures }
}
