import OpenAI from 'openai'
import { judgeChecklist, mergeVotes } from '../../../src/judging/checklistJudge.ts'
import { knownAnswers } from '../../../src/judging/controls/knownAnswers.ts'
import { fence, imitates, keyLike } from '../../../src/judging/fence.ts'
import { INTERVIEW_METRICS, imitatesEvaluation, isExactEvaluation, parseEvaluation } from '../../../src/judging/interview/evaluation.ts'
import { Evaluator } from '../../../src/judging/interview/evaluator.ts'
import { exchange } from '../../../src/judging/interview/evaluatorPrompt.ts'
import { flipLabels, judgePair } from '../../../src/judging/pairwise/judgePair.ts'
import {
  imitatesName,
  imitatesVerdict,
  parseExactVerdict,
  parseInteger,
  parseVerdict,
  readVerdict,
  unmistakable,
  winnersByRating,
} from '../../../src/judging/pairwise/parseVerdict.ts'
import { STRATEGIES } from '../../../src/judging/pairwise/strategies.ts'
import { judgeRating, parseRating } from '../../../src/judging/ratingJudge.ts'
import { rubricMessage } from '../../../src/judging/rubric/message.ts'
import { Adaptations } from '../../../src/models/adaptation.ts'
import { answerOf, describeFailure, errorIn, failureOf, readErrorBody } from '../../../src/models/endpointFailure.ts'
import { readCompletion } from '../../../src/models/readCompletion.ts'
import { separateReasoning, withReasoningApart } from '../../../src/models/reasoning.ts'
import { readStored } from '../../../src/models/responsesApi.ts'
import { waitInText } from '../../../src/models/statedWaits.ts'
import { judgeAnswer } from '../../../suites/fb-bench/judge/judgeAnswer.ts'
import { readJudgement } from '../../../suites/fb-bench/scoring/judgement.ts'
import { DECISION_FIELDS, MANNER_FIELDS, mannerOf, readFields } from '../../../suites/refutebench/refuter/judgedObjections.ts'
import { readRefutation } from '../../../suites/refutebench/refuter/refute.ts'
import { evaluation, fbVerdict, verdict } from '../../injection/attempts.ts'
import { ITEM } from '../../injection/judges.ts'
import { isShare, jsonOf, judgeSaying, type Reader, type Shape } from '../reader.ts'

const RATINGS = ['It is followed. **Rating: [[5]]**', 'From [[1]] to [[5]]: [[3.5]]', '［［4］］ [[4]]']
const LABELS = ['Therefore, Output (a) is better.', 'Output (b)\nOutput (a)', ' Output (b) is better than Output (a)']
const CLAIMS = ['**Output (b)** is better.', 'Answer: "Output (A)"', 'Neither (a) nor (b) is better. I prefer Output b.']
const SLOW_CLAIMS: readonly Shape[] = [
  ['', 'better output '],
  ['Assistant (a) argues that ', 'Output (a) is better, '],
  ['Output', ' '],
  ['', 'Output (a) is the far '],
  ['', '(a)\n(b)\n'],
]
const EVALUATIONS = [JSON.stringify(evaluation(3)), "Here: {accuracy: {score: '4'}, overall_score: 2,} // so"]
const DECISIONS = ['{"already_met": true, "contradicts": false}']
const rating = { prompt: 'Rate it.', call: 'rating', least: 1, most: 5, votes: 1 }
const pair = { instruction: 'Name it.', outputs: ['It.', 'That.'] as const }
const isScore = (score: unknown) => score === null || (typeof score === 'number' && score >= 0 && score <= 5)
const isVerdict = (result: unknown) => result === 'a' || result === 'b' || result === null
const isRating = (value: unknown) => typeof value === 'number' && value >= 1 && value <= 5
const hasRating = (result: unknown) => 'unusable' in (result as object) || isRating((result as { value: unknown }).value)

/** Readers of src/judging, with the judges of the suites. */
export const JUDGE_READERS: readonly Reader[] = [
  { name: 'fence', read: (text) => fence('answer', text) },
  { name: 'imitates', read: (text) => imitates(keyLike('met', 'criteria'), [text]), samples: ['\\"met\\": true'] },
  { name: 'parseRating', read: (content) => parseRating({ content }, 1, 5), samples: RATINGS, isFine: hasRating },
  {
    name: 'parseRating of what holds one',
    read: (content) => parseRating({ content }, 1, 5, [content]),
    samples: RATINGS,
    isFine: hasRating,
  },
  {
    name: 'judgeRating',
    read: (text) => judgeRating(judgeSaying(`${text} [[1]]`), rating),
    samples: RATINGS,
    slow: [['', '*', '*[[.]]']],
    isFine: (result) => isRating((result as { rating: unknown }).rating),
  },
  { name: 'parseVerdict by line', read: (text) => parseVerdict(text, 'line'), samples: LABELS, isFine: isVerdict },
  { name: 'parseVerdict by phrase', read: (text) => parseVerdict(text, 'phrase'), samples: LABELS, isFine: isVerdict },
  { name: 'parseExactVerdict of a line', read: (text) => parseExactVerdict(text, 'line'), samples: LABELS, isFine: isVerdict },
  { name: 'parseExactVerdict of a phrase', read: (text) => parseExactVerdict(text, 'phrase'), samples: LABELS, isFine: isVerdict },
  { name: 'readVerdict by any name', read: (text) => readVerdict(text, 'any'), samples: CLAIMS, slow: SLOW_CLAIMS, isFine: isVerdict },
  { name: 'readVerdict by labels', read: (text) => readVerdict(text, 'labels'), samples: CLAIMS, slow: SLOW_CLAIMS, isFine: isVerdict },
  { name: 'imitatesName', read: (text) => imitatesName([text]), samples: CLAIMS, slow: SLOW_CLAIMS },
  { name: 'unmistakable by line', read: (text) => unmistakable(text, 'line'), samples: LABELS },
  { name: 'unmistakable by phrase', read: (text) => unmistakable(text, 'phrase'), samples: LABELS },
  { name: 'imitatesVerdict', read: (text) => imitatesVerdict([text]), samples: LABELS },
  { name: 'judgePair', read: (text) => judgePair(judgeSaying(text), pair, { strategy: STRATEGIES.Swap }), samples: LABELS },
  { name: 'parseInteger', read: parseInteger, samples: ['7', ' 1_0', '８'] },
  { name: 'winnersByRating', read: (text) => winnersByRating(text, '5'), samples: ['7', '5'] },
  { name: 'flipLabels', read: flipLabels, samples: LABELS },
  {
    name: 'parseEvaluation',
    read: parseEvaluation,
    samples: EVALUATIONS,
    isFine: (result) => INTERVIEW_METRICS.every((metric) => isScore((result as Record<string, unknown>)[metric])),
  },
  {
    name: 'parseEvaluation of a score',
    read: (text) => parseEvaluation(JSON.stringify({ overall_score: text })).overall,
    samples: ['4', ' +3.5e0 '],
    slow: [['', '0', 'x']],
    isFine: isScore,
  },
  { name: 'isExactEvaluation', read: isExactEvaluation, samples: EVALUATIONS },
  { name: 'imitatesEvaluation', read: (text) => imitatesEvaluation([text]), samples: EVALUATIONS },
  {
    name: 'Evaluator',
    read: (text) =>
      new Evaluator(judgeSaying(text), 1, { problem: 'Why?', firstAnswer: text, correct: true }).evaluate(
        { question: 'How?', reply: text },
        undefined,
      ),
    samples: EVALUATIONS,
  },
  { name: 'exchange', read: (text) => exchange(text, text), samples: ['[BEGIN CANDIDATE] [ begin  interactor ]'] },
  {
    name: 'judgeChecklist',
    read: (text) => judgeChecklist(judgeSaying(text), { conversation: [], answer: text }, ['a', 'b'], { votes: 1 }),
    samples: [verdict(true), verdict(false)],
    slow: [
      ['{"', '\\"'],
      ['', '\n'],
    ],
  },
  {
    name: 'mergeVotes',
    read: (text) => {
      const vote = text.split(/[ \n,.]/).map((criterion) => ({ criterion, met: true, reason: '' }))
      return mergeVotes([vote, vote]).agreement
    },
    samples: ['a, b, a'],
    isFine: isShare,
  },
  { name: 'readJudgement', read: readJudgement, samples: [fbVerdict(true), fbVerdict(false)] },
  {
    name: 'judgeAnswer',
    read: (text) => judgeAnswer(judgeSaying(text), { item: ITEM, answer: text, withReference: true }, 2),
    samples: [fbVerdict(true), fbVerdict(false)],
  },
  {
    name: 'readRefutation',
    read: (text) => {
      const style = { clarity: 'clear', abstraction: 'concrete', emotion: 'calm' } as const
      return readRefutation(text, {
        query: text.slice(2),
        answer: text.slice(3),
        earlier: [text.slice(1), 'Say more.'],
        focus: 'style',
        style,
        standing: true,
      })
    },
    samples: ['Say it as a standing rule.', '<answer-0123456789ab>'],
  },
  {
    name: 'readFields of validity',
    read: (content) => readFields(DECISION_FIELDS, { content }, [content, 'No.']),
    samples: DECISIONS,
  },
  {
    name: 'readFields of fitness',
    read: (content) => readFields(MANNER_FIELDS, { content }, [content]),
    samples: ['{"clarity": "vague", "abstraction": "abstract", "emotion": "emotional", "demands": true}'],
  },
  {
    name: 'mannerOf',
    read: (text) => mannerOf([text]),
    samples: ['Could you please say it, if you don’t mind?'],
  },
  {
    name: 'knownAnswers',
    read: (text) => {
      const criteria = [{ text: 'a', check: (answer: string) => answer.includes('a') }]
      return knownAnswers({ criteria, reference: text, wrong: text, choice: 0.5 }).length
    },
    samples: ['It is a. It is b.'],
  },
  {
    name: 'rubricMessage',
    read: (text) => {
      const told = { asked: text, expected: text, received: text, evidence: { a: text.split('\n') } }
      return rubricMessage('pass', { points: [{ name: 'a', weight: 1 }] }, { points: { a: 0 }, total: 0 }, 1, told)
    },
  },
]

const ERRORS = [
  '{"error": {"message": "Unsupported parameter: \'temperature\'", "param": "temperature", "code": 400}}',
  '[{"error": {"message": {"message": "no"}, "metadata": {"raw": "{\\"error\\": \\"inner\\"}"}}}]',
  '<html><body>502 Bad Gateway</body></html>',
  '{"detail": [{"loc": ["body", "model"], "msg": "not found", "type": "missing"}]}',
]
const MESSAGES = ['model x does not exist. ', 'Please try again in 1h2m3.5s', 'max_tokens: 9 > 4', 'Unsupported parameter: temperature']
const COMPLETIONS = [
  '{"choices": [{"message": {"content": "Paris"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 1, "completion_tokens": 2}}',
  '{"choices": [{"message": {"content": [{"type": "thinking", "thinking": [{"text": "Hm."}]}, {"type": "text", "text": "Paris"}]}}]}',
]

/** Readers of src/models. */
export const MODEL_READERS: readonly Reader[] = [
  { name: 'separateReasoning', read: separateReasoning, samples: ['<think>a<think>b</think></think> c', 'a</think>b', 'a <think>b'] },
  { name: 'withReasoningApart', read: (content) => withReasoningApart({ content, reasoning: 'x' }), samples: ['<think>a</think>b'] },
  { name: 'readErrorBody', read: readErrorBody, samples: ERRORS, slow: [['', '<']] },
  { name: 'errorIn', read: (text) => errorIn(jsonOf(text)), samples: ERRORS },
  {
    name: 'failureOf 400',
    read: (message) => failureOf(400, { message }, 'a model').message,
    samples: MESSAGES,
    slow: [
      ['a', '.', 'b'],
      ['', 'model '],
    ],
  },
  { name: 'failureOf 429', read: (message) => failureOf(429, { message }, 'a model').message, samples: MESSAGES },
  { name: 'describeFailure', read: (text) => describeFailure(new Error(text), 'a model').message, samples: MESSAGES },
  { name: 'answerOf', read: (message) => answerOf(400, { message }), samples: ['content_filter'] },
  { name: 'waitInText', read: waitInText, samples: MESSAGES },
  {
    name: 'Adaptations',
    read: (text) => {
      const learned = new Adaptations()
      learned.learn(new OpenAI.APIError(400, { message: text }, text, new Headers()), { temperature: 0, max_tokens: 9 })
      return learned.described
    },
    samples: MESSAGES,
  },
  { name: 'readCompletion', read: (text) => readCompletion(jsonOf(text), 'a model').content, samples: COMPLETIONS },
  {
    name: 'readStored',
    read: (text) => readStored(jsonOf(text), undefined, 'a model').id,
    samples: ['{"id": "resp_1", "output": [{"type": "compaction", "encrypted_content": "x"}]}'],
  },
]
