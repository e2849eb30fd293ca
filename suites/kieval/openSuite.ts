import {
  asItIs,
  askJudge,
  HoldfastError,
  INTERVIEW_METRICS,
  isBundled,
  type Model,
  NOT_RECORDED,
  type OpenSuite,
  SkippedItem,
  type SuiteRun,
} from '../../src/kit.ts'
import { evaluationControls } from './controls.ts'
import { holdInterview } from './interview.ts'
import { leakMessages } from './leak.ts'
import { openQuestions } from './openQuestions.ts'
import type { KievalOptions } from './options.ts'
import { cutKieval, kievalParts } from './parts.ts'
import { planKieval } from './plannedCalls.ts'
import { answerText, LEVELS, letterOf, type Question } from './question.ts'
import { readExamples } from './questionFiles.ts'
import { kievalReference } from './reference.ts'
import { parseStatic, STATIC_TOKENS, staticPrompt } from './staticAnswer.ts'
import { staticRubric } from './staticRubric.ts'

/** Guessing among the choices, and the lowest score in every round (docs/suites/kieval.md, R9). */
function floorOf({ choices }: Question): Readonly<Record<string, number>> {
  const lowest = INTERVIEW_METRICS.flatMap((name) => [[`score.${name}`, 10] as const, [`paper.${name}`, 0.25] as const])
  return { static: 1 / choices.length, ...Object.fromEntries(lowest) }
}

/** A wrong choice. */
function wrongIndex({ answerIndex, choices }: Question): number {
  return (answerIndex + 1) % choices.length
}

/** Opens KIEval for a run. */
export async function openKieval({ config, options }: SuiteRun<KievalOptions>): Promise<OpenSuite<Question>> {
  const { items, source, version, sha256, notes } = await openQuestions(config.data, options, config.seed)
  const examples = readExamples()
  const leak = options.leak ? leakMessages(items) : []
  const sets = [...new Set(items.map(({ set }) => set))]
  const plan = planKieval(config, options, { examples, leak })
  return {
    items,
    id: ({ set, id }) => `${set}/${id}`,
    task: ({ set }) => set,
    tags: ({ domain, level }) => ({
      ...(domain !== undefined && { domain }),
      ...(level && { level }),
      ...(options.leak && { leak: 'yes' }),
    }),
    clusters: ({ set, id }) => ({ question: `${set}/${id}` }),
    stratum: ({ domain = '', level }) => (level ? `${domain}/${level}` : domain),
    threshold: 0.7,
    floor: floorOf,
    data: { source, version, sha256 },
    notes: () => [
      `${options.selection} of ${options.validation === 'none' || isBundled(config.data) ? 'all' : 'valid'} questions, up to ${options.rounds} rounds`,
      ...(options.leak ? ['LEAK TEST: questions and answers are in the context of the candidate. In context, not in training'] : []),
      ...notes,
    ],
    display: () => ({
      headline: { key: 'score.overall', label: 'overall, 10 to 100' },
      taskKeys: Object.fromEntries(sets.map((set) => [set, sets.length > 1 ? `set.${set}.score.overall` : 'score.overall'])),
      percent: true,
      rows: [
        { label: 'KIEval', group: 'score' },
        { label: 'paper', group: 'paper', note: '(0 to 1)' },
        { label: 'static', keys: ['accuracy', 'dropped'], note: '(accuracy 0 to 1)' },
        { label: 'interviews', keys: ['rounds', 'unparsable_rate'] },
        { label: 'ended by', group: 'stop' },
        { label: 'domain', group: 'domain' },
        { label: 'level', keys: LEVELS.map((level) => `level.${level}.score.overall`) },
        { label: '… static', keys: LEVELS.map((level) => `level.${level}.accuracy`), note: '(accuracy 0 to 1)' },
      ],
    }),
    referenceFor: kievalReference,
    parts: kievalParts(options),
    cut: cutKieval(options),
    freeTurns: false,
    planned: plan.planned,
    planNotes: () => [
      'interviews of all rounds: one may end early',
      ...(options.leak
        ? [`the leak, ${plan.leakTokens()} tokens, stands before each of the candidate's calls, in the interviews too`]
        : []),
      ...notes,
    ],
    body: async (question, context) => {
      const { candidate, judge, expect } = context
      const reference = answerText(question, question.answerIndex)
      if (options.validation === 'live') {
        const verdict = (flipped: (index: number) => boolean) =>
          flipped(0) ? answerText(question, question.answerIndex === 0 ? 1 : 0) : reference
        const content = await askJudge(judge, {
          prompt: staticPrompt(question, examples),
          call: 'validation',
          options: { temperature: 0, maxTokens: STATIC_TOKENS, simulation: { verdict } },
          parse: asItIs,
        })
        const named = parseStatic(content, question.choices.length, options.parse)
        if (named !== question.answerIndex)
          throw new SkippedItem(`the judge answers it wrongly (${named === undefined ? 'no choice' : letterOf(named)})`)
      }
      const answer = await recordedWhereValid(
        options,
        candidate.ask([...leak, ...staticPrompt(question, examples)], {
          call: 'static',
          temperature: 0,
          maxTokens: STATIC_TOKENS,
          // Half of "B. text" is still right.
          simulation: {
            reference,
            mistaken: answerText(question, wrongIndex(question)),
            wrong: answerText(question, question.falseExplanation?.choice ?? wrongIndex(question)),
          },
        }),
      )
      const chosen = parseStatic(answer.content, question.choices.length, options.parse)
      await expect(answer).toPassRubric(staticRubric(question, chosen))
      if (chosen === undefined) return
      const rounds = question.rounds ?? options.rounds
      const interview = await holdInterview(context, { question, chosen, options: { ...options, rounds }, leak }, config.votes)
      await expect(interview).toSustainInterview({
        maxRounds: rounds,
        weights: options.weights,
        calibration: { controls: (evaluator: Model) => evaluationControls(evaluator, question) },
      })
    },
  }
}

/** A judge may answer rightly now what the recording's judge did not: then there is no interview that it could judge. */
async function recordedWhereValid<T>({ validation }: KievalOptions, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (validation !== 'live' || !(error instanceof HoldfastError) || error.code !== NOT_RECORDED) throw error
    throw new SkippedItem('the recording has no interview about it: its judge answered it wrongly')
  }
}
