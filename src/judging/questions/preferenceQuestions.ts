import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { fencedText } from '../fence.ts'
import { ORDERS, type Order } from '../pairwise/pair.ts'
import { judgeOf, judgeReplies } from './judgeReplies.ts'
import type { LabelQuestion, SuiteQuestions } from './labelQuestion.ts'

/**
 * What people are asked of a pair whose better output is known: which of the two outputs is better, in each order as the judge was shown them. There the labels
 * of the data are people's already, so labels correct no metric: they measure people against them.
 */
export const preferenceQuestions: SuiteQuestions = { of: (record, calls) => ORDERS.flatMap((order) => preference(record, calls, order)) }

const SCALE = [
  { value: 0, text: 'Output B' },
  { value: 1, text: 'Output A' },
]

function preference({ scores }: ItemRecord, calls: readonly CallRecord[], order: Order): LabelQuestion[] {
  const asked = judgeReplies(calls).find(({ call }) => call === order)
  const prompt = asked?.replies[0]?.messages?.at(-1)?.content ?? ''
  const [instruction, a, b] = ['instruction', 'output-a', 'output-b'].map((name) => fencedText(prompt, name))
  if (!asked || instruction === undefined || a === undefined || b === undefined) return []
  // In the forward order output 1 is shown first. Without a verdict there is no such score.
  const isOne = scores[`one_${order}`]
  return [
    {
      question: order,
      kind: 'preference',
      ask: 'Which output does better what the instruction asks for?',
      scale: SCALE,
      shown: [
        { title: 'Instruction', text: instruction },
        { title: 'Output A', text: a, isJudged: true },
        { title: 'Output B', text: b, isJudged: true },
      ],
      ...(isOne !== undefined && { judge: order === 'forward' ? isOne : 1 - isOne }),
      ...judgeOf(asked),
    },
  ]
}
