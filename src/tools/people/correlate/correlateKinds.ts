import { type MeasureCorrelation, measureCorrelation, raterCorrelation } from '../agreement/measureCorrelation.ts'
import type { MeasuredAnswer } from './measureAnswers.ts'

/** How automatic measures go with people, over some answers. */
export interface Correlated {
  /** Answers that people labelled. */
  readonly labelled: number
  /** By the name of the measure, in the order of tables. */
  readonly measures: Readonly<Record<string, MeasureCorrelation>>
  /** How people go with each other, where answers have several raters. */
  readonly people?: Omit<MeasureCorrelation, 'variance'>
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
  const kinds = groupsOf(answers, ({ suite, kind }) => JSON.stringify([suite, kind]))
  return kinds.map((own) => {
    const [{ suite, kind }] = own as [MeasuredAnswer]
    const all = correlate(own, order)
    const tasks = groupsOf(own, ({ task }) => task).map(
      (some) => [(some[0] as MeasuredAnswer).task, some.length === own.length ? all : correlate(some, order)] as const,
    )
    const references = groupsOf(
      own.flatMap(({ reference }) => (reference ? [reference] : [])),
      ({ of }) => of,
    )
    return {
      suite,
      kind,
      ...all,
      raters: new Set(own.flatMap(({ ratings }) => ratings.map(({ rater }) => rater))).size,
      tasks: Object.fromEntries(tasks.sort(([one], [other]) => (one < other ? -1 : 1))),
      references: Object.fromEntries(references.map((some) => [some[0]?.of ?? '', some.length])),
    }
  })
}

function correlate(answers: readonly MeasuredAnswer[], order: readonly string[]): Correlated {
  const people = raterCorrelation(answers)
  const measures = order.flatMap((name) => {
    const pairs = answers.flatMap(({ values: { [name]: value }, human, cluster }) =>
      value === undefined ? [] : [{ value, human, cluster }],
    )
    return pairs.length === 0 ? [] : [[name, measureCorrelation(pairs)] as const]
  })
  return { labelled: answers.length, measures: Object.fromEntries(measures), ...(people && { people }) }
}

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const known = groups.get(keyOf(one))
    if (known) known.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}
