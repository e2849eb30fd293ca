import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord, ItemState } from '../../format/records.ts'
import { combineTrials } from './combineTrials.ts'

const record = (trial: number, status: ItemState, scores: Record<string, number> = {}, item = 'one'): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial,
  status,
  tags: { length: '4k' },
  scores,
})

const statusOf = (...states: ItemState[]) => combineTrials(states.map((state, trial) => record(trial, state)))[0]?.status

describe('the state of an item over its trials', () => {
  test('is the commonest, in whatever order they came', () => {
    expect(statusOf('passed', 'failed', 'passed')).toBe('passed')
    expect(statusOf('error', 'passed', 'passed')).toBe('passed')
    expect(statusOf('failed', 'failed', 'passed')).toBe('failed')
  })

  test.each<[ItemState, ItemState]>([
    ['passed', 'skipped'],
    ['skipped', 'failed'],
    ['failed', 'unscored'],
    ['unscored', 'error'],
    ['passed', 'error'],
  ])('goes to the worse of equally common ones: %s and %s', (better, worse) => {
    expect(statusOf(better, worse)).toBe(worse)
    expect(statusOf(worse, better)).toBe(worse)
  })

  test('of three different ones is the worst', () => expect(statusOf('passed', 'error', 'failed')).toBe('error'))
})

describe('the scores of an item', () => {
  test('are averaged over its scored trials only', () => {
    const trials = [
      record(0, 'passed', { total: 1, format: 1 }),
      record(1, 'failed', { total: 0.5, format: 0 }),
      record(2, 'error'),
      record(3, 'unscored', { total: 0 }),
    ]
    expect(combineTrials(trials)).toEqual([
      { item: 'one', task: 'T', tags: { length: '4k' }, status: 'error', scores: { total: 0.75, format: 0.5 }, scored: true },
    ])
  })

  test('that only some trials have are averaged over those', () =>
    expect(combineTrials([record(0, 'passed', { extra: 0.5 }), record(1, 'passed', {})])[0]?.scores).toEqual({ extra: 0.5 }))

  test('are none when no trial was scored', () =>
    expect(combineTrials([record(0, 'error'), record(1, 'skipped')])).toMatchObject([{ scores: {}, scored: false }]))
})

test('items come once each, in the order they first came', () => {
  const records = [record(0, 'passed', {}, 'b'), record(0, 'passed', {}, 'a'), record(1, 'passed', {}, 'b')]
  expect(combineTrials(records).map(({ item }) => item)).toEqual(['b', 'a'])
})

test('the order of records does not matter to what an item comes to', () => {
  const drawn = fc.array(
    fc.record({ item: fc.constantFrom('a', 'b', 'c', 'd'), trial: fc.integer({ min: 0, max: 2 }), passed: fc.boolean() }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(drawn, (entries) => {
      const records = entries.map(
        ({ item, trial, passed }): ItemRecord => ({
          suite: 'demo',
          item,
          task: 'one',
          trial,
          status: passed ? 'passed' : 'failed',
          tags: {},
          scores: { total: passed ? 1 : 0 },
        }),
      )
      const byItem = (some: readonly ItemRecord[]) =>
        combineTrials(some)
          .map(({ item, status, scores }) => [item, status, scores.total])
          .sort()
      // Sorted, a run of single trials takes the short way; turned round it cannot.
      const sorted = [...records].sort((one, other) => (one.item < other.item ? -1 : one.item > other.item ? 1 : 0))
      expect(byItem(sorted)).toEqual(byItem([...sorted].reverse()))
    }),
  )
})
