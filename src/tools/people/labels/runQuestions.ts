import {
  CallIndex,
  type CallRecord,
  fencedText,
  fencedTexts,
  findRun,
  type ItemRecord,
  isSimulated,
  type JudgeReplies,
  judgedValue,
  judgeOf,
  judgeReplies,
  type LabelQuestion,
  loadSuite,
  majority,
  type RunFolder,
  ratedAnswer,
  readChecklist,
  readItemRecords,
  readScores,
  redactedRecord,
  type ShownText,
  type SuiteQuestions,
  withMessages,
  YES_NO,
} from '../../../kit.ts'

/** A record of a run with what people can be asked of it. */
export interface QuestionedRecord {
  readonly record: ItemRecord
  /** Its calls, without secrets. */
  readonly calls: readonly CallRecord[]
  /** Whether a simulated model answered any of them: a run that was stopped has no scores to say so. */
  readonly simulated: boolean
  readonly questions: readonly LabelQuestion[]
}

/**
 * What people can be asked of records of a run, one record at a time: a run's calls may be larger than memory. Records that
 * were not scored are passed over, for there is nothing that a judge said of them.
 *
 * @param questionsOf what a suite asks.
 */
export function* runQuestions(
  folder: Pick<RunFolder, 'calls' | 'blobs'>,
  records: Iterable<ItemRecord>,
  questionsOf: (suite: string) => SuiteQuestions,
): Generator<QuestionedRecord> {
  const index = new CallIndex(folder.calls)
  try {
    for (const record of records) {
      if (record.status !== 'passed' && record.status !== 'failed') continue
      const calls = index.callsOf(record.suite, record.item, record.trial).map((call) => redactedRecord(withMessages(call, folder.blobs)))
      const simulated = calls.some((call) => call.simulated === true || isSimulatedModel(call.model))
      yield { record, calls, simulated, questions: questionsOf(record.suite).of(record, calls) }
    }
  } finally {
    index.close()
  }
}

/**
 * What people can be asked of the records of a run, a record at a time.
 *
 * @throws HoldfastError for a run that cannot be read.
 */
export async function* questionsOf(name: string, root: string): AsyncGenerator<QuestionedRecord> {
  const folder = findRun(name, root)
  const records = readItemRecords(folder.items)
  yield* runQuestions(folder, records, await suiteQuestions(records))
}

/** Whether a model, or one of a panel, is a simulated one by its name. */
export function isSimulatedModel(name = ''): boolean {
  const models = name.replace(/^panel:/, '').split(';')
  return models.some((one) => one.startsWith('sim:'))
}

/** Whether a run asked a simulated model. */
export function isSimulatedRun({ scores }: RunFolder): boolean {
  return isSimulated(readScores(scores))
}

/** What people can be asked of the suites of some records: what a bundled suite says, else what our matchers asked the judge. */
export async function suiteQuestions(records: readonly ItemRecord[]): Promise<(suite: string) => SuiteQuestions> {
  const names = [...new Set(records.map(({ suite }) => suite))]
  const own = new Map(await Promise.all(names.map(async (name) => [name, (await loadSuite(name))?.people] as const)))
  return (suite) => own.get(suite) ?? plainQuestions
}

/**
 * What people can be asked of the items of any suite: the criteria and the ratings that our matchers asked the judge for. The texts
 * are those that the judge was shown, for a matcher may judge any text. Labels of them measure the judge. They correct no metric,
 * for the weights of a rubric are not in a record.
 */
export const plainQuestions: SuiteQuestions = {
  of: (_record: ItemRecord, calls: readonly CallRecord[]) =>
    judgeReplies(calls).flatMap((asked) => {
      const rated = ratedAnswer(asked)
      return rated ? [rated] : criteria(asked)
    }),
}

function promptOf({ messages }: CallRecord): string {
  return messages?.at(-1)?.content ?? ''
}

function criteria(asked: JudgeReplies): LabelQuestion[] {
  const read = asked.replies.flatMap((reply) => {
    const verdicts = readChecklist(promptOf(reply), reply.content ?? '')
    return verdicts ? [{ reply, verdicts }] : []
  })
  const [first] = read
  if (!first) return []
  const shown = shownToJudge(promptOf(first.reply))
  const votesOn = (index: number) => read.map(({ verdicts }) => Number(verdicts[index]?.met ?? false))
  return first.verdicts.map(({ criterion }, index) => ({
    question: `${asked.call}/${index + 1}`,
    kind: 'criterion',
    ask: 'Does the answer meet this criterion? Partly met is No.',
    criterion,
    scale: YES_NO,
    shown: [...shown, { title: 'Criterion', text: criterion }],
    ...judgedValue(votesOn(index), majority),
    ...judgeOf(asked),
  }))
}

/** The texts between the tags of a judge's prompt, the answer last but for a reference. */
function shownToJudge(prompt: string): ShownText[] {
  const [answer, reference] = [fencedText(prompt, 'answer'), fencedText(prompt, 'reference')]
  if (answer === undefined) return []
  const talk = [...fencedTexts(prompt, 'message')].map(({ text, label }) => ({ title: TITLES[label] ?? 'Message', text }))
  return [
    ...talk,
    { title: 'Assistant', text: answer, isJudged: true },
    ...(reference === undefined ? [] : [{ title: KNOWN_GOOD, text: reference }]),
  ]
}

/** Title of a text that the judge was shown as a good answer. */
export const KNOWN_GOOD = 'Answer known to be good'

const TITLES: Readonly<Record<string, string>> = { system: 'Instructions', user: 'User', assistant: 'Assistant' }
