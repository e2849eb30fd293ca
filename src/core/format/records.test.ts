import { expect, test } from 'vitest'
import { callRecord, type ItemRecord, inOrder, itemRecord, latestRecords } from './records.ts'

const plain: ItemRecord = { suite: 'demo', item: 'one', task: 'T', trial: 0, status: 'passed', tags: {}, scores: {} }

test('of the records of one item and trial the last is kept, where the first stood', () => {
  const records: ItemRecord[] = [
    { ...plain, status: 'error' },
    { ...plain, item: 'two' },
    { ...plain, trial: 1 },
    { ...plain, suite: 'other' },
    { ...plain, status: 'passed', scores: { total: 1 } },
  ]
  expect(latestRecords(records)).toEqual([records[4], records[1], records[2], records[3]])
})

test('names that only look alike when joined are different items', () => {
  const records: ItemRecord[] = [
    { ...plain, suite: 'a', item: 'b/c' },
    { ...plain, suite: 'a/b', item: 'c' },
    { ...plain, suite: 'a', item: 'b","c' },
  ]
  expect(latestRecords(records)).toHaveLength(3)
})

test('records come in the order of item and trial, whenever they ended', () => {
  const records = [
    { ...plain, item: 'b', trial: 1 },
    { ...plain, item: 'a', trial: 10 },
    { ...plain, item: 'b', trial: 0 },
    { ...plain, item: 'a', trial: 2 },
  ]
  expect(inOrder(records).map(({ item, trial }) => `${item} ${trial}`)).toEqual(['a 2', 'a 10', 'b 0', 'b 1'])
  expect(records[0]).toMatchObject({ item: 'b', trial: 1 })
})

test('no records give none', () => expect(latestRecords([])).toEqual([]))

test('a line of items.jsonl may have every field of the contract', () => {
  const record = {
    ...plain,
    status: 'failed',
    tags: { length: '4k', kinds: ['a', 'b'] },
    clusters: { context: '4k' },
    scores: { total: 0.5 },
    threshold: 1,
    reason: 'too short',
    error: 'none',
  }
  expect(itemRecord.parse(record)).toEqual(record)
})

test.each([
  ['status', { ...plain, status: 'broken' }],
  ['trial', { ...plain, trial: -1 }],
  ['scores', { ...plain, scores: { total: '1' } }],
])('a line of items.jsonl with a wrong %s is refused', (field, record) => {
  expect(itemRecord.safeParse(record).error?.issues[0]?.path[0]).toBe(field)
})

test('a line of calls.jsonl without trial, ask and vote has them as 0', () => {
  const record = callRecord.parse({ suite: 'demo', item: 'one', role: 'judge', call: 'verdict', content: 'yes' })
  expect(record).toMatchObject({ trial: 0, ask: 0, vote: 0 })
})
