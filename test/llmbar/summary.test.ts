import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { llmbarSummary } from '../../suites/llmbar/summary.ts'

const { summarize: summarizeLlmbar } = summaryRules('llmbar', llmbarSummary)

type Winner = 1 | 2 | null

/** A pair as it was judged: its label, and the winners of the two orders in the data's numbering. */
function judged(item: string, label: 1 | 2, forward: Winner, swapped: Winner, more: Partial<ItemRecord> = {}): ItemRecord {
  const winners = [forward, swapped]
  const one = (order: string, winner: Winner) => (winner === null ? {} : { [`one_${order}`]: winner === 1 ? 1 : 0 })
  return {
    suite: 'llmbar',
    item,
    task: item.split('/')[0] ?? '',
    trial: 0,
    status: forward === label && swapped === label ? 'passed' : 'failed',
    tags: { label: String(label), strategy: 'Vanilla' },
    scores: {
      total: winners.filter((winner) => winner === label).length / 2,
      agreement: forward === swapped ? 1 : 0,
      null: winners.filter((winner) => winner === null).length / 2,
      tie: 0,
      ...one('forward', forward),
      ...one('swapped', swapped),
    },
    ...more,
  }
}

/** Values by key. */
const valuesOf = (records: readonly ItemRecord[]) =>
  Object.fromEntries(Object.entries(summarizeLlmbar(records)).map(([key, { value }]) => [key, value]))

describe('pairs that have a level', () => {
  const of = (level: string) => ({ tags: { label: '1', strategy: 'Vanilla', level } })
  const metrics = summarizeLlmbar([
    judged('Natural/0', 1, 1, 1, of('easier')),
    judged('Natural/1', 1, 1, 2, of('hard')),
    judged('Manual/0', 1, 2, 2, of('hard')),
    judged('Manual/1', 1, 1, 1, of('hard')),
    judged('Manual/2', 1, 1, null, of('unmeasured')),
  ])

  test('have accuracy and agreement by level, over all pairs of it', () => {
    const levels = Object.entries(metrics).filter(([key]) => key.startsWith('level.'))
    expect(levels.map(([key, { value, n }]) => [key, value, n])).toEqual([
      ['level.hard.accuracy', 50, 3],
      ['level.hard.agreement', expect.closeTo(200 / 3, 10), 3],
      ['level.easier.accuracy', 100, 1],
      ['level.easier.agreement', 100, 1],
      ['level.unmeasured.accuracy', 50, 1],
      ['level.unmeasured.agreement', 0, 1],
    ])
  })

  test('have names in words', () => expect(metrics['level.hard.accuracy']?.label).toBe('accuracy, hard pairs'))

  test('are a choice: official pairs have none', () =>
    expect(Object.keys(summarizeLlmbar([judged('Natural/0', 1, 1, 1)])).filter((key) => key.startsWith('level.'))).toEqual([]))
})

describe('six pairs', () => {
  // Twice the first output shown was taken, once the second; one order without a verdict, one pair without any.
  const metrics = valuesOf([
    judged('Natural/0', 1, 1, 2),
    judged('Natural/1', 2, 2, 1),
    judged('Natural/2', 1, null, 1),
    judged('Natural/3', 2, null, null),
    judged('Natural/4', 1, 1, 1),
    judged('Natural/5', 1, 1, 2),
  ])

  test('are half right: a null verdict is wrong and stays in the denominator', () => {
    expect(metrics['accuracy.Natural']).toBeCloseTo(100 * (6 / 12), 10)
    expect(metrics.null_rate).toBeCloseTo(100 * (3 / 12), 10)
  })

  test('agree in two: two null verdicts do, one with a winner does not', () =>
    expect(metrics['agreement.Natural']).toBeCloseTo(100 * (2 / 6), 10))

  test('lean to the first output by one of six', () => expect(metrics.first_bias).toBeCloseTo(100 * ((2 - 1) / 6), 10))

  // By hand. Labels: 4 and 2. Forward: 3, 1 and 2 null. Swapped: 3, 2 and 1 null.
  test('have the kappas of three verdicts, null being one of them', () => {
    expect(metrics['kappa.forward']).toBeCloseTo((4 / 6 - (4 * 3 + 2 * 1) / 36) / (1 - (4 * 3 + 2 * 1) / 36), 12)
    expect(metrics['kappa.swapped']).toBeCloseTo((2 / 6 - (4 * 3 + 2 * 2) / 36) / (1 - (4 * 3 + 2 * 2) / 36), 12)
    expect(metrics['kappa.agreement']).toBeCloseTo((2 / 6 - (3 * 3 + 1 * 2 + 2 * 1) / 36) / (1 - (3 * 3 + 1 * 2 + 2 * 1) / 36), 12)
  })

  test('have no means over subsets that did not run, and no strict figures that were not asked for', () =>
    expect(Object.keys(metrics).filter((key) => /adversarial|average|strict/.test(key))).toEqual([]))
})

test('a judge that always takes the second output shown leans the other way', () =>
  expect(valuesOf([judged('Manual/0', 1, 2, 1), judged('Manual/1', 2, 2, 1)]).first_bias).toBe(-100))

test('means over subsets weigh every subset alike, and the five are not the two', () => {
  const right = (item: string) => judged(item, 1, 1, 1)
  const wrong = (item: string) => judged(item, 1, 2, 2)
  // Natural 100, Neighbor 50 of four, GPTInst 0 of three, GPTOut 100, Manual 0; a further subset counts in none of them.
  const metrics = valuesOf([
    right('Natural/0'),
    ...[right('Neighbor/0'), right('Neighbor/1'), wrong('Neighbor/2'), wrong('Neighbor/3')],
    ...[wrong('GPTInst/0'), wrong('GPTInst/1'), wrong('GPTInst/2')],
    right('GPTOut/0'),
    wrong('Manual/0'),
    wrong('Constraint/0'),
  ])
  expect(metrics['accuracy.adversarial']).toBeCloseTo(150 / 4, 10)
  expect(metrics['accuracy.average']).toBeCloseTo(250 / 5, 10)
  expect(metrics['accuracy.Constraint']).toBe(0)
})

test('the trials of a pair count as one pair', () => {
  const metrics = valuesOf([
    judged('Natural/0', 1, 1, 1, { trial: 0 }),
    judged('Natural/0', 1, 2, 2, { trial: 1 }),
    judged('Natural/0', 1, 2, 2, { trial: 2 }),
    judged('Natural/1', 1, 1, 1, { trial: 0 }),
  ])
  expect(metrics['accuracy.Natural']).toBeCloseTo((100 * (1 / 3 + 1)) / 2, 10)
})

test('pairs without a score are not counted as wrong', () => {
  const lost = { scores: {}, status: 'error' } as const
  expect(valuesOf([judged('Natural/0', 1, 1, 1), judged('Natural/1', 2, null, null, lost)])).toMatchObject({
    'accuracy.Natural': 100,
    null_rate: 0,
  })
})

test('ties are counted, and ratings, which show one output at a time, lean nowhere', () => {
  const rated = (item: string, tie: number) => {
    const record = judged(item, 1, tie ? 2 : 1, 1, { tags: { label: '1', strategy: 'Rating_Metrics' } })
    return { ...record, scores: { ...record.scores, tie } }
  }
  const metrics = valuesOf([rated('Natural/0', 1), rated('Natural/1', 0), rated('Natural/2', 0), rated('Natural/3', 0)])
  expect(metrics.tie_rate).toBe(25)
  expect(metrics['accuracy.Natural']).toBe(100 * (7 / 8))
  expect(metrics).not.toHaveProperty('first_bias')
})

test('the strict reading has figures of its own', () => {
  const record = judged('Natural/0', 1, 1, 2)
  const strict = { ...record, scores: { ...record.scores, strict: 1, strict_agreement: 1, strict_null: 0.5 } }
  expect(valuesOf([strict])).toMatchObject({
    'accuracy.Natural': 50,
    'agreement.Natural': 0,
    null_rate: 0,
    'strict.accuracy.Natural': 100,
    'strict.agreement.Natural': 100,
    'strict.null_rate': 50,
  })
})

describe('pairs of which no verdict names an output', () => {
  const isOf = (own: string) => (key: string) => key.split('.').includes(own)

  test('have no figure but how many verdicts lack an answer: their orders agree in nothing', () => {
    const records = ['Natural/0', 'Natural/1', 'Manual/0'].map((item) =>
      judged(item, 1, null, null, { tags: { label: '1', level: 'hard' } }),
    )
    const metrics = summarizeLlmbar(
      records.map((record) => ({ ...record, scores: { ...record.scores, strict: 0, strict_agreement: 1, strict_null: 1 } })),
    )
    const own = Object.keys(metrics).filter((key) => !['pass_rate', 'unscored_rate', 'cut_rate'].includes(key))
    expect(own.sort()).toEqual(['null_rate', 'strict.null_rate'])
  })

  test('leave the means over other pairs as they are, in which a missing verdict is a wrong one', () => {
    const metrics = valuesOf([judged('Natural/0', 1, 1, 1), judged('Manual/0', 1, null, null)])
    expect(Object.keys(metrics).filter(isOf('Manual'))).toEqual([])
    expect(metrics['agreement.Natural']).toBe(100)
    expect(metrics['kappa.agreement']).toBeDefined()
  })
})
