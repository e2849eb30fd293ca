import { describe, expect, test } from 'vitest'
import { addWords, EMPTY_STATE, filterRows, hashOf, readHash, rowName, searchable } from './filters.ts'
import type { IndexRow, PageIndex } from './pageIndex.ts'

const row = (id: string, rest: Partial<IndexRow> = {}): IndexRow => ({
  suite: 0,
  task: 0,
  id,
  trial: 0,
  state: 'passed',
  total: 1,
  tags: [],
  lost: [],
  flip: '',
  record: 0,
  transcripts: [null],
  ...rest,
})

const index: PageIndex = {
  kind: 'run',
  runs: [],
  against: null,
  suites: ['one', 'two'],
  tasks: ['OR', 'OQ'],
  tags: ['length=4k', 'length=8k'],
  lost: ['format', 'order'],
  records: 1,
  rows: [
    row('c', { tags: [0] }),
    row('a', { state: 'failed', total: 0.5, tags: [1], lost: [0, 1], flip: 'lost' }),
    row('b', { suite: 1, task: 1, state: 'error', total: null, flip: 'gained' }),
  ],
}

const ids = (filter: Partial<typeof EMPTY_STATE>, words = searchable(index)) =>
  filterRows(words, { ...EMPTY_STATE, ...filter }).map((at) => index.rows[at]?.id)

describe('the list', () => {
  test.each([
    [{}, ['c', 'a', 'b']],
    [{ suite: 'two' }, ['b']],
    [{ state: 'failed' }, ['a']],
    [{ state: 'failed,error' }, ['a', 'b']],
    [{ slice: 'length=8k' }, ['a']],
    [{ slice: 'task=OQ' }, ['b']],
    [{ slice: 'length=16k' }, []],
    [{ lost: 'order' }, ['a']],
    [{ lost: 'never' }, []],
    [{ flip: 'lost' }, ['a']],
    [{ flip: 'any' }, ['a', 'b']],
    [{ text: ' FORMAT ' }, ['a']],
    [{ sort: 'score' }, ['a', 'c', 'b']],
    [{ sort: 'name' }, ['a', 'b', 'c']],
  ])('with %j has %j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected)
  })

  test('is searched in reasons once they are there', () => {
    const words = searchable(index)
    expect(ids({ text: 'too far' }, words)).toEqual([])
    addWords(words, 0, 'one position Too Far')
    expect(ids({ text: 'too far' }, words)).toEqual(['c'])
  })
})

describe('a link', () => {
  test('holds filter, item and step, whatever is in them', () => {
    const state = { ...EMPTY_STATE, text: 'a&b=#?"', lost: 'R(a3,r0)', item: 'one/x/y#2', step: '5' }
    expect(readHash(hashOf(state))).toEqual(state)
  })

  test('to a part of the summary is no list', () => {
    expect(readHash('#suite-one')).toBeUndefined()
    expect(readHash('')).toBeUndefined()
  })

  test('names trials apart', () => {
    expect(rowName(row('x'), index)).toBe('one/x')
    expect(rowName(row('x', { trial: 1 }), index)).toBe('one/x#1')
  })
})
