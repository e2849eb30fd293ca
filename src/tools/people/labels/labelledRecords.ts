import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallRecord,
  type ItemRecord,
  type LabelledRecord,
  type LabelledRecords,
  type LabelQuestion,
  mean,
  type PeopleOfRun,
  questionHash,
  runFolder,
  type SuiteQuestions,
  trialKey,
} from '../../../kit.ts'
import { correctedMetrics } from '../agreement/correctedMetrics.ts'
import { copiesLast, type Label, type LabelKey, type LabelLines, questionKey, readLabelFiles } from './label.ts'
import { LabelMatcher } from './matchLabels.ts'
import { runQuestions } from './runQuestions.ts'

/**
 * The records of a run that people labelled, with what people's values make of them. Labels of several raters count by their mean.
 */
export const labelledRecords: LabelledRecords = async ({ suite, questions, records, root, folders }): Promise<PeopleOfRun | undefined> => {
  if (!questions?.relabel) return undefined
  const kept = await readKeptLabels(root, suite)
  if (kept.labels.length === 0) return undefined
  const matcher = new LabelMatcher(kept.labels)
  const wanted = new Set([...kept.labels, ...kept.sheets.flat()].map((entry) => trialKey(entry)))
  const some = records.filter((record) => wanted.has(trialKey(record)))
  const labelled: LabelledRecord[] = []
  const without: LabelledRecord[] = []
  /** What the run asks, by question: the hash of the text. */
  const asks = new Map<string, string>()
  let incomplete = 0
  for (const folder of folders.map(runFolder)) {
    for (const { record, calls, questions: asked } of runQuestions(folder, some, () => questions)) {
      // The calls of some records lie in another part.
      if (calls.length === 0) continue
      for (const question of asked) asks.set(questionKey({ ...record, question: question.question }), questionHash(question))
      const matched = matcher.match(record, asked).filter(({ labels }) => labels.length > 0)
      const values = new Map(matched.map(({ question, labels }) => [question.question, mean(labels.map(({ value }) => value))] as const))
      const { people, ...found } = relabelled(record, calls, asked, values, questions.relabel)
      if (people) labelled.push({ ...found, people })
      else without.push({ ...found, people: record })
      incomplete += Number(!people && matched.length > 0)
    }
  }
  const { otherText, unknown } = matcher.refused()
  const drawn = drawnOf(labelled, kept, asks)
  const hasSheet = drawn.some(({ probability }) => probability !== undefined)
  return {
    labelled,
    drawn,
    unlabelled: hasSheet ? drawnOf(without, kept, asks) : [],
    incomplete,
    withoutChance: labelled.length - drawn.length,
    ofOthers: otherText.length + unknown.length,
    correct: correctedMetrics,
  }
}

/** Labels of people and the keys of the sheets that they were given on. */
type KeptLabels = Awaited<ReturnType<typeof readKeptLabels>>

/**
 * All labels and keys of a suite that are kept in a project, as JSONL (.gz too); none where there is no folder.
 *
 * @throws HoldfastError naming file, line and field of a line that is neither a label nor of a key.
 */
async function readKeptLabels(root: string, suite: string) {
  const folder = join(root, 'reports', 'labels')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name)) : []
  const files: LabelLines[] = []
  for (const name of copiesLast(names.sort())) files.push(await readLabelFiles([join(folder, name)], true, true))
  const isOfSuite = (entry: Label | LabelKey) => entry.suite === suite
  return {
    labels: files.flatMap(({ labels }) => labels.filter(isOfSuite)),
    /** The keys of sheets, by file. */
    sheets: files.map(({ keys }) => keys.filter(isOfSuite)).filter((keys) => keys.length > 0),
  }
}

/**
 * The labelled records that stand for all of the run. A sheet counts where nothing on it is asked otherwise by the run: of answers that
 * changed since, those that did not would be no sample. What has no score in this run, or stands in another part of it, is no change. Labels without any sheet count alike, unless some are of another text.
 */
function drawnOf(labelled: readonly LabelledRecord[], { labels, sheets }: KeptLabels, asks: ReadonlyMap<string, string>): LabelledRecord[] {
  const isAsked = (entry: Label | LabelKey) => asks.get(questionKey(entry)) === entry.sha256
  const isKnown = (line: LabelKey) => asks.has(questionKey(line))
  const own = sheets.filter(
    (sheet) => sheet.some(isKnown) && sheet.every((line) => line.of === undefined && (isAsked(line) || !isKnown(line))),
  )
  if (own.length > 0) {
    // Of several sheets the largest chance: a larger sample of one seed holds the smaller ones.
    const chances = new Map<string, number>()
    for (const line of own.flat()) chances.set(trialKey(line), Math.max(line.probability, chances.get(trialKey(line)) ?? 0))
    return labelled.flatMap((entry) => {
      const probability = chances.get(trialKey(entry.record))
      return probability === undefined ? [] : [{ ...entry, probability }]
    })
  }
  const onSheets = new Set(sheets.flat().map((line) => trialKey(line)))
  const others = labels.filter((label) => !onSheets.has(trialKey(label)))
  return others.every(isAsked) ? labelled.filter(({ record }) => !onSheets.has(trialKey(record))) : []
}

/** The record by people's values, undefined where they did not say all that a score needs, and at the ends of all scales. */
function relabelled(
  record: ItemRecord,
  calls: readonly CallRecord[],
  asked: readonly LabelQuestion[],
  values: ReadonlyMap<string, number>,
  relabel: NonNullable<SuiteQuestions['relabel']>,
): Pick<LabelledRecord, 'record' | 'extremes'> & { readonly people: ItemRecord | undefined } {
  const people = relabel(record, values, calls)
  const by = (given: (question: LabelQuestion) => number | undefined) => {
    const values = asked.map((question) => [question.question, given(question)] as const)
    return relabel(record, new Map(values.filter((entry): entry is [string, number] => entry[1] !== undefined)), calls)
  }
  const isWhole = Object.keys(by(({ judge }) => judge).scores).every((name) => people.scores[name] !== undefined)
  return {
    record,
    people: isWhole ? people : undefined,
    extremes: [by(({ scale }) => scale[0]?.value), by(({ scale }) => scale.at(-1)?.value)],
  }
}
