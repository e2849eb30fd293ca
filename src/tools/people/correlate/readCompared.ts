import { existsSync } from 'node:fs'
import {
  callerSettings,
  childEnvironment,
  commandConfig,
  groupBy,
  HoldfastError,
  type LabelQuestion,
  type LabelReference,
  loadSuite,
  mean,
  type OpenSuite,
  type RunFolder,
  type RunSettings,
  readRunSettings,
  settingsOfRun,
} from '../../../kit.ts'
import { questionKey, readLabelFiles } from '../labels/label.ts'
import { KNOWN_GOOD } from '../labels/runQuestions.ts'
import { type LabelledQuestion, labelledRun } from '../measure/judgedSource.ts'

/** An answer that people rated, with all that automatic measures need to know of it. */
export type ComparedAnswer = NonNullable<ReturnType<typeof comparedAnswer>>

/**
 * A labelled question as an answer to compare; undefined where nobody labelled it, and where it judges several texts at once.
 *
 * @param judges the value of each judge, by its name.
 * @param asked all questions of the judge's call.
 */
export function comparedAnswer(
  { suite, item, trial, cluster, question, kind, scale, shown, labels }: LabelledQuestion,
  judges: Readonly<Record<string, number>>,
  asked: readonly LabelQuestion[] = [],
) {
  const [judged, ...others] = shown.filter(({ isJudged }) => isJudged)
  if (!judged || others.length > 0 || labels.length === 0) return undefined
  const known = shown.find(({ title }) => title === KNOWN_GOOD)
  const reference: LabelReference | undefined = known && { text: known.text, of: 'what the judge was shown as a good answer' }
  return {
    ...{ suite, item, trial, question, kind, cluster, judges },
    ratings: labels.map(({ rater, value }) => ({ rater, value })),
    /** Mean of the ratings. */
    human: mean(labels.map(({ value }) => value)),
    /** What the run's judge said of the same answer in the same call under other kinds of question, by their name. */
    aspects: Object.fromEntries(
      asked.flatMap((other) => (other.kind !== kind && other.judge !== undefined ? [[other.kind, other.judge]] : [])),
    ),
    /** Least and largest value of the question's scale. */
    scale: [scale[0]?.value ?? 0, scale.at(-1)?.value ?? 1] as const,
    /** What came before the answer, as the rater saw it. */
    context: shown.slice(0, shown.indexOf(judged)),
    answer: judged.text,
    reference,
  }
}

/** The judge's call that a question of a record is part of; of a call that asks one thing its name. */
function callOf({ question, ...of }: LabelledQuestion): string {
  const end = question.lastIndexOf('/')
  return questionKey({ ...of, question: end === -1 ? question : question.slice(0, end) })
}

const OF_OTHERS = 'Name a run of the same answers, as holdfast judge again makes it.'

/**
 * Reads labels in the fuller form, and the answers of a run that they are of, with the values of its judge and of those of other runs
 * of the same answers.
 *
 * @param others runs whose judges saw the same answers: where their text differs, their value does not count.
 * @throws HoldfastError for a run or a file that cannot be read, and where no label is of the first run.
 */
export async function readCompared(name: string, others: readonly string[] | undefined, paths: readonly string[], root: string) {
  const { labels } = await readLabelFiles(paths, true)
  const first = await labelledRun(name, { labels }, root, 'compare measures with people for')
  const judges = new Map([judgeIn(first.questions)])
  let { simulated } = first
  for (const other of others ?? []) {
    const read = await labelledRun(other, { labels }, root, 'compare the judge of', OF_OTHERS)
    const [judge, values] = judgeIn(read.questions)
    judges.set(judges.has(judge) ? `${judge} (${other})` : judge, values)
    simulated ||= read.simulated
  }
  const calls = groupBy(first.questions, callOf)
  const answers = first.questions.filter(isLabelled).map((judged) => {
    const key = questionKey(judged)
    const values = [...judges].flatMap(([judge, own]) => (own.has(key) ? [[judge, own.get(key) as number] as const] : []))
    return comparedAnswer(judged, Object.fromEntries(values), calls.get(callOf(judged)))
  })
  return {
    run: first.folder,
    answers: answers.flatMap((answer) => answer ?? []),
    /** Names of the judges, in the order of the runs. */
    judges: [...judges.keys()],
    /** Labels that do not count for the first run, with why. */
    refused: first.refused,
    /** Labelled questions that judge several texts at once. */
    several: answers.filter((answer) => answer === undefined).length,
    /** Whether a simulated model had a part in any of the runs. */
    simulated,
  }
}

function isLabelled({ labels }: LabelledQuestion): boolean {
  return labels.length > 0
}

/** What the judge of a run said of the labelled questions. A word before the model keeps the judge apart from the measures. */
function judgeIn(questions: readonly LabelledQuestion[]): [judge: string, values: ReadonlyMap<string, number>] {
  const labelled = questions.filter(isLabelled)
  const [model] = labelled.flatMap((judged) => judged.model ?? [])
  const values = labelled.flatMap((judged) => (judged.judge === undefined ? [] : [[questionKey(judged), judged.judge] as const]))
  return [model === undefined ? 'the judge' : `judge ${model}`, new Map(values)]
}

// biome-ignore lint/suspicious/noExplicitAny: items are handed back to the suite that made them
type AnyItem = any
type ReferenceFor = (item: string, question: string) => LabelReference | undefined

/** Opens the suites of a run as the run did, for the references of their items. No model is asked. */
export async function runReferences(run: RunFolder, suites: readonly string[], root: string) {
  const settings = existsSync(run.settings) ? readRunSettings(run) : undefined
  const found = new Map<string, ReferenceFor>()
  const notes = settings ? [] : ['no references: the run has no run.json, which names its data']
  for (const name of settings ? suites : []) {
    const opened = await openedFor(name, settings as RunSettings, root)
    if (typeof opened === 'string') notes.push(opened)
    else found.set(name, opened)
  }
  return {
    of: ({ suite, item, question }: { suite: string; item: string; question: string }) => found.get(suite)?.(item, question),
    /** Why suites have none. */
    notes,
  }
}

/** The references of a suite's items, or why there are none. */
async function openedFor(name: string, settings: RunSettings, root: string): Promise<string | ReferenceFor> {
  const suite = await loadSuite(name)
  if (!suite) return `${name} is no bundled suite: its references are those that the judge was shown`
  const none = (reason: string) => `no references of ${name}: ${reason}`
  try {
    const { data, seed, suites } = await settingsOfRun(settings, await callerSettings(root), root, { suites: [name] })
    const config = await commandConfig(childEnvironment({ data, seed, suites }), root)
    const options = config.suites[name] ?? {}
    const opened: OpenSuite<AnyItem> = await suite.open({ config, options, prepare: async () => config })
    const { referenceFor } = opened
    if (!referenceFor) return none('its items have none')
    if (opened.data?.sha256 !== settings.sha256[name]) return none('its data are not those that the run was made with')
    const items = new Map<string, AnyItem>()
    let index = 0
    for await (const item of typeof opened.items === 'function' ? await opened.items() : opened.items) {
      items.set(opened.id ? opened.id(item, index) : item.id, item)
      index += 1
    }
    return (id, question) => (items.has(id) ? referenceFor(items.get(id), question) : undefined)
  } catch (error) {
    if (error instanceof HoldfastError) return none(error.message)
    throw error
  }
}
