import { createHash } from 'node:crypto'
import { controlCounts, groupBy, type LabelQuestion, mean, questionHash, trialKey } from '../../../kit.ts'
import type { LabelMatcher } from '../labels/matchLabels.ts'
import type { QuestionedRecord } from '../labels/runQuestions.ts'
import { comparedTexts } from './asking.ts'

/** A record that can be drawn. It is small: there may be as many as a run has, and what is shown of them is not kept. */
export type Drawable = Population['units'][number]

/** What can be drawn of a run. */
export type Population = ReturnType<typeof population>

/**
 * What can be drawn of a run: every record that people can be asked something of.
 *
 * @param kinds of the questions that count; all where it is undefined.
 * @param matcher has the labels that there are.
 */
export function population(questioned: Iterable<QuestionedRecord>, kinds: ReadonlySet<string> | undefined, matcher: LabelMatcher) {
  const units = []
  const found = new Map<string, boolean>()
  let simulated = false
  for (const { record, questions, simulated: isSimulated } of questioned) {
    simulated ||= isSimulated
    for (const { kind, judge } of questions) found.set(kind, (found.get(kind) ?? false) || judge !== undefined)
    const own = questions.filter(({ kind }) => kinds?.has(kind) ?? true)
    const labelled = matcher.match(record, questions)
    // A label names its item: one without a name could not be labelled.
    if (own.length === 0 || record.item === '') continue
    units.push({
      record,
      key: trialKey(record),
      slice: JSON.stringify([record.suite, record.task]),
      size: doubtSize(own, record.scores),
      /** Number of its questions of each kind. */
      kinds: new Map([...groupBy(own, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length])),
      /** Hash of the texts of all its questions. */
      sha256: createHash('sha256').update(own.map(questionHash).join()).digest('hex'),
      /** Its questions that have labels already, and whose. */
      labelled: labelled.flatMap(({ question: { question, kind }, labels }) =>
        labels.length > 0 ? [{ question, kind, raters: new Set(labels.map(({ rater }) => rater)) }] : [],
      ),
    })
  }
  // The kinds of questions, and whether the judge gave a value to any of them; whether a simulated model made any call.
  return { units, kinds: found, simulated }
}

/** The records that have questions of these kinds, with what is of these kinds. */
export function ofKinds(units: readonly Drawable[], kinds: ReadonlySet<string>): Drawable[] {
  return units.flatMap((unit) => {
    const own = new Map([...unit.kinds].filter(([kind]) => kinds.has(kind)))
    return own.size === 0 ? [] : [{ ...unit, kinds: own, labelled: unit.labelled.filter(({ kind }) => kinds.has(kind)) }]
  })
}

/**
 * Squared error that is expected of the surest verdict, on a scale of 0 to 1. Sure verdicts may be wrong too, and without it they were
 * never drawn. A record is drawn at most about three times as often as another by it, so that doubts that say nothing do little harm.
 */
const FLOOR = 0.1

/**
 * How large a record is for a draw by doubt: the root of the squared error that is expected of the judge on it, for with chances in
 * proportion to that the corrected mean has the least variance (Neyman, 1934; Zrnic and Candès, Active Statistical Inference, arXiv
 * 2403.03208). The error is guessed from what the judge said:
 *
 * - of several votes, or of the judges of a panel: how far they are from the judge's value;
 * - of one vote on a scale of several points: how near the middle it is;
 * - where two outputs were compared in both orders: whether the verdicts contradict each other;
 * - the known answers of the item that the judge got wrong.
 *
 * @param scores of the record: counts of known answers are among them.
 * @returns above 0, at most 1. It is a guess that decides who is drawn, never a figure that is reported.
 */
export function doubtSize(questions: readonly LabelQuestion[], scores: Readonly<Record<string, number>>): number {
  const compared = questions.map((question) => ({ question, texts: comparedTexts(question) }))
  const errors = compared.flatMap(({ question, texts }) => {
    const value = shareOfScale(question, question.judge)
    if (value === undefined) return []
    const turned = compared.find((other) => other.texts.inAnyOrder === texts.inAnyOrder && other.texts.asShown !== texts.asShown)
    const other = turned && shareOfScale(turned.question, turned.question.judge)
    // One of two verdicts that contradict each other is wrong.
    const contradiction = other === undefined ? 0 : (value + other - 1) ** 2 / 2
    return [spread(question, value) + contradiction]
  })
  return Math.sqrt(Math.min(1, FLOOR + (errors.length > 0 ? mean(errors) : 0) + missedControls(scores)))
}

/** A value as its place on its scale, 0 to 1. */
function shareOfScale({ scale }: LabelQuestion, value: number | undefined): number | undefined {
  const [least = 0, most = 0] = [scale[0]?.value, scale.at(-1)?.value]
  return value === undefined || most <= least ? undefined : Math.max(0, Math.min(1, (value - least) / (most - least)))
}

function spread(question: LabelQuestion, value: number): number {
  const votes = (question.votes ?? []).flatMap((vote) => shareOfScale(question, vote) ?? [])
  if (votes.length > 1) return mean(votes.map((vote) => (vote - value) ** 2))
  // Half the variance of a yes or no whose mean this is: one middling vote tells less than votes that differ.
  return (value * (1 - value)) / 2
}

/** Share of the known answers that the judge got wrong, 0 to 1. */
function missedControls(scores: Readonly<Record<string, number>>): number {
  let [missed, all] = [0, 0]
  for (const { outcome, count } of controlCounts(scores)) {
    all += count
    if (outcome === 'fp' || outcome === 'fn') missed += count
  }
  return all > 0 ? missed / all : 0
}
