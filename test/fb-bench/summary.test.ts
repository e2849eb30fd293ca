import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { fbBenchSummary } from '../../suites/fb-bench/summary.ts'

const { summarize: summarizeFbBench } = summaryRules('fb-bench', fbBenchSummary)

let count = 0

function record(task: string, score: number, more: Partial<ItemRecord> = {}): ItemRecord {
  count += 1
  const { scores, tags, ...rest } = more
  return {
    suite: 'fb-bench',
    item: `item-${count}`,
    task,
    trial: 0,
    status: score >= 1 ? 'passed' : 'failed',
    tags: { scenario: task.slice(0, 2), subtask: 'S', language: 'en', feedback: ['F'], ...tags },
    scores: { score, total: score, ...scores },
    ...rest,
  }
}

/** The metrics as scores.json holds them. */
function metricsOf(records: readonly ItemRecord[]): Metrics {
  return suiteScores(records, summarizeFbBench(records)).metrics
}

describe('items that have a level', () => {
  const of = (level: string) => ({ tags: { level } })
  const metrics = metricsOf([
    record('ec/Mathematics', 0.5, of('hard')),
    record('ec/Coding', 0, of('hard')),
    record('rm/Coding', 1, of('hard')),
    record('ec/Coding', 1, of('unmeasured')),
  ])

  test('have the scores of both scenarios and of all by level, as means of its cells', () => {
    const levels = Object.entries(metrics).filter(([key]) => key.startsWith('level.'))
    expect(levels.map(([key, { value, n }]) => [key, value, n])).toEqual([
      ['level.hard.error_correction', 25, 2],
      ['level.hard.response_maintenance', 100, 1],
      ['level.hard.overall', 50, 3],
      ['level.unmeasured.error_correction', 100, 1],
      ['level.unmeasured.overall', 100, 1],
    ])
  })

  test('have names in words', () => {
    const metrics = metricsOf([record('ec/Coding', 1, { tags: { level: 'hard' }, scores: { score: 1, strict: 1 } })])
    expect(metrics['level.hard.overall']?.label).toBe('hard items: overall score')
    expect(metrics['strict.level.hard.overall']?.label).toBe('strict: hard items: overall score')
  })
})

describe('cells', () => {
  const metrics = metricsOf([
    record('ec/Mathematics', 1),
    record('ec/Mathematics', 0),
    record('ec/Mathematics', 0.2),
    record('ec/Coding', 1),
    record('rm/Knowledge Q&A', 0),
  ])

  test('count alike, however many items they have', () => {
    expect(metrics.error_correction).toMatchObject({ value: expect.closeTo(70, 10), n: 4 })
    expect(metrics.response_maintenance).toMatchObject({ value: 0, n: 1 })
  })

  test('that have items are averaged for the overall score, not the two scenarios', () =>
    expect(metrics.overall).toMatchObject({ value: expect.closeTo(140 / 3, 10), n: 5 }))

  test('are metrics by task', () => {
    expect(metrics['ec.task.Mathematics']).toMatchObject({ value: expect.closeTo(40, 10), n: 3 })
    expect(metrics['ec.task.Coding']).toMatchObject({ value: 100, n: 1 })
    expect(metrics['rm.task.Knowledge Q&A']).toMatchObject({ value: 0, n: 1 })
    expect(Object.keys(metrics).filter((key) => key.includes('.task.'))).toHaveLength(3)
  })

  test('give the gap of correction over maintenance', () => expect(metrics.gap).toMatchObject({ value: expect.closeTo(70, 10) }))

  test('of one scenario alone leave the other and the gap out', () => {
    const alone = metricsOf([record('rm/Coding', 1)])
    expect(alone).toMatchObject({ response_maintenance: { value: 100 }, overall: { value: 100 } })
    expect(alone).not.toHaveProperty('error_correction')
    expect(alone).not.toHaveProperty('gap')
  })
})

describe('slices', () => {
  const metrics = metricsOf([
    record('ec/Mathematics', 1, { tags: { deficiency: ['Logical Error', 'Factual Error'], feedback: ['Hinting Guidance'] } }),
    record('ec/Mathematics', 0, { tags: { deficiency: ['Logical Error'], feedback: ['Hinting Guidance', 'Simple Questioning'] } }),
    record('ec/Coding', 0.5, { tags: { deficiency: ['Logical Error'], feedback: 'Simple Questioning', subtask: 'Code Debugging' } }),
    record('rm/Coding', 1, { tags: { feedback: ['Simple Questioning', 'Misinformation'], subtask: 'Code Debugging' } }),
  ])

  test('count an item under each of its labels, cell by cell', () => {
    expect(metrics['ec.deficiency.Logical Error']).toMatchObject({ value: 50, n: 3 })
    expect(metrics['ec.deficiency.Factual Error']).toMatchObject({ value: 100, n: 1 })
    expect(metrics['ec.feedback.Hinting Guidance']).toMatchObject({ value: 50, n: 2 })
    expect(metrics['ec.feedback.Simple Questioning']).toMatchObject({ value: 25, n: 2 })
  })

  test('keep the scenarios apart', () => {
    expect(metrics['rm.feedback.Simple Questioning']).toMatchObject({ value: 100, n: 1 })
    expect(metrics['rm.feedback.Misinformation']).toMatchObject({ value: 100, n: 1 })
    expect(metrics['ec.subtask.Code Debugging']).toMatchObject({ value: 50, n: 1 })
    expect(metrics['rm.subtask.Code Debugging']).toMatchObject({ value: 100, n: 1 })
    expect(Object.keys(metrics).filter((key) => key.startsWith('rm.deficiency'))).toEqual([])
  })
})

describe('records', () => {
  test('of several trials are averaged to one item first', () => {
    const once = { item: 'twice', status: 'passed' as const }
    const metrics = metricsOf([record('ec/Coding', 1, once), record('ec/Coding', 0, { ...once, trial: 1 }), record('ec/Coding', 1)])
    expect(metrics.error_correction).toMatchObject({ value: 75, n: 2 })
  })

  test('without a score are left out of every figure', () => {
    const lost = (status: 'unscored' | 'error' | 'skipped') => ({ ...record('ec/Coding', 0), status, scores: {} })
    const metrics = metricsOf([
      record('ec/Coding', 1),
      lost('unscored'),
      lost('error'),
      lost('skipped'),
      { ...lost('unscored'), task: 'rm/Coding' },
    ])
    expect(metrics).toMatchObject({ overall: { value: 100, n: 1 }, error_correction: { value: 100, n: 1 }, 'ec.task.Coding': { n: 1 } })
    expect(metrics).not.toHaveProperty('response_maintenance')
    expect(metrics.unscored_rate?.value).toBe(0.4)
  })

  test('of one trial without a score count by their other trials', () => {
    const metrics = metricsOf([
      record('ec/Coding', 0.5, { item: 'half' }),
      { ...record('ec/Coding', 0, { item: 'half', trial: 1 }), status: 'unscored', scores: {} },
    ])
    expect(metrics.error_correction).toMatchObject({ value: 50, n: 1 })
  })

  test('none at all give no figures', () => expect(metricsOf([])).toEqual({}))
})

describe('strict figures', () => {
  const pair = (scores: readonly [Record<string, number>, Record<string, number>]) =>
    metricsOf([record('ec/Coding', 1, { scores: scores[0] }), record('rm/Coding', 1, { scores: scores[1] })])

  test('are there where items have strict scores', () => {
    const pairs = pair([
      { strict: 0.5, strict_all: 0.5 },
      { strict: 1, strict_all: 0 },
    ])
    expect(pairs).toMatchObject({
      overall: { value: 100 },
      'strict.overall': { value: 75 },
      'strict.error_correction': { value: 50 },
      'strict.response_maintenance': { value: 100 },
      'strict.gap': { value: -50 },
      'strict.ec.task.Coding': { value: 50 },
      'strict_all.overall': { value: 25 },
      'strict_all.response_maintenance': { value: 0 },
    })
    expect(pairs).not.toHaveProperty(['strict_all.error_correction'])
  })

  test('are not there without', () => expect(Object.keys(pair([{}, {}])).filter((key) => key.startsWith('strict'))).toEqual([]))
})

describe('the control', () => {
  test('gives the gain over the items that have one', () => {
    const metrics = metricsOf([
      record('ec/Coding', 1, { scores: { control: 0.2 } }),
      record('rm/Coding', 0.8, { scores: { control: 1 } }),
      record('rm/Coding', 0),
    ])
    expect(metrics['control.overall']).toMatchObject({ value: expect.closeTo(60, 10), n: 2 })
    expect(metrics.gain).toMatchObject({ value: expect.closeTo(30, 10), n: 2 })
  })

  test('is not there without', () => {
    const metrics = metricsOf([record('ec/Coding', 1)])
    expect(metrics).not.toHaveProperty('gain')
    expect(metrics).not.toHaveProperty('control.overall')
  })
})

test('agreement of votes is averaged over the items judged more than once', () => {
  const metrics = metricsOf([
    record('ec/Coding', 1, { scores: { judge_agreement: 1 } }),
    record('ec/Coding', 0, { scores: { judge_agreement: 0.5 } }),
    record('ec/Coding', 0),
  ])
  expect(metrics.judge_agreement).toMatchObject({ value: 0.75, n: 2 })
  expect(metricsOf([record('ec/Coding', 1)])).not.toHaveProperty('judge_agreement')
})

test('refused prompts score 0 and are counted, without an upper end', () => {
  const metrics = metricsOf([record('ec/Coding', 1), record('ec/Coding', 0, { scores: { refused: 1 } })])
  expect(metrics).toMatchObject({ refused: { value: 1, n: 2, range: [0, null] }, overall: { value: 50 } })
})
