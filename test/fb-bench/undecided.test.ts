import { expect, test } from 'vitest'
import { UnscoredError } from '../../src/core/base/unscored.ts'
import { itemRecord } from '../../src/core/format/records.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { CHECKLIST_FORMS } from '../../src/judging/checklistJudge.ts'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeControls } from '../../suites/fb-bench/judge/controls.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
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

test('a simulated judge gives no score where the program cannot tell, and says so', async () => {
  const failure = await judgeAnswer(judge(), input('It is 4, perhaps.'), 1).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnscoredError)
  expect((failure as UnscoredError).message).toBe(
    'Failed to judge: 1 of 2 criteria undecided by the program, first "Is plain". Use a model as the judge: a simulated judge knows only what a program can read.',
  )
  expect((failure as UnscoredError).scores).toEqual({ undecided: 1 })
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

test('a simulated judge is asked about known answers of which all is known, and the others are counted', async () => {
  const scores = await judgeControls(judge(), item, false)
  expect(scores).toMatchObject({ control_undecided: 2, 'control_tp.reference': 2, 'control_tn.empty': 2 })
  expect(scores).not.toHaveProperty('control_unscored')
  expect(scores).not.toHaveProperty('control_tn.injected')
})

test('undecided items are counted beside the figures, and none is a zero or a pass', () => {
  const record = (id: string, status: string, scores: Record<string, number>) =>
    itemRecord.parse({ suite: 'fb-bench', item: id, task: 'ec/Mathematics', trial: 0, status, tags: {}, scores, threshold: 1 })
  const metrics = summarizeFbBench([
    record('one', 'passed', { score: 1, total: 1, control_undecided: 3 }),
    record('two', 'unscored', { undecided: 1 }),
  ])
  expect(metrics.overall).toMatchObject({ value: 100, n: 1 })
  expect(metrics.undecided).toMatchObject({ value: 1, n: 2 })
  expect(metrics.control_undecided).toMatchObject({ value: 3, n: 2 })
  expect(summarizeFbBench([record('one', 'passed', { score: 1 })])).not.toHaveProperty('undecided')
})
