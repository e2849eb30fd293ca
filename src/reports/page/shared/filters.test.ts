import { describe, expect, test } from 'vitest'
import { EMPTY_STATE, filterRows, hashOf, readHash, rowName, searchWords } from './filters.ts'
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
  record: 'run-records-0',
  transcripts: [null],
  ...rest,
})

const index: PageIndex = {
  runs: [],
  against: null,
  suites: ['one', 'two'],
  tasks: ['OR', 'OQ'],
  tags: ['length=4k', 'length=8k'],
  lost: ['format', 'order'],
  rows: [
    row('c', { tags: [0] }),
    row('a', { state: 'failed', total: 0.5, tags: [1], lost: [0, 1], flip: 'lost' }),
    row('b', { suite: 1, task: 1, state: 'error', total: null, flip: 'gained' }),
  ],
}

const listed = (filter: Partial<typeof EMPTY_STATE>, words = searchWords(index)) => filterRows(index, words, { ...EMPTY_STATE, ...filter })
const ids = (...given: Parameters<typeof listed>) => listed(...given).found.map((at) => index.rows[at]?.id)

describe('the list', () => {
  test.each([
    [{}, ['c', 'a', 'b']],
    [{ suite: 'two' }, ['b']],
    [{ state: 'failed' }, ['a']],
    [{ state: 'unscored,error' }, ['b']],
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
    [{ sort: '-name' }, ['c', 'b', 'a']],
    [{ sort: '-score' }, ['c', 'a', 'b']],
    [{ sort: 'state' }, ['a', 'b', 'c']],
    [{ sort: '-state' }, ['c', 'b', 'a']],
    [{ sort: 'task' }, ['c', 'a', 'b']],
    [{ sort: 'change' }, ['a', 'b', 'c']],
    [{ sort: 'never' }, ['c', 'a', 'b']],
  ])('with %j has %j', (filter, expected) => expect(ids(filter)).toEqual(expected))

  test('is searched in reasons once they are there', () => {
    const words = searchWords(index)
    expect(ids({ text: 'too far' }, words)).toEqual([])
    words[0] += '\none position too far'
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

describe('what a choice would list', () => {
  const counts = (filter: Partial<typeof EMPTY_STATE>) => listed(filter).counts

  test('follows the other choices, and not its own', () => {
    expect(Object.fromEntries(counts({ suite: 'one' }).state)).toEqual({ passed: 1, failed: 1 })
    expect(Object.fromEntries(counts({ suite: 'one' }).suite)).toEqual({ one: 2, two: 1 })
    expect(Object.fromEntries(counts({ state: 'failed' }).suite)).toEqual({ one: 1 })
    expect(Object.fromEntries(counts({ text: 'order' }).state)).toEqual({ failed: 1 })
    expect(Object.fromEntries(counts({ suite: 'two' }).flip)).toEqual({ any: 1, gained: 1 })
  })

  test('is what is listed once it is chosen, whatever else is', () => {
    const filters = [
      {},
      { suite: 'one' },
      { state: 'failed' },
      { flip: 'any' },
      { lost: 'order' },
      { slice: 'length=4k' },
      { text: 'format' },
    ]
    for (const filter of filters)
      for (const [facet, found] of Object.entries(counts(filter)))
        for (const [name, count] of found) expect(ids({ ...filter, [facet]: name }), `${facet} ${name}`).toHaveLength(count)
  })
})
