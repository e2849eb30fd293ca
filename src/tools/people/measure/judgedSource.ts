import { counted, type ShownText, singleLine } from '../../../kit.ts'
import type { JudgedLine } from '../labels/judgedLabel.ts'
import { type Label, questionKey } from '../labels/label.ts'
import type { RefusedLabels } from '../labels/matchLabels.ts'

/** What a judge judged, with the labels that it is measured by. */
export interface JudgedSource {
  /** Lines in the simple form, by suite and by kind of question. Questions that the judge was not asked, or gave no usable reply to, are left out. */
  readonly suites: Readonly<Record<string, Readonly<Record<string, readonly JudgedLine[]>>>>
  /** Labels that do not count, with why. */
  readonly refused: RefusedLabels
  /** Whether a simulated model had a part in it. */
  readonly simulated: boolean
  /** Questions with labels that the judge was not asked, or to which it gave no usable reply. */
  readonly unjudged: number
  /** What was shown of the questions on which judge and labels differ, by `textKey`; empty where it is not known. */
  readonly texts: ReadonlyMap<string, readonly ShownText[]>
  /** Whether the lines are those that were drawn for people, and not the whole run. */
  readonly isSample: boolean
}

/** A question and the text that it was asked of, as one text. */
export function boundKey(question: Pick<Label, 'suite' | 'item' | 'trial' | 'question' | 'sha256'>): string {
  return `${questionKey(question)} ${question.sha256}`
}

/** The name of a question in tables. */
export function judgedId({ item, trial, question }: Pick<Label, 'item' | 'trial' | 'question'>): string {
  return `${item}${trial > 0 ? ` trial ${trial + 1}` : ''} ${question}`
}

/** Where the texts of a question are kept. */
export function textKey(suite: string, kind: string, id: string): string {
  return JSON.stringify([suite, kind, id])
}

/** One line a label; one without a label for a judgement that nobody labelled. */
export function linesOf(line: JudgedLine, labels: readonly Pick<Label, 'value' | 'rater'>[]): JudgedLine[] {
  return labels.length === 0 ? [line] : labels.map(({ value, rater }) => ({ ...line, human: value, rater }))
}

/** Labels that are named where some do not count. */
const NAMED = 3

/** Why labels do not count, a line a reason, the first of each by name; nothing where all count. A file of labels is another's: its names are made harmless. */
export function refusedLines({ otherText, unknown, offScale }: RefusedLabels, of: 'run' | 'key' = 'run'): string[] {
  const told: [readonly Label[], string][] = [
    [otherText, `of another text than the ${of} has`],
    [unknown, `of an item or a question that the ${of} does not have`],
    [offScale, 'with a value that is not on the scale'],
  ]
  return told.flatMap(([labels, why]) => {
    if (labels.length === 0) return []
    const names = labels.slice(0, NAMED).map(({ item, question, rater }) => singleLine(`${item} ${question} (${rater})`))
    const more = labels.length > NAMED ? `, and ${labels.length - NAMED} more` : ''
    return [`${counted(labels.length, 'label')} ${why}: ${names.join(', ')}${more}.`]
  })
}
