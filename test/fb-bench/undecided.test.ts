import { expect, test } from 'vitest'
import { itemRecord } from '../../src/core/format/records.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { CHECKLIST_FORMS } from '../../src/judging/checklistJudge.ts'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeControls } from '../../suites/fb-bench/judge/controls.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
import { fbRubric } from '../../suites/fb-bench/suite.ts'
import { fbBenchSummary } from '../../suites/fb-bench/summary.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const { summarize: summarizeFbBench } = summaryRules('fb-bench', fbBenchSummary)

/** An item with two criteria; about the second nothing is known where an answer says "perhaps". */
const item: FbItem = {
  id: 'one',
  scenario: 'ec',
  task: 'Mathematics',
  subtask: 'Arithmetic',
  language: 'en',
  query: 'What is 2 + 2?',
  firstResponse: 'It is 5, perhaps.',
  feedback: 'Are you sure?',
  deficiency: ['Logical Error'],
  feedbackTypes: ['Simple Questioning'],
  checklist: [
    { text: 'Gives 4', weight: 0.5, check: (answer) => answer.includes('4') },
    { text: 'Is plain', weight: 0.5, check: (answer) => (answer.includes('perhaps') ? undefined : answer !== '') },
  ],
  reference: 'It is 4.',
}
const judge = () => simulatedJudge('sim:judge', 'fb-bench', item.id, 0)
const input = (answer: string) => ({ item, answer, withReference: false })

test('what a program cannot tell a simulated judge finds not met, and says so', async () => {
  const { score, entries } = await judgeAnswer(judge(), input('It is 4, perhaps.'), 1)
  expect({ score, reason: entries[1]?.reason }).toEqual({ score: 0.5, reason: 'no program can tell' })
  const rubric = fbRubric(item, false)
  const scoresOf = async (answer: string) => (await rubric.judged({ answer, conversation: [] }, judge(), 1)).scores
  expect(await scoresOf('It is 4, perhaps.')).toMatchObject({ undecided: 1 })
  expect(await scoresOf('It is 4.')).not.toHaveProperty('undecided')
  expect(await judgeAnswer(judge(), input('It is 4.'), 1)).toMatchObject({ score: 1 })
  expect(await judgeAnswer(judge(), input('It is 5.'), 1)).toMatchObject({ score: 0.5 })
})

test('another judge is asked all the same', async () => {
  const content = CHECKLIST_FORMS[item.language].write(item.checklist.map(() => ({ met: true, reason: 'so' })))
  const real: Model = { name: 'stub', simulated: false, ask: async () => ({ content, finish: 'stop' }) }
  expect(await judgeAnswer(real, input('It is 4, perhaps.'), 1)).toMatchObject({ score: 1 })
  // Of the two wrong answers and their two criteria one criterion each is not known: it is left out and counted.
  const scores = await judgeControls(real, item, false)
  expect(scores).toMatchObject({ control_undecided: 2, 'control_tp.reference': 2, 'control_fp.injected': 1, 'control_fp.plausible': 1 })
  expect(scores).not.toHaveProperty('control_unscored')
})

test('a simulated judge is held to what is known of the known answers, and the rest is counted', async () => {
  const scores = await judgeControls(judge(), item, false)
  expect(scores).toMatchObject({ control_undecided: 2, 'control_tp.reference': 2, 'control_tn.empty': 2 })
  expect(scores).not.toHaveProperty('control_unscored')
  expect(scores).toMatchObject({ 'control_tn.injected': 1, 'control_tn.plausible': 1 })
})

test('a judge that names no criterion has told nothing of a known answer', async () => {
  const official = { ...item, checklist: [{ text: 'Gives 4', weight: null }] }
  const content = JSON.stringify({
    'another criterion': { 评判理由: '', 评判结果: '是' },
    'and one more': { 评判理由: '', 评判结果: '是' },
  })
  const traces: string[] = []
  const real: Model = {
    name: 'stub',
    simulated: false,
    note: (trace) => traces.push(trace),
    ask: async () => ({ content, finish: 'stop' }),
  }
  await judgeControls(real, official, true, true)
  expect(traces).not.toContain('right.1')
  expect(traces).toContain('lost.1')
})

test('undecided items are counted beside the figures, and in them', () => {
  const record = (id: string, status: string, scores: Record<string, number>) =>
    itemRecord.parse({ suite: 'fb-bench', item: id, task: 'ec/Mathematics', trial: 0, status, tags: {}, scores, threshold: 1 })
  const metrics = summarizeFbBench([
    record('one', 'passed', { score: 1, total: 1, control_undecided: 3 }),
    record('two', 'failed', { score: 0.5, total: 0.5, undecided: 1 }),
  ])
  expect(metrics.overall).toMatchObject({ value: 75, n: 2 })
  expect(metrics.undecided).toMatchObject({ value: 1, n: 2 })
  expect(metrics.control_undecided).toMatchObject({ value: 3, n: 2 })
  expect(summarizeFbBench([record('one', 'passed', { score: 1 })])).not.toHaveProperty('undecided')
})
