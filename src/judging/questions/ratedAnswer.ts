import { fencedText } from '../fence.ts'
import { parseRating } from '../ratingJudge.ts'
import { type JudgeReplies, judgedValue, judgeOf, median } from './judgeReplies.ts'
import type { LabelQuestion, ShownText } from './labelQuestion.ts'
import { fivePoints } from './scales.ts'

/** From not at all to completely, as RefuteBench 2.0 has people rate it (docs/suites/refutebench.md, R5). */
const FOLLOWS = fivePoints('not followed at all', 'followed in part', 'followed completely')
const QUALITY = fivePoints('very bad', 'in between', 'very good')

/**
 * The question that a rating of 1 to 5 put to the judge, for people: whether an answer follows an objection, or how well it does
 * what a request asks. Undefined where the prompt is of neither kind, or no reply is a rating.
 */
export function ratedAnswer(asked: JudgeReplies): LabelQuestion | undefined {
  const prompt = asked.replies[0]?.messages?.at(-1)?.content ?? ''
  const votes = asked.replies.flatMap(({ content = '' }) => {
    const read = parseRating({ content }, 1, 5)
    return 'value' in read ? [read.value] : []
  })
  const form = satisfaction(prompt) ?? quality(prompt)
  return form && votes.length > 0 ? { question: asked.call, ...form, ...judgedValue(votes, median), ...judgeOf(asked) } : undefined
}

type Form = Pick<LabelQuestion, 'kind' | 'ask' | 'scale' | 'shown'>

function satisfaction(prompt: string): Form | undefined {
  const [before, objection, after] = ['before', 'objection', 'after'].map((name) => fencedText(prompt, name))
  if (before === undefined || objection === undefined || after === undefined) return undefined
  return {
    kind: 'satisfaction',
    ask: 'How well does the last answer follow the objection? Rate only that, not how good the answer is otherwise.',
    scale: FOLLOWS,
    shown: [
      ...shown('First request', fencedText(prompt, 'request')),
      ...shown('Answer before the objection', before),
      ...shown('Objection', objection),
      ...shown('Later request', fencedText(prompt, 'later')),
      { title: 'Answer to rate', text: after, isJudged: true },
    ],
  }
}

function quality(prompt: string): Form | undefined {
  const [request, answer] = [fencedText(prompt, 'request'), fencedText(prompt, 'answer')]
  if (request === undefined || answer === undefined) return undefined
  return {
    kind: 'task quality',
    ask: 'How well does the answer do what the request asks?',
    scale: QUALITY,
    shown: [...shown('Request', request), { title: 'Answer to rate', text: answer, isJudged: true }],
  }
}

function shown(title: string, text: string | undefined): ShownText[] {
  return text === undefined ? [] : [{ title, text }]
}
