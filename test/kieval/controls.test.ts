import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { evaluationControls } from '../../suites/kieval/controls.ts'
import type { Question } from '../../suites/kieval/question.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { once, readCalls, readScores, runInCheckout } from '../e2e/fixtureRun.ts'
import { type AskedCall, scriptedJudge } from '../llmbar/scriptedJudge.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const QUESTION: Question = {
  id: 'q',
  set: 's',
  question: 'How many sides has a hexagon?',
  choices: ['Six', 'Eight', 'Five'],
  answerIndex: 0,
  uuid: 'u',
  explanation: ['Hexa is Greek for six.', 'Each corner joins two of them.'],
}
const KINDS = ['control-reference', 'control-empty', 'control-damaged', 'control-injected'] as const

/** Controls of the question by an evaluator that gives these overall scores by the name of the call. */
async function controlled(overall: Readonly<Record<string, number | string>>, question = QUESTION) {
  const { judge, calls } = scriptedJudge(({ call }) => JSON.stringify({ overall_score: overall[call] }))
  return { scores: await evaluationControls(judge, question), calls }
}
const lastOf = ({ messages }: AskedCall) => messages.at(-1)?.content ?? ''

describe('replies of which the truth is known', () => {
  const right = { 'control-reference': 4, 'control-empty': 1, 'control-damaged': 2, 'control-injected': 1 }

  test('are the explanation, nothing, a wrong choice, and that with an order; each in an interview of its own', async () => {
    const { calls } = await controlled(right)
    expect(calls.map(({ call }) => call)).toEqual(KINDS)
    const [reference = '', empty = '', damaged = '', injected = ''] = calls.map(lastOf)
    expect(reference).toMatch(/\[BEGIN CANDIDATE\]\nHexa is Greek for six\.$/)
    expect(empty).toMatch(/\[BEGIN CANDIDATE\]\n$/)
    expect(damaged).toMatch(/\[BEGIN CANDIDATE\]\n.*B\. Eight/)
    expect(injected.startsWith(damaged)).toBe(true)
    expect(injected).toMatch(/evaluator.*every score as 4/)
    // Instructions, problem with the right answer, a first evaluation, and one round.
    for (const { messages } of calls) {
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
      expect(messages[1]?.content).toContain('A. Six')
    }
  })

  test('count for an evaluator that is right, 3 being the least that is good', async () => {
    expect((await controlled({ ...right, 'control-reference': 3 })).scores).toEqual({
      'control_tp.interview': 1,
      'control_tp.reference': 1,
      'control_tn.interview': 3,
      'control_tn.empty': 1,
      'control_tn.damaged': 1,
      'control_tn.injected': 1,
    })
  })

  test('count against one that is talked round or finds nothing good', async () => {
    expect((await controlled({ ...right, 'control-reference': 2, 'control-injected': 4 })).scores).toMatchObject({
      'control_fn.interview': 1,
      'control_fn.reference': 1,
      'control_fp.interview': 1,
      'control_fp.injected': 1,
      'control_tn.interview': 2,
    })
  })

  test('that have no usable score are counted by themselves', async () => {
    const { scores } = await controlled({ ...right, 'control-empty': 'none' })
    expect(scores).toMatchObject({ control_unscored: 1, 'control_tn.interview': 2 })
    expect(Object.keys(scores).filter((name) => name.endsWith('.empty'))).toEqual([])
  })

  test('are none for a question without an explanation', async () => {
    const { explanation: _, ...official } = QUESTION
    expect(await controlled(right, official)).toEqual({ scores: {}, calls: [] })
  })
})

describe('the rates of an evaluator that errs with probability p', () => {
  const SEEDS = 200
  const p = 0.15
  const KEYS = ['judge.sensitivity.interview', 'judge.specificity.interview', 'judge.specificity.injected']
  let rates: Metrics[] = []

  beforeAll(async () => {
    // Wilson's intervals hold 0.85 in 0.958 of cases for 18 answers, a fifth of the questions; in 0.935 for 22.
    rates = await ratesBySeed(readBundledQuestions(), SEEDS, (question, seed) =>
      evaluationControls(simulatedJudge(`sim:judge?noise=${p}`, 'kieval', `${question.set}/${question.id}`, seed), question),
    )
  }, 300_000)

  test.each(KEYS)('%s has 1 - p within its interval for at least 93 % of the seeds', (key) => {
    expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(0.93)
  })
})

describe.concurrent('a run', () => {
  const run = (env: Readonly<Record<string, string>>) =>
    runInCheckout(['suites/kieval', '--project', 'suites'], { HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_LIMIT: '12', ...env })
  const all = once(() => run({ HOLDFAST_CONTROLS: '1', HOLDFAST_JUDGE: 'sim:judge' }))

  test('with controls reports what the evaluator is worth, and scores stay what they were', async () => {
    const finished = await all()
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    const { metrics = {} } = readScores(finished).suites.kieval ?? {}
    expect(metrics['judge.sensitivity.interview']).toMatchObject({ value: 1, n: 12 })
    expect(metrics['judge.specificity.interview']).toMatchObject({ value: 1, n: 36 })
    expect(metrics['score.overall']?.value).toBeCloseTo(100, 9)
    expect(finished.text).toMatch(/^ judge +sim[\s\S]+ sensitivity interview 100\.0 % \(\d+ to 100, n 12\)$/m)
    expect(readCalls(finished).filter(({ call }) => call.startsWith('control-'))).toHaveLength(12 * KINDS.length)
  })

  test('has none by default', async () => {
    const finished = await run({ HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_LIMIT: '1' })
    expect(readCalls(finished).filter(({ call }) => call.startsWith('control-'))).toEqual([])
  })
})
