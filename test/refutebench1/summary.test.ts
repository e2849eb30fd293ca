import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { comparedMetrics } from '../../src/deciding/headline.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { refutebench1Summary } from '../../suites/refutebench1/summary.ts'

const { summarize: summarizeRefutebench1 } = summaryRules('refutebench1', refutebench1Summary)

let count = 0

type Ratings = Readonly<Record<string, number>>

function record(task: string, cell: string, scores: Ratings, more: Partial<ItemRecord> = {}): ItemRecord {
  count += 1
  const [kind = '', nc = ''] = cell.split('.nc')
  const { tags, ...rest } = more
  return {
    suite: 'refutebench1',
    item: `${task}/${count}`,
    task,
    trial: 0,
    status: 'passed',
    tags: { kind, nc, slots: '1', ...tags },
    scores: { total: 1, ...scores },
    ...rest,
  }
}

/** The metrics as scores.json holds them. */
function metricsOf(...records: readonly ItemRecord[]): Record<string, { value: number; n: number }> {
  const { metrics } = suiteScores(records, summarizeRefutebench1(records))
  return Object.fromEntries(Object.entries(metrics).map(([key, { value, n }]) => [key, { value, n }]))
}

const single = (fa: number, rr: number) => ({ 'FA(f0)': fa, 'RR(f0,q1)': rr })
const about = (value: number, n: number) => ({ value: expect.closeTo(value, 12), n })

describe('the rates of a task, kind and number of irrelevant queries', () => {
  test('are shares of answers', () => {
    const metrics = metricsOf(
      record('qa', 'memory.nc2', single(5, 5)),
      record('qa', 'memory.nc2', single(5, 1)),
      record('qa', 'memory.nc2', single(1, 1)),
      record('qa', 'memory.nc3', single(1, 5)),
    )
    expect(metrics['qa.memory.nc2.FA']).toEqual(about(2 / 3, 3))
    expect(metrics['qa.memory.nc2.RR']).toEqual(about(1 / 3, 3))
    // Of the two that were accepted, one was kept.
    expect(metrics['qa.memory.nc2.RR_given_FA']).toEqual(about(1 / 2, 2))
    expect(metrics['qa.memory.nc3.RR']).toEqual(about(1, 1))
    // None was accepted.
    expect(metrics).not.toHaveProperty(['qa.memory.nc3.RR_given_FA'])
    expect(metrics).not.toHaveProperty(['qa.memory.nc0.FA'])
  })

  test('count every answer of a dialogue with several feedbacks', () => {
    const metrics = metricsOf(
      record('email', 'multi.nc0', { 'FA(f0)': 5, 'FA(f1)': 1, 'RR(f0,q1)': 5, 'RR(f0,q2)': 1, 'RR(f1,q2)': 5 }),
      record('email', 'multi.nc0', { 'FA(f0)': 5 }),
    )
    expect(metrics['email.multi.nc0.FA']).toEqual(about(2 / 3, 2))
    expect(metrics['email.multi.nc0.RR']).toEqual(about(2 / 3, 1))
    expect(metrics['email.multi.nc0.RR_given_FA']).toEqual(about(1 / 2, 1))
  })

  test('given acceptance count an answer that hangs on several feedbacks only if all were accepted', () => {
    const one = { 'FA(f0)': 5, 'FA(f1)': 1, 'RR(f0+f1,q2)': 5, 'RR(f0+f1,q3)': 1 }
    const metrics = metricsOf(record('qa', 'multi.nc0', one), record('qa', 'multi.nc0', { ...one, 'FA(f1)': 5 }))
    expect(metrics['qa.multi.nc0.RR']).toEqual(about(1 / 2, 2))
    expect(metrics['qa.multi.nc0.RR_given_FA']).toEqual(about(1 / 2, 1))
  })
})

describe('a task', () => {
  test('has the unweighted mean of its rates, all tasks that of theirs', () => {
    const metrics = metricsOf(
      record('qa', 'memory.nc0', single(5, 5)),
      record('qa', 'memory.nc0', single(5, 5)),
      record('qa', 'memory.nc0', single(5, 1)),
      record('qa', 'memory.nc1', single(5, 1)),
      record('mt', 'multi.nc0', single(1, 1)),
    )
    expect(metrics['qa.RR']).toEqual(about(1 / 3, 4))
    expect(metrics['mt.RR']).toEqual(about(0, 1))
    expect(metrics.RR).toEqual(about(1 / 6, 5))
    expect(metrics.FA).toEqual(about(1 / 2, 5))
    expect(metrics).not.toHaveProperty(['email.RR'])
  })

  test('of several language pairs has rates of each', () => {
    const zh = record('mt', 'memory.nc0', single(5, 5), { tags: { pair: 'en-zh' } })
    const he = record('mt', 'memory.nc0', single(5, 1), { tags: { pair: 'en-he' } })
    const metrics = metricsOf(zh, he)
    expect(metrics['mt.en-zh.memory.nc0.RR']).toEqual(about(1, 1))
    expect(metrics['mt.en-he.memory.nc0.RR']).toEqual(about(0, 1))
    expect(metrics['mt.memory.nc0.RR']).toEqual(about(1 / 2, 2))
    expect(metricsOf(zh)).not.toHaveProperty(['mt.en-zh.memory.nc0.RR'])
  })

  test('of e-mails has rates of what was demanded', () => {
    const metrics = metricsOf(
      record('email', 'memory.nc0', single(5, 1), { tags: { checker: 'title' } }),
      record('email', 'generalization.nc0', single(5, 5), { tags: { checker: 'title' } }),
      record('email', 'memory.nc0', single(5, 5), { tags: { checker: 'signature' } }),
    )
    expect(metrics['email.checker.title.RR']).toEqual(about(1 / 2, 2))
    expect(metrics['email.checker.signature.RR']).toEqual(about(1, 1))
    expect(metrics).not.toHaveProperty(['email.checker.greetings.RR'])
  })
})

describe('without feedback', () => {
  const skipped = (reason: string, slots = '1') => record('mt', 'multi.nc0', {}, { status: 'skipped', scores: {}, reason, tags: { slots } })

  test('slots and dialogues are counted', () => {
    const metrics = metricsOf(
      record('mt', 'multi.nc0', { 'FA(f0)': 5, skipped: 3 }),
      record('mt', 'multi.nc0', { 'FA(f0)': 5 }),
      skipped('nothing left to demand: no answer left anything to object to', '2'),
      skipped('conflict: the answer to query 1 has every wording that could be demanded', '9'),
      skipped('the context window is too small'),
    )
    expect(metrics['mt.skipped']).toEqual(about(5, 5))
    expect(metrics['mt.conflicts']).toEqual(about(1, 5))
    expect(metrics['mt.multi.nc0.FA']).toEqual(about(1, 2))
    expect(metrics).not.toHaveProperty(['qa.skipped'])
  })

  test('none is none', () => {
    const metrics = metricsOf(record('qa', 'memory.nc0', single(5, 5)), record('email', 'memory.nc0', {}, { status: 'error', scores: {} }))
    expect([metrics['qa.skipped'], metrics['qa.conflicts']]).toEqual([about(0, 1), about(0, 1)])
    expect(metrics).not.toHaveProperty(['email.skipped'])
  })
})

describe('records', () => {
  test('of several trials are averaged to one item first', () => {
    const same = { item: 'qa/twice' }
    const metrics = metricsOf(
      record('qa', 'memory.nc0', single(5, 5), same),
      record('qa', 'memory.nc0', single(5, 1), { ...same, trial: 1, status: 'failed' }),
      record('qa', 'memory.nc0', single(1, 1)),
    )
    expect(metrics['qa.memory.nc0.FA']).toEqual(about(1 / 2, 2))
    expect(metrics['qa.memory.nc0.RR']).toEqual(about(1 / 4, 2))
    expect(metrics['qa.memory.nc0.RR_given_FA']).toEqual(about(1 / 2, 1))
    expect(metrics['qa.skipped']?.n).toBe(2)
  })

  test('of errors and unscored items count nowhere', () => {
    const metrics = metricsOf(
      record('qa', 'memory.nc0', single(5, 5)),
      record('qa', 'memory.nc0', single(1, 1), { status: 'error' }),
      record('qa', 'memory.nc0', single(1, 1), { status: 'unscored' }),
    )
    expect(metrics['qa.memory.nc0.RR']).toEqual(about(1, 1))
  })

  test('in any order give the same figures', () => {
    const records = [single(5, 5), single(5, 1), single(1, 1)].map((scores, index) => record('qa', `memory.nc${index}`, scores))
    expect(metricsOf(...[...records].reverse())).toEqual(metricsOf(...records))
  })

  test('none at all give no figures', () => expect(metricsOf()).toEqual({}))
})

test('runs are compared by the rates of the tasks and of all; fewer skipped slots are better', () => {
  const metrics = summarizeRefutebench1([record('qa', 'memory.nc3', single(5, 5))])
  const keysOf = (better: string) => Object.keys(metrics).filter((key) => metrics[key]?.better === better)
  expect(comparedMetrics(metrics)).toEqual(['qa.FA', 'qa.RR', 'FA', 'RR'])
  expect(keysOf('lower')).toEqual(['qa.skipped', 'qa.conflicts'])
})
