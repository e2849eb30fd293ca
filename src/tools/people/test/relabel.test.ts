import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../../../suites/kieval/suite.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { latestRecords } from '../../../core/format/records.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import { plainQuestions, type QuestionedRecord, runQuestions } from '../labels/runQuestions.ts'

const folder = sharedTemporaryFolder()

async function questioned(suite: Suite, name: string, model: string, settings: Record<string, string> = {}): Promise<QuestionedRecord[]> {
  const outcome = await runSuite(suite, { model, judge: 'sim:judge?noise=0.5' }, { HOLDFAST_LIMIT: '2', ...settings })
  const run = await writeRun(outcome, join(folder, name))
  const questions = suite.people ?? plainQuestions
  return [...runQuestions(run, latestRecords(outcome.records), () => questions)]
}

const judgedBy = ({ questions }: QuestionedRecord) =>
  new Map(questions.flatMap(({ question, judge }) => (judge === undefined ? [] : [[question, judge] as const])))

describe('labels of an interview', () => {
  const entry = once(async () => {
    const [first] = await questioned(kievalSuite, 'kieval-changed', 'sim:oracle')
    if (!first) throw new Error('no record')
    return first
  })
  const relabelled = async (changes: Readonly<Record<string, number>>, own?: QuestionedRecord) => {
    const one = own ?? (await entry())
    const { relabel } = kievalSuite.people ?? plainQuestions
    return relabel?.(one.record, new Map([...judgedBy(one), ...Object.entries(changes)]), one.calls)
  }
  // Weights of the rounds, the first counts most (docs/suites/kieval.md, R9).
  const [official, paper] = [0.2, 1 / 5].map((rate) => [0, 1, 2, 3, 4].map((round) => Math.exp(-rate * round))) as [number[], number[]]
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

  test('change the score of their metric by the weight of the round, and no other', async () => {
    const { record } = await entry()
    const judged = [1, 2, 3, 4, 5].map((round) => record.scores[`round.${round}.logic`] as number)
    const values = [1, ...judged.slice(1)]
    const worth = values.map((value) => [0, 1, 3, 7, 10][value] as number)
    const changed = await relabelled({ 'evaluation-1/logic': 1 })
    const weighted = (all: readonly number[], weights: readonly number[]) =>
      sum(all.map((value, at) => value * (weights[at] as number))) / sum(weights)
    expect(changed?.scores['score.logic']).toBeCloseTo(10 * weighted(worth, official), 12)
    expect(changed?.scores['paper.logic']).toBeCloseTo(weighted(values, paper) / 4, 12)
    expect(changed?.scores['round.1.logic']).toBe(1)
    const others = (scores: Readonly<Record<string, number>> = {}) => Object.entries(scores).filter(([name]) => !name.endsWith('.logic'))
    expect(new Map(others(changed?.scores))).toEqual(new Map(others(record.scores)))
  })

  test('of the whole decide the total and the state', async () => {
    const { record } = await entry()
    const all = Object.fromEntries([1, 2, 3, 4, 5].map((round) => [`evaluation-${round}/overall`, 1]))
    const changed = await relabelled(all)
    expect(record.status).toBe('passed')
    expect(changed?.scores.total).toBeCloseTo(0.1, 12)
    expect(changed?.status).toBe('failed')
  })

  test('between two points count by their place between what these count', async () => {
    const between = (value: number) =>
      relabelled(Object.fromEntries([1, 2, 3, 4, 5].map((round) => [`evaluation-${round}/overall`, value])))
    // 1, 2, 3 and 4 count 1, 3, 7 and 10.
    for (const [value, worth] of [
      [1.5, 2],
      [2.5, 5],
      [3.5, 8.5],
      [2, 3],
    ] as const)
      expect((await between(value))?.scores.total).toBeCloseTo(worth / 10, 12)
  })

  test('are weighted as the run was, whatever its options were', async () => {
    const entries = await questioned(kievalSuite, 'kieval-constant', 'sim:oracle', {
      HOLDFAST_LIMIT: '4',
      HOLDFAST_KIEVAL_ROUNDS: '3',
      HOLDFAST_KIEVAL_WEIGHTS: 'constant',
    })
    const { relabel } = kievalSuite.people ?? plainQuestions
    expect(entries.length).toBeGreaterThan(0)
    for (const one of entries)
      for (const [name, score] of Object.entries(one.record.scores))
        expect(relabel?.(one.record, judgedBy(one), one.calls).scores[name], `${one.record.item} ${name}`).toBeCloseTo(score, 12)
    const varied = entries.find(
      ({ record }) => record.scores['round.2.logic'] !== record.scores['round.3.logic'] && record.scores.rounds === 3,
    )
    if (!varied) throw new Error('no interview with ratings that vary')
    const changed = await relabelled({ 'evaluation-1/logic': 1, 'evaluation-2/logic': 1, 'evaluation-3/logic': 4 }, varied)
    expect(changed?.scores['score.logic']).toBeCloseTo((10 * (1 + 1 + 10)) / 3, 12)
    expect(changed?.scores['paper.logic']).toBeCloseTo((1 + 1 + 4) / 3 / 4, 12)
  })
})

describe('labels of FB-Bench between no and yes', () => {
  const entries = once(() => questioned(fbBenchSuite, 'fb-between', 'sim:oracle'))
  const of = async (scenario: string) => {
    const own = (await entries()).filter(({ record, questions }) => record.tags.scenario === scenario && questions.length > 1)
    if (own.length === 0) throw new Error(`no ${scenario} item with several criteria`)
    return own
  }
  const relabelled = async ({ record, questions, calls }: QuestionedRecord, value: (index: number) => number) => {
    const { relabel } = fbBenchSuite.people ?? plainQuestions
    return relabel?.(record, new Map(questions.map(({ question }, index) => [question, value(index)])), calls)
  }

  test('give error correction the share of the weight', async () => {
    for (const entry of await of('ec')) {
      const only = (await relabelled(entry, (index) => Number(index === 0)))?.scores.total ?? 0
      expect(only).toBeGreaterThan(0)
      expect((await relabelled(entry, (index) => (index === 0 ? 0.5 : 0)))?.scores.total).toBeCloseTo(only / 2, 12)
      expect((await relabelled(entry, () => 0.5))?.scores.total).toBeCloseTo(0.5, 12)
    }
  })

  test('give response maintenance the chance that all criteria are met', async () => {
    for (const entry of await of('rm')) {
      const number = entry.questions.length
      expect(await relabelled(entry, () => 1)).toMatchObject({ status: 'passed', scores: { total: 1 } })
      const half = await relabelled(entry, () => 0.5)
      expect(half?.scores.total).toBeCloseTo(0.5 ** number, 12)
      expect(half?.status).toBe('failed')
      expect((await relabelled(entry, (index) => (index === 0 ? 0.25 : 1)))?.scores.total).toBeCloseTo(0.25, 12)
    }
  })

  test('give official response maintenance the chance that any criterion is met', async () => {
    const [entry] = await of('rm')
    if (!entry) throw new Error('no item')
    const official = { ...entry, record: { ...entry.record, item: 'fbv3-1' } }
    expect((await relabelled(official, () => 0.5))?.scores.total).toBeCloseTo(1 - 0.5 ** entry.questions.length, 12)
    expect((await relabelled(official, (index) => (index === 0 ? 0.25 : 0)))?.scores.total).toBeCloseTo(0.25, 12)
  })
})
