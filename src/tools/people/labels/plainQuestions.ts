import {
  type CallRecord,
  fencedText,
  fencedTexts,
  type ItemRecord,
  type JudgeReplies,
  judgedValue,
  judgeOf,
  judgeReplies,
  type LabelQuestion,
  majority,
  ratedAnswer,
  readChecklist,
  type ShownText,
  type SuiteQuestions,
  YES_NO,
} from '../../../kit.ts'

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
  return first.verdicts.map(({ criterion }, index) => ({
    question: `${asked.call}/${index + 1}`,
    kind: 'criterion',
    ask: 'Does the answer meet this criterion? Partly met is No.',
    criterion,
    scale: YES_NO,
    shown: [...shown, { title: 'Criterion', text: criterion }],
    ...judgedValue(
      read.map(({ verdicts }) => Number(verdicts[index]?.met ?? false)),
      majority,
    ),
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
