import { existsSync } from 'node:fs'
import {
  counted,
  findRun,
  HoldfastError,
  isSimulated,
  itemRecord,
  latestRecords,
  type RunFolder,
  readJson,
  readJsonl,
  type ScoresDocument,
  type ShownText,
  scoresDocument,
} from '../../../kit.ts'
import { suiteQuestions } from '../label/suiteQuestions.ts'
import type { JudgedLine } from '../labels/judgedLabel.ts'
import type { Label } from '../labels/label.ts'
import type { LabelKey } from '../labels/labelKey.ts'
import { LabelMatcher, type RefusedLabels } from '../labels/matchLabels.ts'
import { type QuestionedRecord, runQuestions } from '../labels/runQuestions.ts'
import { boundKey, type JudgedSource, judgedId, linesOf, refusedLines, textKey } from './judgedSource.ts'

/**
 * Gives labels to the questions of a run: a label counts for the text alone that its hash is of. A key tells the chance that the
 * questions had of being drawn.
 *
 * @throws HoldfastError for a run that cannot be read, and where no label is of the run.
 */
export async function readJudgedRun(
  name: string,
  { labels, keys }: { readonly labels: readonly Label[]; readonly keys: readonly LabelKey[] },
  root: string,
): Promise<JudgedSource> {
  const matcher = new LabelMatcher(labels)
  const chances = new Map(keys.map((key) => [boundKey(key), key.probability]))
  const suites: Record<string, Record<string, JudgedLine[]>> = {}
  const texts = new Map<string, readonly ShownText[]>()
  let [matched, unjudged] = [0, 0]
  for await (const { record, questions } of questionsOf(name, root)) {
    const { suite, item, trial, task } = record
    const [cluster = item] = Object.values(record.clusters ?? {})
    for (const { question, labels: given } of matcher.match(record, questions)) {
      matched += given.length
      const { judge, kind, criterion, shown } = question
      if (judge === undefined) {
        unjudged += Number(given.length > 0)
        continue
      }
      const id = judgedId({ item, trial, question: question.question })
      const probability = given[0] && chances.get(boundKey(given[0]))
      const line = { id, judge, slice: task, cluster, item, criterion, ...(probability !== undefined && { probability }) }
      const kinds = suites[suite] ?? {}
      const lines = kinds[kind] ?? []
      lines.push(...linesOf(line, given))
      suites[suite] = { ...kinds, [kind]: lines }
      if (given.some(({ value }) => value !== judge)) texts.set(textKey(suite, kind, id), shown)
    }
  }
  const refused = matcher.refused()
  const folder = findRun(name, root)
  if (matched === 0) throw noneMatched(folder.path, labels.length, refused)
  return { suites: withLabels(suites), simulated: isSimulated(documentOf(folder)), refused, unjudged, texts, isSample: false }
}

/**
 * What people can be asked of the records of a run, a record at a time.
 *
 * @throws HoldfastError for a run that cannot be read.
 */
export async function* questionsOf(name: string, root: string): AsyncGenerator<QuestionedRecord> {
  const folder = findRun(name, root)
  const records = []
  for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(record)
  yield* runQuestions(folder, latestRecords(records), await suiteQuestions(records))
}

/** The run's scores.json, where there is one. */
export function documentOf(folder: RunFolder): ScoresDocument | undefined {
  return existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
}

/** Kinds that nobody labelled tell nothing of the judge. */
export function withLabels(suites: Readonly<Record<string, Readonly<Record<string, readonly JudgedLine[]>>>>): JudgedSource['suites'] {
  const kept = Object.entries(suites).map(
    ([suite, kinds]) =>
      [suite, Object.fromEntries(Object.entries(kinds).filter(([, lines]) => lines.some(({ human }) => human !== undefined)))] as const,
  )
  return Object.fromEntries(kept.filter(([, kinds]) => Object.keys(kinds).length > 0))
}

function noneMatched(path: string, count: number, refused: RefusedLabels): HoldfastError {
  return new HoldfastError(
    'DATA',
    `Failed to measure the judge of ${path}: none of ${counted(count, 'label')} counts. ${refusedLines(refused).join(' ')} Name the run that was labelled.`,
  )
}
