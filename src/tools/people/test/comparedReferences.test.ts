import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { kievalReference } from '../../../../suites/kieval/openSuite.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { refutebenchReference } from '../../../../suites/refutebench/openSuite.ts'
import { refutebenchQuestions } from '../../../../suites/refutebench/questions.ts'
import { refutebenchSuite } from '../../../../suites/refutebench/suite.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { preferenceQuestions } from '../../../judging/questions/judgedQuestions.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import { labelledRuns } from './labelledRuns.ts'

const { root, write, labelsOf, correlate } = labelledRuns()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (suite: Suite, model: string, limit: string, judge = 'sim:judge') =>
  runSuite(suite, { model, judge }, { HOLDFAST_LIMIT: limit })

const json = async (labels: readonly object[], name: string, ...args: string[]) => {
  const { code, stdout } = await correlate(labels, name, ...args, '--json')
  expect(code).toBe(0)
  return JSON.parse(stdout).correlation
}

const figures = (correlation: Record<string, { value: number } | null>) =>
  ['pearson', 'spearman', 'kendall'].map((name) => correlation[name]?.value)

describe('what answers are compared with', () => {
  test('of RefuteBench is the reference of the seed for answers, and nothing for objections', async () => {
    const outcome = await run(refutebenchSuite, 'sim:forgetful?after=1', '1')
    await write(outcome, 'refuted')
    const labels = await labelsOf(outcome, 'refuted', refutebenchQuestions, { ann: ({ judge }, index) => judge ?? 1 + (index % 5) })
    const { kinds, notes } = await json(labels, 'refuted')
    expect(notes).toEqual([])
    const [satisfaction, manner] = ['satisfaction', 'human-likeness'].map((name) =>
      kinds.find(({ kind }: { kind: string }) => kind === name),
    )
    expect(figures(satisfaction.measures['judge sim:judge'])[0]).toBeCloseTo(1, 12)
    expect(satisfaction.references).toEqual({ 'the reference of the seed, which follows no objection': satisfaction.labelled })
    expect(satisfaction.measures['ROUGE-L'].n).toBe(satisfaction.labelled)
    expect([Object.keys(manner.measures), manner.references]).toEqual([['length'], {}])
  })

  test('of FB-Bench is the reference answer of the item; questions about two texts are passed over', async () => {
    const outcome = await run(fbBenchSuite, 'sim:oracle', '2')
    await write(outcome, 'fb')
    const labels = await labelsOf(outcome, 'fb', fbBenchQuestions, { ann: (_, index) => index % 2 })
    const [{ kind, measures, references }] = (await json(labels, 'fb')).kinds
    const [[of, count]] = Object.entries(references) as [[string, number]]
    expect([kind, of]).toEqual(['criterion', 'the reference answer of the item'])
    // Who knows the answer gives the reference itself.
    expect(measures['ROUGE-L']).toMatchObject({ n: count, variance: 0 })
    const pairs = await run(llmbarSuite, 'sim:oracle', '2')
    await write(pairs, 'pairs')
    const preferences = await labelsOf(pairs, 'pairs', preferenceQuestions, { ann: () => 1 })
    const nothing = await json(preferences, 'pairs')
    expect([nothing.kinds, nothing.notes]).toEqual([
      [],
      [`${preferences.length} labelled questions about several texts at once, which have no measure.`],
    ])
  })

  test('of WMT sentences is nothing: they come without references', () => {
    const seed = { id: 'wmt-1', task: 'mt', query: 'q', reference: '模拟译文（wmt-1）。', swaps: [] } as const
    const item = { id: 'i', protocol: 'transient', seed, irrelevant: [], again: { ...seed, reference: '又一个。' } } as const
    expect(refutebenchReference(item, 'R(a1,r0)')).toBeUndefined()
    expect(refutebenchReference(item, 'R(c3,r0)')?.text).toBe('又一个。')
    expect(refutebenchReference(item, 'refutation-0/human-likeness')).toBeUndefined()
  })

  test('of questions of KIEval without an explanation is the right choice', () => {
    const question = { id: 'q', set: 's', question: 'Q?', choices: ['one', 'two'], answerIndex: 1, uuid: '' }
    expect(kievalReference(question, 'evaluation-2/overall')).toEqual({ text: 'B. two', of: 'the right choice' })
    expect(kievalReference({ ...question, explanation: ['a', 'b'] }, 'evaluation-2/overall')?.text).toBe('b')
    expect(kievalReference(question, 'static/1')).toBeUndefined()
  })
})
