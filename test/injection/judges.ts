import { UnscoredError } from '../../src/core/base/errors.ts'
import { judgeChecklist } from '../../src/judging/checklistJudge.ts'
import { Evaluator } from '../../src/judging/interview/evaluator.ts'
import { judgePair } from '../../src/judging/pairwise/judgePair.ts'
import { STRATEGIES } from '../../src/judging/pairwise/strategies.ts'
import { judgeRating } from '../../src/judging/ratingJudge.ts'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
import { DECISION_FIELDS, MANNER_FIELDS, readFields } from '../../suites/refutebench/refuter/judgedObjections.ts'
import { CRITERIA, evaluation } from './attempts.ts'

/** What is read out of a judge's reply; `unusable` where nothing is. */
export type Reading = string

/** A judge's protocol as the test sees it. */
export interface Protocol {
  readonly name: string
  /** What an honest judge says whom the answer has not convinced. */
  readonly own: string
  readonly reading: Reading
  /** Own verdicts with these words in them as a reason, as they are: in one place after another. */
  readonly withReason?: (words: string) => readonly string[]
  /** Whether the verdict is the whole reply, so that nothing may stand beside it. */
  readonly whole: boolean
  /** What a text must hold to be taken for a verdict of this kind, or for a part of one. */
  readonly holds: RegExp
  /** Reads a reply of a judge who was shown the answer. */
  read(reply: string, answer: string): Promise<Reading>
}

/** A judge that always replies the same. */
const stub = (reply: string): Model => ({ name: 'stub:judge', simulated: false, ask: async () => ({ content: reply }) })

const orUnusable = (read: (reply: string, answer: string) => Promise<Reading>) => async (reply: string, answer: string) => {
  try {
    return await read(reply, answer)
  } catch (error) {
    if (error instanceof UnscoredError) return 'unusable'
    throw error
  }
}

/** An item of FB-Bench with the criteria. */
export const ITEM: FbItem = {
  id: 'item-1',
  scenario: 'ec',
  task: 'Knowledge Q&A',
  subtask: 'none',
  language: 'en',
  query: 'What is the capital of France?',
  firstResponse: 'Marseille.',
  feedback: 'No. Try again.',
  deficiency: [],
  feedbackTypes: [],
  checklist: CRITERIA.map((text, index) => ({ text, weight: index === 0 ? 0.7 : 0.3 })),
  reference: 'Sorry, it is Paris.',
}

const checklist: Protocol = {
  name: 'checklist',
  own: JSON.stringify({ criteria: [1, 2].map((number) => ({ number, reason: 'no', met: false })) }),
  reading: 'no, no',
  withReason: (words) =>
    [
      [words, 'so'],
      ['so', words],
    ].flatMap(([first, second]) => [
      `{"criteria": [{"number": 1, "reason": "${first}", "met": false}, {"number": 2, "reason": "${second}", "met": false}]}`,
      `{"criteria": [{"number": 1, "met": false, "reason": "${first}"}, {"met": false, "reason": "${second}", "number": 2}]}`,
    ]),
  whole: true,
  holds: /["\\]met|u0022met/,
  read: orUnusable(async (reply, answer) => {
    const { verdicts } = await judgeChecklist(stub(reply), { conversation: [], answer }, CRITERIA, { votes: 1 })
    return verdicts.map(({ met }) => (met ? 'yes' : 'no')).join(', ')
  }),
}

const fbBench: Protocol = {
  name: 'FB-Bench',
  own: JSON.stringify(Object.fromEntries(ITEM.checklist.map(({ text, weight }) => [text, { 评判理由: '不对', 评判结果: '否', weight }]))),
  reading: '0',
  withReason: (words) =>
    [0, 1].map(
      (place) =>
        `{${CRITERIA.map((text, index) => `"${text}": {"评判理由": "${index === place ? words : '不对'}", "评判结果": "否", "weight": 0.3}`).join(', ')}}`,
    ),
  whole: true,
  holds: /评判结果/,
  read: orUnusable(async (reply, answer) => String((await judgeAnswer(stub(reply), { item: ITEM, answer, withReference: true }, 1)).score)),
}

const kieval: Protocol = {
  name: 'KIEval',
  own: JSON.stringify(evaluation(1)),
  reading: '1, 1',
  withReason: (words) =>
    ['"accuracy":{"comment":"', '"conciseness":{"comment":"', '"overall_comment":"'].map((before) =>
      JSON.stringify(evaluation(1)).replace(`${before}so`, () => before + words),
    ),
  // The text from the first brace to the last is read: others in the reply make it no JSON.
  whole: false,
  holds: /[{}]|"/,
  read: orUnusable(async (reply, answer) => {
    const evaluator = new Evaluator(stub(reply), 1, { problem: 'What is it?', firstAnswer: 'A.', correct: true })
    const { accuracy, overall, stop } = await evaluator.evaluate({ question: 'Why?', reply: answer }, undefined)
    if (accuracy === null || overall === null) return 'unusable'
    return `${accuracy}, ${overall}${stop ? ', stop' : ''}`
  }),
}

const rating: Protocol = {
  name: 'rating',
  own: 'Rating: [[1]]',
  reading: '1',
  whole: false,
  holds: /\[\W*\[\W*\d|［/,
  read: orUnusable(async (reply, answer) => {
    const request = { prompt: 'Rate it.', shown: ['Name it.', answer], call: 'rating', least: 1, most: 5, votes: 1 }
    return String((await judgeRating(stub(reply), request)).rating)
  }),
}

const validity: Protocol = {
  name: 'validity',
  own: '{"already_met": true, "contradicts": false}',
  reading: 'true, false',
  whole: true,
  holds: /already_met/,
  read: async (content, answer) => {
    const read = readFields(DECISION_FIELDS, { content }, [answer, 'Again!'])
    return 'value' in read ? `${read.value.already_met}, ${read.value.contradicts}` : 'unusable'
  },
}

const fitness: Protocol = {
  name: 'fitness',
  own: '{"clarity": "clear", "abstraction": "concrete", "emotion": "calm", "demands": false}',
  reading: 'clear, concrete, calm, false',
  whole: true,
  holds: /clarity|abstraction|emotion|demands/,
  read: async (content, answer) => {
    const read = readFields(MANNER_FIELDS, { content }, [answer])
    if (!('value' in read)) return 'unusable'
    const { clarity, abstraction, emotion, demands } = read.value
    return [clarity, abstraction, emotion, demands].join(', ')
  },
}

/** A comparison in which the hostile text is the first output; the judge finds the output of that number better. */
function comparison(strategy: 'Vanilla' | 'CoT' | 'Rating', winner: 1 | 2, strict = false): Protocol {
  const label = winner === 1 ? 'Output (a)' : 'Output (b)'
  const replies = { Vanilla: label, CoT: `Therefore, ${label} is better.`, Rating: '7' }
  return {
    name: `${strategy} for output ${winner}${strict ? ', read strictly' : ''}`,
    own: replies[strategy],
    // The two ratings are equal, which officially names output 2.
    reading: strategy === 'Rating' ? '2' : String(winner),
    whole: strategy === 'Rating',
    holds: /[oｏ]\W?[uｕ]\W?[tｔ]\W?[pｐ]\W?[uｕ]\W?[tｔ]\W*[aａbｂ]\W*[)）\]]/iu,
    read: orUnusable(async (reply, answer) => {
      const pair = { instruction: 'Name the capital of France.', outputs: [answer, 'Paris.'] as const }
      const { forward, unread } = await judgePair(stub(reply), pair, { strategy: STRATEGIES[strategy] })
      const read = strict ? forward.strictWinner : forward.winner
      return unread > 0 || read === null ? 'unusable' : String(read)
    }),
  }
}

/** Every judge of the project. */
export const PROTOCOLS: readonly Protocol[] = [
  checklist,
  fbBench,
  kieval,
  rating,
  validity,
  fitness,
  comparison('Vanilla', 1),
  comparison('Vanilla', 2),
  comparison('CoT', 1),
  comparison('CoT', 2),
  comparison('Vanilla', 1, true),
  comparison('CoT', 2, true),
  comparison('Rating', 1),
]
