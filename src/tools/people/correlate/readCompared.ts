import { existsSync } from 'node:fs'
import {
  counted,
  findRun,
  HoldfastError,
  type ItemRecord,
  itemRecord,
  type LabelQuestion,
  latestRecords,
  type RunFolder,
  readJson,
  readJsonl,
  type ScoresDocument,
  scoresDocument,
} from '../../../kit.ts'
import { suiteQuestions } from '../label/suiteQuestions.ts'
import { type Label, label, questionKey } from '../labels/label.ts'
import { type LabelledQuestion, LabelMatcher, type RefusedLabels } from '../labels/matchLabels.ts'
import { runQuestions } from '../labels/runQuestions.ts'
import { refusedLines } from '../measure/judgedSource.ts'
import { type ComparedAnswer, comparedAnswer } from './comparedAnswer.ts'

/** The labelled answers of a run, with the values of its judge and of those of other runs of the same answers. */
export interface ComparedRun {
  readonly run: RunFolder
  readonly answers: readonly ComparedAnswer[]
  /** Names of the judges, in the order of the runs. */
  readonly judges: readonly string[]
  /** Labels that do not count for the first run, with why. */
  readonly refused: RefusedLabels
  /** Labelled questions that judge several texts at once. */
  readonly several: number
  /** The scores.json of each run that has one. */
  readonly documents: readonly ScoresDocument[]
}

/** The labelled questions of one run. */
interface RunLabels {
  readonly folder: RunFolder
  readonly questions: readonly {
    readonly record: ItemRecord
    readonly labelled: LabelledQuestion
    readonly asked: readonly LabelQuestion[]
  }[]
  readonly refused: RefusedLabels
}

/**
 * Reads labels in the fuller form, and the answers of a run that they are of.
 *
 * @param others runs whose judges saw the same answers: where their text differs, their value does not count.
 * @throws HoldfastError for a run or a file that cannot be read, and where no label is of the first run.
 */
export async function readCompared(name: string, others: readonly string[], paths: readonly string[], root: string): Promise<ComparedRun> {
  const labels: Label[] = []
  for (const path of paths) for await (const line of readJsonl(path, label)) labels.push(line)
  const first = await readRun(name, labels, root)
  if (first.questions.length === 0) throw noneMatched(first, labels.length)
  const judges = new Map<string, Map<string, number>>([[judgeName(first), valuesOf(first)]])
  const documents = [documentOf(first)]
  for (const other of others) {
    const read = await readRun(other, labels, root)
    if (read.questions.length === 0)
      throw new HoldfastError(
        'DATA',
        `Failed to compare the judge of ${read.folder.path}: no label is of its answers. Name a run of the same answers, as holdfast rejudge makes it.`,
      )
    const own = judgeName(read)
    judges.set(judges.has(own) ? `${own} (${other})` : own, valuesOf(read))
    documents.push(documentOf(read))
  }
  let several = 0
  const answers = first.questions.flatMap(({ record, labelled, asked }) => {
    const key = keyOf(record, labelled)
    const values = [...judges].flatMap(([judge, own]) => (own.has(key) ? [[judge, own.get(key) as number] as const] : []))
    const answer = comparedAnswer(record, labelled, Object.fromEntries(values), asked)
    if (!answer) several += 1
    return answer ?? []
  })
  return {
    run: first.folder,
    answers,
    judges: [...judges.keys()],
    refused: first.refused,
    several,
    documents: documents.flatMap((document) => document ?? []),
  }
}

async function readRun(name: string, labels: readonly Label[], root: string): Promise<RunLabels> {
  const folder = findRun(name, root)
  const records = []
  for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(record)
  const matcher = new LabelMatcher(labels)
  const questions = []
  for (const { record, questions: asked } of runQuestions(folder, latestRecords(records), await suiteQuestions(records)))
    for (const labelled of matcher.match(record, asked)) if (labelled.labels.length > 0) questions.push({ record, labelled, asked })
  return { folder, questions, refused: matcher.refused() }
}

function keyOf({ suite, item, trial }: ItemRecord, { question: { question } }: LabelledQuestion): string {
  return questionKey({ suite, item, trial, question })
}

function valuesOf({ questions }: RunLabels): Map<string, number> {
  return new Map(
    questions.flatMap(({ record, labelled }) => {
      const { judge } = labelled.question
      return judge === undefined ? [] : [[keyOf(record, labelled), judge] as const]
    }),
  )
}

/** The judge of a run as tables name it: a word before the model keeps it apart from the measures. */
function judgeName({ questions }: RunLabels): string {
  const [model] = questions.flatMap(({ labelled }) => labelled.question.model ?? [])
  return model === undefined ? 'the judge' : `judge ${model}`
}

function documentOf({ folder }: RunLabels): ScoresDocument | undefined {
  return existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
}

function noneMatched({ folder, refused }: RunLabels, count: number): HoldfastError {
  return new HoldfastError(
    'DATA',
    `Failed to compare measures with people for ${folder.path}: none of ${counted(count, 'label')} counts. ${refusedLines(refused).join(' ')} Name the run that was labelled.`,
  )
}
