import { type ItemRecord, type LabelQuestion, type LabelReference, mean, type ShownText } from '../../../kit.ts'
import type { LabelledQuestion } from '../labels/matchLabels.ts'
import { KNOWN_GOOD } from '../labels/plainQuestions.ts'

/** An answer that people rated, with all that automatic measures need to know of it. */
export interface ComparedAnswer {
  readonly suite: string
  readonly item: string
  readonly trial: number
  readonly question: string
  readonly kind: string
  readonly task: string
  /** Answers of one cluster vary together. */
  readonly cluster: string
  readonly ratings: readonly { readonly rater: string; readonly value: number }[]
  /** Mean of the ratings. */
  readonly human: number
  /** The value of each judge, by its name. */
  readonly judges: Readonly<Record<string, number>>
  /** What the run's judge said of the same answer in the same call under other kinds of question, by their name. */
  readonly aspects?: Readonly<Record<string, number>>
  /** Least and largest value of the question's scale. */
  readonly scale: readonly [number, number]
  /** What came before the answer, as the rater saw it. */
  readonly context: readonly ShownText[]
  readonly answer: string
  readonly reference?: LabelReference | undefined
}

/**
 * A labelled question as an answer to compare; undefined where nobody labelled it, and where it judges several texts at once.
 *
 * @param judges the value of each judge, by its name.
 * @param asked all questions of the item's trial.
 */
export function comparedAnswer(
  { suite, item, trial, task, clusters }: Pick<ItemRecord, 'suite' | 'item' | 'trial' | 'task' | 'clusters'>,
  { question: { question, kind, scale, shown }, labels }: LabelledQuestion,
  judges: ComparedAnswer['judges'],
  asked: readonly LabelQuestion[] = [],
): ComparedAnswer | undefined {
  const [judged, ...others] = shown.filter(({ isJudged }) => isJudged)
  if (!judged || others.length > 0 || labels.length === 0) return undefined
  const [cluster = item] = Object.values(clusters ?? {})
  const known = shown.find(({ title }) => title === KNOWN_GOOD)
  return {
    suite,
    item,
    trial,
    question,
    kind,
    task,
    cluster,
    ratings: labels.map(({ rater, value }) => ({ rater, value })),
    human: mean(labels.map(({ value }) => value)),
    judges,
    aspects: Object.fromEntries(
      asked.flatMap((other) =>
        other.kind !== kind && other.judge !== undefined && callOf(other.question) === callOf(question) ? [[other.kind, other.judge]] : [],
      ),
    ),
    scale: [scale[0]?.value ?? 0, scale.at(-1)?.value ?? 1],
    context: shown.slice(0, shown.indexOf(judged)),
    answer: judged.text,
    reference: known && { text: known.text, of: 'what the judge was shown as a good answer' },
  }
}

/** The judge's call that a question is part of; of a call that asks one thing its name. */
function callOf(question: string): string {
  const end = question.lastIndexOf('/')
  return end === -1 ? question : question.slice(0, end)
}
