import { median } from '../../core/base/mean.ts'
import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { fencedText } from '../fence.ts'
import { ORDERS, type Order } from '../pairwise/pair.ts'
import { parseRating } from '../ratingJudge.ts'
import { fivePoints, type LabelQuestion, type ShownText, type SuiteQuestions } from './labelQuestion.ts'

/** What a judge replied to one question, in all its votes. Of a vote what came last counts, for earlier replies were unusable. */
export type JudgeReplies = ReturnType<typeof judgeReplies>[number]

/** The judge's replies by call, in the order in which calls were first made. */
export function judgeReplies(calls: readonly CallRecord[]) {
  const own = calls.filter(({ role, content }) => role === 'judge' && content !== undefined)
  return [...new Set(own.map(({ call }) => call))].map((call) => {
    const votes = new Map(own.filter((reply) => reply.call === call).map((reply) => [reply.vote, reply]))
    return { call, replies: [...votes.values()].sort((one, other) => one.vote - other.vote) }
  })
}

/** Who replied. */
export function judgeOf({ replies }: JudgeReplies): Pick<LabelQuestion, 'model'> {
  const [model, ...others] = new Set(replies.flatMap((reply) => reply.model ?? []))
  return model === undefined ? {} : { model: others.length === 0 ? model : `panel:${[model, ...others].join(';')}` }
}

/** The judge's value by its votes, and the votes where there are several. Nothing where no vote is usable. */
export function judgedValue(votes: readonly number[], combine: (votes: number[]) => number): Pick<LabelQuestion, 'judge' | 'votes'> {
  if (votes.length === 0) return {}
  return { judge: combine([...votes]), ...(votes.length > 1 && { votes }) }
}

/** Yes where more than half say so. */
export function majority(votes: readonly number[]): number {
  return Number(2 * votes.filter((vote) => vote === 1).length > votes.length)
}

/** The texts of some names that a judge was shown first; undefined where one is missing. */
function shownTexts<Name extends string>({ replies: [first] }: JudgeReplies, ...names: Name[]): Record<Name, string> | undefined {
  const prompt = first?.messages?.at(-1)?.content ?? ''
  const texts = names.map((name) => [name, fencedText(prompt, name)] as const)
  return texts.every(([, text]) => text !== undefined) ? (Object.fromEntries(texts) as Record<Name, string>) : undefined
}

/** From not at all to completely, as RefuteBench 2.0 has people rate it (docs/suites/refutebench.md, R5). */
const FOLLOWS = fivePoints('not followed at all', 'followed in part', 'followed completely')
const QUALITY = fivePoints('very bad', 'in between', 'very good')

/** A rating of 1 to 5 as a question for people: does it follow an objection, or do as asked. Undefined for other prompts or no rating. */
export function ratedAnswer(asked: JudgeReplies): LabelQuestion | undefined {
  const form = satisfaction(asked) ?? quality(asked)
  const shown = form?.shown.map(({ text }) => text)
  const votes = asked.replies.flatMap(({ content = '' }) => {
    const read = parseRating({ content }, 1, 5, shown)
    return 'value' in read ? [read.value] : []
  })
  return form && votes.length > 0 ? { question: asked.call, ...form, ...judgedValue(votes, median), ...judgeOf(asked) } : undefined
}

type Form = Pick<LabelQuestion, 'kind' | 'ask' | 'scale' | 'shown'>

function satisfaction(asked: JudgeReplies): Form | undefined {
  const rated = shownTexts(asked, 'before', 'objection', 'after')
  if (!rated) return undefined
  const [first, later] = [shownTexts(asked, 'request'), shownTexts(asked, 'later')]
  return {
    kind: 'satisfaction',
    ask: 'How well does the last answer follow the objection? Rate only that, not how good the answer is otherwise.',
    scale: FOLLOWS,
    shown: [
      ...(first ? [{ title: 'First request', text: first.request }] : []),
      { title: 'Answer before the objection', text: rated.before },
      { title: 'Objection', text: rated.objection },
      ...(later ? [{ title: 'Later request', text: later.later }] : []),
      { title: 'Answer to rate', text: rated.after, isJudged: true },
    ],
  }
}

function quality(asked: JudgeReplies): Form | undefined {
  const rated = shownTexts(asked, 'request', 'answer')
  return (
    rated && {
      kind: 'task quality',
      ask: 'How well does the answer do what the request asks?',
      scale: QUALITY,
      shown: [
        { title: 'Request', text: rated.request },
        { title: 'Answer to rate', text: rated.answer, isJudged: true },
      ],
    }
  )
}

/** Questions for people: which of two outputs is better, in each order. Labels are people's already, so they correct no metric. */
export const preferenceQuestions: SuiteQuestions = {
  of: (record, calls) => ORDERS.flatMap((order) => preference(record, judgeReplies(calls), order)),
}

function preference({ scores }: ItemRecord, all: readonly JudgeReplies[], order: Order): LabelQuestion[] {
  const asked = all.find(({ call }) => call === order)
  const shown = asked && shownTexts(asked, 'instruction', 'output-a', 'output-b')
  if (!shown) return []
  // In the forward order output 1 is shown first. Without a verdict there is no such score.
  const isOne = scores[`one_${order}`]
  return [
    {
      question: order,
      kind: 'preference',
      ask: 'Which output does better what the instruction asks for?',
      scale: [
        { value: 0, text: 'Output B' },
        { value: 1, text: 'Output A' },
      ],
      shown: [
        { title: 'Instruction', text: shown.instruction },
        { title: 'Output A', text: shown['output-a'], isJudged: true },
        { title: 'Output B', text: shown['output-b'], isJudged: true },
      ],
      ...(isOne !== undefined && { judge: order === 'forward' ? isOne : 1 - isOne }),
      ...judgeOf(asked),
    },
  ]
}

const TITLES: Readonly<Record<string, string>> = { system: 'Instructions', user: 'User', assistant: 'Assistant' }

/** The conversation that a candidate's call was part of, and its answer as what is judged. Nothing for a call that has no answer. */
export function shownDialogue(calls: readonly CallRecord[], name: string): ShownText[] {
  const call = calls.findLast((entry) => entry.role === 'candidate' && entry.call === name && entry.content !== undefined)
  if (call?.content === undefined) return []
  const before = (call.messages ?? []).map(({ role, content }) => ({ title: TITLES[role] ?? role, text: content }))
  return [...before, { title: 'Assistant', text: call.content, isJudged: true }]
}
