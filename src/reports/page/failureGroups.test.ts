import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../core/format/records.ts'
import { causesOf, failureGroups } from './failureGroups.ts'
import { slicesOf } from './slices.ts'

const record = (item: string, total: number, rest: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 's',
  item,
  task: 't',
  trial: 0,
  status: total === 1 ? 'passed' : 'failed',
  tags: {},
  scores: { total },
  ...rest,
})
const lost = (text: string) => `Failed.\n  lost      ${text}`

describe('failures', () => {
  test('are grouped by point, the costliest first', () => {
    const groups = failureGroups([
      record('a', 0.5, { reason: lost('format 1 of 4 points') }),
      record('b', 0.5, { reason: lost('format 1 of 4 points') }),
      record('c', 0.1, { reason: lost('order 3 of 4 points: late') }),
      record('d', 1),
    ])
    expect(groups.map(({ name, items, loss }) => ({ name, items, loss }))).toEqual([
      { name: 'order', items: 1, loss: 0.75 },
      { name: 'format', items: 2, loss: 0.5 },
    ])
  })

  test('have three examples, of as many tasks as there are', () => {
    const records = ['a', 'b', 'c', 'd', 'e'].map((item, at) =>
      record(item, 0, { task: at < 4 ? 'one' : 'two', reason: lost('all points') }),
    )
    const [group] = failureGroups(records)
    expect(group?.examples.map((example) => example.record.item)).toEqual(['a', 'e', 'b'])
    expect(group?.tasks).toEqual([
      ['one', 4],
      ['two', 1],
    ])
  })

  test('have the worst first', () => {
    const records = [0.7, 0.6, 0, 0.8].map((total) => record(`of ${total}`, total, { reason: lost('all points') }))
    const [group] = failureGroups(records)
    expect(group?.examples.map((example) => example.record.item)).toEqual(['of 0', 'of 0.6', 'of 0.7'])
  })

  test('count an item once whatever its trials', () => {
    const [group] = failureGroups([0, 1].map((trial) => record('a', 0, { trial, reason: lost('all points') })))
    expect(group?.items).toBe(1)
  })
})

test('errors that differ in the item alone are one cause', () => {
  const causes = causesOf(['a-1', 'a-2'].map((item) => record(item, 0, { status: 'error', error: `no answer to ${item}` })))
  expect(causes.map(({ cause, records }) => [cause, records])).toEqual([['no answer to …', 2]])
})

test('short ids are not looked for within words', () => {
  const causes = causesOf(
    ['a', 'e', '1'].map((item) => record(item, 0, { status: 'error', error: `Failed to simulate ${item}: no answer` })),
  )
  expect(causes.map(({ cause, records }) => [cause, records])).toEqual([['Failed to simulate …: no answer', 3]])
})

describe('slices', () => {
  const records = [
    record('a', 0, { tags: { lang: 'en' } }),
    record('b', 0.5, { tags: { lang: ['de', 'fr'] } }),
    record('c', 1, { tags: { lang: 'de' } }),
  ]

  test('are sorted by their share of the loss', () => {
    expect(slicesOf(records, undefined).map(({ name, items, lossShare }) => [name, items, Number(lossShare.toFixed(3))])).toEqual([
      ['lang=en', 1, 0.667],
      ['lang=de', 2, 0.333],
      ['lang=fr', 1, 0.333],
    ])
  })

  test('are sorted by what they add to the change from a baseline', () => {
    const base = [record('a', 0), record('b', 1), record('c', 1)]
    const found = slicesOf(records, base).map(({ name, change }) => [name, Number(change?.toFixed(4))])
    expect(found).toEqual([
      ['lang=de', -0.1667],
      ['lang=fr', -0.1667],
      ['lang=en', 0],
    ])
  })

  test('of an item or two never lead, whatever they lost', () => {
    const many = [
      record('one', 0, { tags: { kind: 'rare' } }),
      ...[0.5, 0.9, 1].map((total, at) => record(`m${at}`, total, { tags: { kind: 'common' } })),
    ]
    expect(slicesOf(many, undefined).map(({ name }) => name)).toEqual(['kind=common', 'kind=rare'])
    const base = many.map((own) => ({ ...own, scores: { total: 1 } }))
    expect(slicesOf(many, base).map(({ name }) => name)).toEqual(['kind=common', 'kind=rare'])
  })

  test('that hold every item are left out', () => expect(slicesOf(records, undefined).map(({ name }) => name)).not.toContain('task=t'))
})
