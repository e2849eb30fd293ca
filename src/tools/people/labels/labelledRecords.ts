import {
  type CallRecord,
  type ItemRecord,
  type LabelledRecord,
  type LabelledRecords,
  type LabelQuestion,
  mean,
  type PeopleOfRun,
  questionHash,
  type RunFolder,
  runFolder,
  type SuiteQuestions,
  trialKey,
} from '../../../kit.ts'
import { correctedMetrics } from '../agreement/correctedMetrics.ts'
import { type Label, questionKey } from './label.ts'
import { type KeptLabels, readKeptLabels } from './labelsFolder.ts'
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
  /** What the run asks, by question: the hash of the text. */
  const asks = new Map<string, string>()
  let incomplete = 0
  for (const folder of folders.map(runFolder)) {
    for (const { record, calls, asked } of questionsOf(folder, some, questions)) {
      for (const question of asked) asks.set(questionKey({ ...record, question: question.question }), questionHash(question))
      const matched = matcher.match(record, asked)
      const values = new Map(
        matched.flatMap(({ question, labels }) => (labels.length === 0 ? [] : [[question.question, meanValue(labels)] as const])),
      )
      if (values.size === 0) continue
      const found = relabelled(record, calls, asked, values, questions.relabel)
      if (found) labelled.push(found)
      else incomplete += 1
    }
  }
  const { otherText, unknown } = matcher.refused()
  const drawn = drawnOf(labelled, kept, asks)
  return {
    labelled,
    drawn,
    incomplete,
    withoutChance: labelled.length - drawn.length,
    ofOthers: otherText.length + unknown.length,
    correct: correctedMetrics,
  }
}

/**
 * The labelled records that stand for all of the run. A sheet counts where everything on it is what the run asks: of answers that
 * changed since, those that did not would be no sample. Labels without any sheet count alike, unless some are of another text.
 */
function drawnOf(labelled: readonly LabelledRecord[], { labels, sheets }: KeptLabels, asks: ReadonlyMap<string, string>): LabelledRecord[] {
  const isAsked = (entry: Pick<Label, 'suite' | 'item' | 'trial' | 'question' | 'sha256'>) => asks.get(questionKey(entry)) === entry.sha256
  const own = sheets.filter((sheet) => sheet.every((line) => line.of === undefined && isAsked(line)))
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

/** The records of a folder with their questions; those whose calls lie in another part are passed over. */
function* questionsOf(folder: RunFolder, records: readonly ItemRecord[], questions: SuiteQuestions) {
  for (const { record, calls, questions: asked } of runQuestions(folder, records, () => questions))
    if (calls.length > 0) yield { record, calls, asked }
}

function meanValue(labels: readonly Label[]): number {
  return mean(labels.map(({ value }) => value))
}

/** The record by people's values and at the ends of all scales; undefined where people did not say all that a score needs. */
function relabelled(
  record: ItemRecord,
  calls: readonly CallRecord[],
  asked: readonly LabelQuestion[],
  values: ReadonlyMap<string, number>,
  relabel: NonNullable<SuiteQuestions['relabel']>,
): Pick<LabelledRecord, 'record' | 'people' | 'extremes'> | undefined {
  const people = relabel(record, values, calls)
  const isWhole = Object.keys(relabel(record, ownValues(asked), calls).scores).every((name) => people.scores[name] !== undefined)
  if (!isWhole) return undefined
  const at = (end: 0 | -1) => {
    const all = asked.flatMap(({ question, scale }) => {
      const value = scale.at(end)?.value
      return value === undefined ? [] : [[question, value] as const]
    })
    return relabel(record, new Map(all), calls)
  }
  return { record, people, extremes: [at(0), at(-1)] }
}

function ownValues(asked: readonly LabelQuestion[]): Map<string, number> {
  return new Map(asked.flatMap(({ question, judge }) => (judge === undefined ? [] : [[question, judge] as const])))
}
