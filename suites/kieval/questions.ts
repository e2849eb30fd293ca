import {
  type CallRecord,
  INTERVIEW_METRICS,
  type InterviewMetric,
  type ItemRecord,
  judgeOf,
  judgeReplies,
  type LabelQuestion,
  parseEvaluation,
  type SuiteQuestions,
  shownDialogue,
} from '../../src/kit.ts'
import { relabelInterview } from './relabelInterview.ts'

/** What people are asked of KIEval: each aspect of each round, and the interview so far as a whole, from 1 to 4 (Table 1). */
export const kievalQuestions: SuiteQuestions = {
  of: (record, calls) => judgeReplies(calls).flatMap((asked) => round(record, calls, asked)),
  relabel: relabelInterview,
}

const SCALE = [
  { value: 1, text: '1: poor' },
  { value: 2, text: '2: below average' },
  { value: 3, text: '3: above average' },
  { value: 4, text: '4: good' },
]

const ASKS: Readonly<Record<InterviewMetric, string>> = {
  accuracy: 'Is what the last reply states true?',
  logic: 'Is the reasoning of the last reply sound?',
  relevance: 'Does the last reply keep to the topic?',
  coherence: 'Does the last reply fit the conversation and what was said before?',
  conciseness: 'Is the last reply brief and clear?',
  overall: 'How good is the interview so far as a whole?',
}

function round({ scores }: ItemRecord, calls: readonly CallRecord[], asked: ReturnType<typeof judgeReplies>[number]): LabelQuestion[] {
  const number = /^evaluation-(\d+)$/.exec(asked.call)?.[1]
  const shown = number === undefined ? [] : shownDialogue(calls, `answer-${number}`)
  if (shown.length === 0) return []
  const votes = asked.replies.map(({ content = '' }) => parseEvaluation(content))
  return INTERVIEW_METRICS.map((metric) => {
    const cast = votes.flatMap((vote) => vote[metric] ?? [])
    const judge = scores[`round.${number}.${metric}`]
    return {
      question: `${asked.call}/${metric}`,
      kind: metric,
      ask: ASKS[metric],
      scale: SCALE,
      shown,
      ...(judge !== undefined && { judge, ...(cast.length > 1 && { votes: cast }) }),
      ...judgeOf(asked),
    }
  })
}
