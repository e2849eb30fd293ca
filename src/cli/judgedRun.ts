import { existsSync } from 'node:fs'
import { RUNNABLE } from '../../suites/catalogue.ts'
import { readJsonl } from '../base/data/jsonl.ts'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import { counted } from '../base/text/counted.ts'
import { singleLine } from '../base/text/singleLine.ts'
import type { JudgedLabel } from '../format/judgedLabel.ts'
import { type Label, label } from '../format/label.ts'
import { itemRecord, latestRecords } from '../format/records.ts'
import { findRun } from '../format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../format/scoresDocument.ts'
import { type LabelledQuestion, LabelMatcher, type RefusedLabels } from '../labels/matchLabels.ts'
import { plainQuestions } from '../labels/plainQuestions.ts'
import { runQuestions } from '../labels/runQuestions.ts'

/** The judgements of a run with the labels that people gave them. */
export interface JudgedRun {
  /** Lines in the simple form, by suite and by kind of question. Questions that the judge was not asked, or gave no usable reply to, are left out. */
  readonly suites: Readonly<Record<string, Readonly<Record<string, readonly JudgedLabel[]>>>>
  /** Labels that do not count, with why. */
  readonly refused: RefusedLabels
  /** The run's scores.json, where there is one. */
  readonly document: ScoresDocument | undefined
  /** Questions with labels that the judge was not asked, or to which it gave no usable reply. */
  readonly unjudged: number
}

/**
 * Reads labels in the fuller form, and gives them to the questions of a run: a label counts for the text alone that its hash is of.
 *
 * @throws HoldfastError for a run or a file that cannot be read, and where no label is of the run.
 */
export async function readJudgedRun(name: string, paths: readonly string[], root: string): Promise<JudgedRun> {
  const labels: Label[] = []
  for (const path of paths) for await (const line of readJsonl(path, label)) labels.push(line)
  const folder = findRun(name, root)
  const records = []
  for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(record)
  const own = new Map(await Promise.all(RUNNABLE.map(async (suite) => [suite.name, await suite.questions?.()] as const)))
  const matcher = new LabelMatcher(labels)
  const suites: Record<string, Record<string, JudgedLabel[]>> = {}
  let [matched, unjudged] = [0, 0]
  for (const { record, questions } of runQuestions(folder, latestRecords(records), (suite) => own.get(suite) ?? plainQuestions)) {
    const [cluster = record.item] = Object.values(record.clusters ?? {})
    for (const asked of matcher.match(record, questions)) {
      matched += asked.labels.length
      if (asked.question.judge === undefined) unjudged += Number(asked.labels.length > 0)
      else {
        const kinds = suites[record.suite] ?? {}
        const lines = kinds[asked.question.kind] ?? []
        lines.push(...linesOf(asked, asked.question.judge, { ...record, cluster }))
        suites[record.suite] = { ...kinds, [asked.question.kind]: lines }
      }
    }
  }
  const refused = matcher.refused()
  if (matched === 0) throw noneMatched(folder.path, labels.length, refused)
  const document = existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
  return { suites: withLabels(suites), document, refused, unjudged }
}

/** One line a label; one without a label for a judgement that nobody labelled. */
function linesOf(
  { question: { question }, labels }: LabelledQuestion,
  judge: number,
  { item, trial, task, cluster }: { item: string; trial: number; task: string; cluster: string },
): JudgedLabel[] {
  const id = `${item}${trial > 0 ? ` trial ${trial + 1}` : ''} ${question}`
  const line = { id, judge, slice: task, cluster }
  return labels.length === 0 ? [line] : labels.map(({ value, rater }) => ({ ...line, human: value, rater }))
}

/** Kinds that nobody labelled tell nothing of the judge. */
function withLabels(suites: Record<string, Record<string, JudgedLabel[]>>): JudgedRun['suites'] {
  const kept = Object.entries(suites).map(
    ([suite, kinds]) =>
      [suite, Object.fromEntries(Object.entries(kinds).filter(([, lines]) => lines.some(({ human }) => human !== undefined)))] as const,
  )
  return Object.fromEntries(kept.filter(([, kinds]) => Object.keys(kinds).length > 0))
}

/** Labels that are named where some do not count. */
const NAMED = 3

/** Why labels do not count, a line a reason, the first of each by name; nothing where all count. A file of labels is another's: its names are made harmless. */
export function refusedLines({ otherText, unknown, offScale }: RefusedLabels): string[] {
  const told: [readonly Label[], string][] = [
    [otherText, 'of another text than the run has'],
    [unknown, 'of an item or a question that the run does not have'],
    [offScale, 'with a value that is not on the scale'],
  ]
  return told.flatMap(([labels, why]) => {
    if (labels.length === 0) return []
    const names = labels.slice(0, NAMED).map(({ item, question, rater }) => singleLine(`${item} ${question} (${rater})`))
    const more = labels.length > NAMED ? `, and ${labels.length - NAMED} more` : ''
    return [`${counted(labels.length, 'label')} ${why}: ${names.join(', ')}${more}.`]
  })
}

function noneMatched(path: string, count: number, refused: RefusedLabels): HoldfastError {
  return new HoldfastError(
    'DATA',
    `Failed to measure the judge of ${path}: none of ${counted(count, 'label')} counts. ${refusedLines(refused).join(' ')} Name the run that was labelled.`,
  )
}
