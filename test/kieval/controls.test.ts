import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { scoreLines } from '../../src/report/scoreTable.ts'
import { evaluationControls } from '../../suites/kieval/controls.ts'
import type { Question } from '../../suites/kieval/question.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { leastCoverage } from '../leastCoverage.ts'
import { type AskedCall, scriptedJudge } from '../llmbar/scriptedJudge.ts'
import { callsOf, metricsOf, scoresOf } from '../outcome.ts'
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
  const SEEDS = isLong ? 200 : 40
  const p = 0.15
  // A fifth of the 88 questions a seed, 17 or 18 of them; three wrong replies to each.
  const KEYS = [
    ['judge.sensitivity.interview', 17],
    ['judge.specificity.interview', 3 * 17],
    ['judge.specificity.injected', 17],
  ] as const
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(readBundledQuestions(), SEEDS, (question, seed) =>
      evaluationControls(simulatedJudge(`sim:judge?noise=${p}`, 'kieval', `${question.set}/${question.id}`, seed), question),
    )
  }, 300_000)

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
    expect(metrics['judge.specificity.interview']).toMatchObject({ value: 1, n: 36 })
    expect(metrics['score.overall']?.value).toBeCloseTo(100, 9)
    const table = scoreLines(outcome.plan, scoresOf(outcome), [], true, 80).join('\n')
    expect(table).toMatch(/^ judge +sim[\s\S]+ sensitivity interview 100\.0 % \(\d+ to 100, n 12\)$/m)
    expect(callsOf(outcome, 'judge').filter(({ key }) => key.call.startsWith('control-'))).toHaveLength(12 * KINDS.length)
  })

  test('has none by default', async () => {
    const { calls } = await run('sim:oracle', { HOLDFAST_LIMIT: '1' })
    expect(calls.filter(({ key }) => key.call.startsWith('control-'))).toEqual([])
  })
})
