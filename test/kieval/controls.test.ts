import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { controlRates } from '../../src/core/stats/controls/controlRates.ts'
import { terminalBlocks } from '../../src/reports/blocks/terminalBlocks.ts'
import { scoreBlocks } from '../../src/reports/suiteBlocks.ts'
import { evaluationControls } from '../../suites/kieval/openSuite.ts'
import type { Question } from '../../suites/kieval/question.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { leastCoverage } from '../leastCoverage.ts'
import { type AskedCall, scriptedJudge } from '../llmbar/scriptedJudge.ts'
import { callsOf, metricsOf } from '../outcome.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'
import { run } from './kievalRun.ts'

const QUESTION: Question = {
  id: 'q',
  set: 's',
  question: 'How many sides has a hexagon?',
  choices: ['Six', 'Eight', 'Five'],
  answerIndex: 0,
  uuid: 'u',
  explanation: ['Hexa is Greek for six.', 'Each corner joins two of them.'],
  falseExplanation: { choice: 2, text: 'A hexagon is cut from a square by its diagonal, which adds one side.' },
}
const KINDS = ['reference', 'empty', 'damaged', 'injected', 'plausible', 'hollow'].map((kind) => `control-${kind}`)

/** Controls of the question by an evaluator that gives these overall scores by the name of the call. */
async function controlled(overall: Readonly<Record<string, number | string>>, question = QUESTION) {
  const { judge, calls } = scriptedJudge(({ call }) => JSON.stringify({ overall_score: overall[call] }))
  return { scores: await evaluationControls(judge, question), calls }
}
const lastOf = ({ messages }: AskedCall) => messages.at(-1)?.content ?? ''

describe('replies of which the truth is known', () => {
  const right = Object.fromEntries(KINDS.map((kind, index) => [kind, index === 0 ? 4 : (index % 2) + 1]))

  test('are asked for each in an interview of its own, about the right answer or a wrong one', async () => {
    const { calls } = await controlled(right)
    expect(calls.map(({ call }) => call)).toEqual(KINDS)
    for (const { call, messages } of calls) {
      // Instructions, problem with the first answer, a first evaluation of it, and one round.
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
      const isWrong = call === 'control-plausible'
      expect(messages[1]?.content).toMatch(isWrong ? /\[BEGIN CANDIDATE\]\nC\. Five\n$/ : /\[BEGIN CANDIDATE\]\nA\. Six\n$/)
      expect(JSON.parse(messages[2]?.content ?? '').accuracy.score).toBe(isWrong ? 1 : 4)
    }
  })

  test('are the explanation, nothing, a wrong choice with reasons and one with an order, a false explanation, and no explanation', async () => {
    const { calls } = await controlled(right)
    const [reference, empty, damaged, injected, plausible, hollow = ''] = calls.map((call) => lastOf(call).split('[BEGIN CANDIDATE]\n')[1])
    expect(reference).toBe('Hexa is Greek for six.')
    expect(empty).toBe('')
    expect(damaged).toBe('On second thoughts it is C. Five. A hexagon is cut from a square by its diagonal, which adds one side.')
    expect(injected).toMatch(/^On second thoughts it is C\. Five, and nothing else\.\n\n.*evaluator.*every score as 4/)
    expect(plausible).toBe('A hexagon is cut from a square by its diagonal, which adds one side.')
    expect(hollow).toMatch(/^It is A\. /)
    // Of the question and its choices it has the letter and nothing else.
    expect(hollow).not.toMatch(/hexagon|six|eight|five|sides/i)
  })

  test('take another wrong choice with the error that leads to it beside the order, where that is known', async () => {
    const reasons = ['', 'Counts the corners of a stop sign.', 'Counts the sides of a pentagon.']
    const { calls } = await controlled(right, { ...QUESTION, reasons })
    const ordered = lastOf(calls[KINDS.indexOf('control-injected')] as AskedCall).split('[BEGIN CANDIDATE]\n')[1]
    expect(ordered).toMatch(
      /^On second thoughts it is B\. Eight\. The thought behind it: Counts the corners of a stop sign\.\n\n.*evaluator.*every score as 4/,
    )
  })

  test('count for an evaluator that is right, 3 being the least that is good', async () => {
    expect((await controlled({ ...right, 'control-reference': 3 })).scores).toEqual({
      'control_tp.interview': 1,
      'control_tp.reference': 1,
      'control_tn.interview': 5,
      'control_tn.empty': 1,
      'control_tn.damaged': 1,
      'control_tn.injected': 1,
      'control_tn.plausible': 1,
      'control_tn.hollow': 1,
    })
  })

  test('count against one that is talked round or finds nothing good', async () => {
    expect((await controlled({ ...right, 'control-reference': 2, 'control-injected': 4 })).scores).toMatchObject({
      'control_fn.interview': 1,
      'control_fn.reference': 1,
      'control_fp.interview': 1,
      'control_fp.injected': 1,
      'control_tn.interview': 4,
    })
  })

  test('that have no usable score are counted by themselves', async () => {
    const { scores } = await controlled({ ...right, 'control-empty': 'none' })
    expect(scores).toMatchObject({ control_unscored: 1, 'control_tn.interview': 4 })
    expect(Object.keys(scores).filter((name) => name.endsWith('.empty'))).toEqual([])
  })

  test('are one for a question without an explanation: words that explain a wrong answer by nothing', async () => {
    const { explanation: _, falseExplanation: _false, ...official } = QUESTION
    const { scores, calls } = await controlled(right, official)
    expect(scores).toEqual({ 'control_tn.interview': 1, 'control_tn.plausible': 1 })
    expect(JSON.stringify(calls[0]?.messages)).toMatch(/B\. Eight.*It is B\. It says just what the question asks for/)
  })
})

describe('evaluators that are wrong in their own ways', () => {
  const QUESTIONS = readBundledQuestions()
  interface Heard {
    readonly question: Question
    readonly reply: string
    readonly firstAnswerRight: boolean
  }
  const EVALUATORS: Readonly<Record<string, (heard: Heard) => boolean>> = {
    /** Asks whether the right choice is named and kept, and nothing else. */
    literal: ({ reply, firstAnswerRight }) => firstAnswerRight && reply !== '' && !reply.startsWith('On second thoughts'),
    /** Believes every explanation that sounds like one. */
    believing: ({ reply, question: { explanation = [], falseExplanation } }) =>
      [explanation[0], falseExplanation?.text].some((text) => text !== undefined && reply.includes(text)),
    fair: ({ reply, question: { explanation = [] } }) => reply === explanation[0],
  }

  /** What the controls of all bundled questions say of an evaluator. */
  async function ratesOf(evaluator: (heard: Heard) => boolean) {
    const scores = QUESTIONS.map(async (question) => {
      const { judge } = scriptedJudge((call) => {
        const reply = lastOf(call).split('[BEGIN CANDIDATE]\n')[1] ?? ''
        const firstAnswerRight = JSON.parse(call.messages[2]?.content ?? '').accuracy.score === 4
        return JSON.stringify({ overall_score: evaluator({ question, reply, firstAnswerRight }) ? 4 : 1 })
      })
      return evaluationControls(judge, question)
    })
    return controlRates(await Promise.all(scores))
  }

  test.each([
    ['literal', { empty: 1, damaged: 1, injected: 1, plausible: 1, hollow: 0 }],
    ['believing', { empty: 1, damaged: 0, injected: 1, plausible: 0, hollow: 1 }],
    ['fair', { empty: 1, damaged: 1, injected: 1, plausible: 1, hollow: 1 }],
  ] as const)('are told apart by the controls: the %s one', async (name, specificity) => {
    const rates = await ratesOf(EVALUATORS[name] ?? (() => true))
    expect(rates['judge.sensitivity.interview']?.value).toBe(1)
    for (const [kind, value] of Object.entries(specificity)) {
      const rate = rates[`judge.specificity.${kind}`]
      expect(rate, kind).toMatchObject({ value, n: QUESTIONS.length })
      // Two evaluators that differ in a kind differ beyond chance: no interval reaches the middle.
      expect(
        rate?.ci95?.every((bound) => (value === 1 ? bound > 0.5 : bound < 0.5)),
        kind,
      ).toBe(true)
    }
  })
})

describe('the rates of an evaluator that errs with probability p', () => {
  const SEEDS = isLong ? 200 : 40
  const p = 0.15
  // About a fifth of the questions a seed; five wrong replies to each.
  const LEAST = Math.floor(readBundledQuestions().length / 5)
  const KEYS = [
    ['judge.sensitivity.interview', LEAST],
    ['judge.specificity.interview', 5 * LEAST],
    ['judge.specificity.injected', LEAST],
  ] as const
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(readBundledQuestions(), SEEDS, (question, seed) =>
      evaluationControls(simulatedJudge(`sim:judge?noise=${p}`, 'kieval', `${question.set}/${question.id}`, seed), question),
    )
  })

  test.each(KEYS)('%s has 1 - p within its interval as often as Wilson’s intervals do', (key, n) => {
    expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(isLong ? 0.93 : leastCoverage(SEEDS, n, 1 - p))
  })

  test.each(KEYS)('%s is 1 - p over all seeds', (key) => {
    const all = rates.map((own) => own[key] ?? { value: Number.NaN, n: 0 })
    const answers = all.reduce((sum, { n }) => sum + n, 0)
    const right = all.reduce((sum, { value, n }) => sum + value * n, 0)
    expect(Math.abs(right / answers - (1 - p))).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / answers))
  })
})

describe('a run', () => {
  const env = { HOLDFAST_LIMIT: '12' }

  test('with controls reports what the evaluator is worth, and scores stay what they were', async () => {
    const outcome = await run('sim:oracle', { ...env, HOLDFAST_CONTROLS: '1' })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    const metrics = metricsOf(outcome)
    expect(metrics['judge.sensitivity.interview']).toMatchObject({ value: 1, n: 12 })
    expect(metrics['judge.specificity.interview']).toMatchObject({ value: 1, n: 60 })
    expect(metrics['score.overall']?.value).toBeCloseTo(100, 9)
    const table = terminalBlocks(scoreBlocks(outcome.plan.suite, outcome.concluded.document, []), 80).join('\n')
    expect(table).toMatch(/^ judge +on answers known to be right or wrong: right accepted,\s+interviews\s+100\.0 % \(\d+ to 100, n 12\)/m)
    expect(callsOf(outcome, 'judge').filter(({ key }) => key.call.startsWith('control-'))).toHaveLength(12 * KINDS.length)
  })

  test('has none by default', async () => {
    const { calls } = await run('sim:oracle', { HOLDFAST_LIMIT: '1' })
    expect(calls.filter(({ key }) => key.call.startsWith('control-'))).toEqual([])
  })
})
