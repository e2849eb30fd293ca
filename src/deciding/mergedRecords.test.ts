import { expect, test } from 'vitest'
import type { ItemRecord } from '../core/format/records.ts'
import { MergedRecords } from './mergedRecords.ts'

const record = (item: string, fields: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial: 0,
  status: 'passed',
  tags: { level: 'plain' },
  clusters: { template: 't-1' },
  scores: { total: 1 },
  ...fields,
})

function merged(...parts: ItemRecord[][]) {
  const all = new MergedRecords()
  for (const [part, records] of parts.entries()) for (const one of records) all.add(one, part)
  return all
}

test('the last record of each item and trial counts, and all are as they were', () => {
  const parts = [
    [record('b'), record('a', { status: 'error', error: 'down' }), record('a', { trial: 1 })],
    [record('c', { tags: { level: 'hard', kinds: ['x', 'y'] }, floor: { total: 0.5 }, reason: 'no', threshold: 0.5, cut: 1 }), record('a')],
  ]
  expect(merged(...parts).inOrder()).toEqual([record('a'), record('a', { trial: 1 }), record('b'), parts[1]?.[0]])
})

test('an item of one trial is no item of another whose name looks like it', () => {
  expect(merged([record('a', { trial: 1 }), record('1\u0000b'), record('b', { trial: 1 })]).inOrder()).toHaveLength(3)
})

test('says what each part has, and which parts have the same', () => {
  const stopped = record('d', { status: 'error', error: 'Failed: the run was stopped.' })
  const unpaid = record('e', { status: 'unscored', reason: 'Failed to go on: the budget of $1 does not cover another call.' })
  const all = merged([record('a'), record('b'), record('b')], [record('b'), record('c'), stopped, unpaid], [record('a')])
  expect([0, 1, 2].map((part) => all.countsOf(part))).toEqual([
    { records: 2, stopped: 0, unpaid: 0 },
    { records: 4, stopped: 1, unpaid: 1 },
    { records: 1, stopped: 0, unpaid: 0 },
  ])
  expect(all.doubled()).toEqual([
    { first: 0, second: 1, records: 1 },
    { first: 0, second: 2, records: 1 },
  ])
})

test('what records have in common is kept once', () => {
  const [one, other] = merged([record('a'), record('b', { tags: { level: 'plain' } })]).inOrder()
  expect(one?.tags).toBe(other?.tags)
})
