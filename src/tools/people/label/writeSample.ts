import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CommandFlags,
  dataError,
  jsonHash,
  type LabelQuestion,
  makeFolder,
  questionHash,
  type RunFolder,
  redactedRecord,
  type SuiteQuestions,
  sum,
  usageError,
  writeWhole,
} from '../../../kit.ts'
import type { LabelKey } from '../labels/label.ts'
import { runQuestions } from '../labels/runQuestions.ts'
import { writeRatingPage } from '../ratingPage/ratingPage.ts'
import { type AskedRecord, askingOrder, deal } from './asking.ts'
import type { Design, Drawn } from './draw.ts'
import type { Drawable } from './population.ts'

/** Flags of `holdfast judge label`; those that have a default are there. */
export interface LabelFlags extends Omit<CommandFlags, 'count' | 'seed' | 'out'>, Required<Pick<CommandFlags, 'count' | 'seed' | 'out'>> {
  readonly by: Design
  readonly raters?: readonly string[]
  readonly overlap?: number
  readonly labels?: readonly string[]
}

/** A sample that was drawn, and who is asked. */
export interface SampleToWrite {
  readonly folder: Pick<RunFolder, 'path' | 'calls' | 'blobs'>
  readonly questionsOf: (suite: string) => SuiteQuestions
  /** Of what it was drawn. */
  readonly units: readonly Drawable[]
  /** In random order. */
  readonly drawn: readonly Drawn<Drawable>[]
  /** Kinds of the questions that are asked. */
  readonly kinds: ReadonlySet<string>
  readonly raters: readonly string[]
  /** How many of the drawn go to every rater. */
  readonly overlap: number
  readonly flags: LabelFlags
}

/** What was written. */
export type WrittenSample = ReturnType<typeof writeSample>

/**
 * Writes the pages of the raters and the key. The names tell the suite and a hash of what was drawn and of what: the same command
 * writes the same files again, and another writes others. Files of labels are never written.
 *
 * @throws HoldfastError where there is another key of that name, or where nothing is left to ask.
 */
export function writeSample(sample: SampleToWrite) {
  const { units, drawn, raters, flags } = sample
  const stem = `${suiteName(units)}-${digest(sample)}`
  const { key, asked } = whatIsAsked(sample)
  const sheets = raters.map((rater, index) => {
    const questions = askingOrder(asked[index] ?? [], flags.seed, rater).map(({ question }) => question)
    return { id: stem, rater, questions }
  })
  if (sheets.every(({ questions }) => questions.length === 0))
    throw usageError(`Failed to draw items to label: all ${drawn.length} of the sample have their labels. Draw more with --count.`)
  const keyFile = join(flags.out, `${stem}.key.jsonl`)
  const text = key.map((line) => `${JSON.stringify(line)}\n`).join('')
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') !== text)
    throw dataError(
      `Failed to write ${keyFile}: it is there, and says other things. Move it away with its labels, or name another folder with --out.`,
    )
  makeFolder(flags.out)
  writeWhole(keyFile, text)
  return {
    /** What the names of its files begin with. */
    stem,
    keyFile,
    /** Items that are drawn. */
    items: drawn.length,
    /** Questions about them. */
    questions: key.length,
    /** A rater's page; undefined where everything of theirs has its label. */
    raters: sheets.map((sheet) => {
      const { rater, questions } = sheet
      if (questions.length === 0) return { rater, judgements: 0 }
      const page = join(flags.out, `${stem}-${rater}.html`)
      writeRatingPage(page, sheet)
      return { rater, page, judgements: questions.length }
    }),
  }
}

/** Hash of what was drawn, of what and how: the name of a run may tell its model, and files with this in their names go to raters. */
function digest({ units, drawn, kinds, raters, overlap, flags: { by, seed } }: SampleToWrite): string {
  const all = units.map(({ key, sha256 }) => [key, sha256]).sort()
  const labelled = drawn
    .flatMap(({ unit }) => unit.labelled.map(({ question, raters: own }) => [unit.key, question, [...own].sort()]))
    .sort()
  const what = [all, drawn.length, [...kinds].sort(), raters, overlap, by, seed, labelled]
  return jsonHash(what).slice(0, 8)
}

/** A name for files: that of the suite, as far as it can be part of one. */
function suiteName(units: readonly Drawable[]): string {
  const [only = '', ...others] = new Set(units.map(({ record }) => record.suite))
  if (others.length > 0) return 'labels'
  const plain = only.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 40).replace(/^-+|-+$/g, '') || 'labels'
}

/** A question as it is asked, without secrets, and the hash of all that is shown with it. */
type AskedQuestion = LabelQuestion & Pick<LabelKey, 'suite' | 'item' | 'trial' | 'sha256' | 'task' | 'cluster'>

/** The lines of the key, and what each rater is asked, by item. */
function whatIsAsked({ folder, questionsOf, drawn, kinds, raters, overlap, flags: { by } }: SampleToWrite) {
  const key: LabelKey[] = []
  const dealt = drawn.map(({ unit: { kinds: counts, labelled } }) => ({
    work: sum([...counts.values()]),
    labelledBy: new Set(labelled.flatMap(({ raters: own }) => [...own])),
  }))
  const hands = deal(dealt, raters, overlap).map((indexes) => new Set(indexes))
  const asked = raters.map((): AskedRecord<AskedQuestion>[] => [])
  const records = drawn.map(({ unit: { record } }) => record)
  // As many come as were drawn, in their order: each was asked about when it was drawn.
  let index = 0
  for (const { record, questions } of runQuestions(folder, records, questionsOf)) {
    const { unit, probability } = drawn[index] as Drawn<Drawable>
    const { suite, item, trial } = record
    const [cluster = item] = Object.values(record.clusters ?? {})
    // A name of no letters is none.
    const named = { suite, item, trial, task: record.task || suite, cluster: cluster || item }
    const own = questions
      .filter(({ kind }) => kinds.has(kind))
      .map((question): AskedQuestion => redactedRecord({ ...question, ...named, sha256: questionHash(question) }))
    key.push(
      ...own.map(
        ({ question, sha256, kind, judge, votes, model, task, cluster, criterion }): LabelKey => ({
          ...{ suite, item, trial, question, sha256, kind, judge, votes: votes && [...votes], model: model || undefined },
          ...{ task, cluster, criterion, probability },
          ...(by === 'doubtful' && { of: 'doubtful' }),
        }),
      ),
    )
    const labelledBy = new Map(unit.labelled.map(({ question, raters: some }) => [question, some]))
    for (const [at, rater] of raters.entries()) {
      if (!hands[at]?.has(index)) continue
      // Of an item that one rater gets, the label of any rater is enough.
      const isDone = ({ question }: LabelQuestion) => {
        const some = labelledBy.get(question)
        return some !== undefined && (index >= overlap || some.has(rater))
      }
      const left = own.filter((question) => !isDone(question))
      if (left.length > 0) asked[at]?.push({ key: unit.key, questions: left })
    }
    index += 1
  }
  return { key: key.sort(byName), asked }
}

/** By item and trial; questions of one stay in their order. */
function byName(one: LabelKey, other: LabelKey): number {
  for (const name of ['suite', 'item'] as const) if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1
  return one.trial - other.trial
}
