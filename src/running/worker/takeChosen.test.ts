import { describe, expect, test } from 'vitest'
import { takeChosen } from './takeChosen.ts'

const items = ['c', 'a', 'b'].map((id) => ({ id }))
const file = (more: object = {}) => ({
  schema: 'holdfast.items/1' as const,
  suite: 'demo',
  items: ['a', 'c'],
  path: '/project/kept.json',
  hash: 'f'.repeat(64),
  ...more,
})
const taken = (more: object = {}, suite = 'demo') => takeChosen(suite, items, 'aaaaaaaaaaaaaaaa', file(more)).map(({ id }) => id)

describe('a run with a file of items', () => {
  test('takes these, in their old order', () => expect(taken()).toEqual(['c', 'a']))
  test('takes all of a suite that the file is not about', () => expect(taken({}, 'other')).toEqual(['c', 'a', 'b']))
  test('takes them from the data they are of', () => expect(taken({ sha256: 'aaaaaaaaaaaaaaaa' })).toEqual(['c', 'a']))
  test('takes all without a file', () => expect(takeChosen('demo', items, 'aaa', undefined)).toBe(items))

  test('refuses other data', () => {
    expect(() => taken({ sha256: 'bbbbbbbbbbbbbbbb' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to take the items of /project/kept.json: they are of other data of demo (sha256 bbbbbbbbbbbb, now aaaaaaaaaaaa). Run with the data the file was made from, or make it again.]`,
    )
  })

  test('refuses ids that the suite does not have', () => {
    expect(() => taken({ items: ['a', 'x', 'y', 'z'] })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to take the items of /project/kept.json: demo has no item "x", nor 2 others of them. Mend the ids, or run with the data and options they are from.]`,
    )
  })
})
