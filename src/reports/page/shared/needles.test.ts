import { describe, expect, test } from 'vitest'
import { findNeedles, needles } from './needles.ts'

describe('what to look for in a context', () => {
  test('is the expected answer and what the question quotes', () => {
    const reason =
      'Failed.\n  asked     the item after "Name three rivers"\n  expected  "List the planets"\n  received  "Something else here"'
    expect(needles(reason)).toEqual(['Name three rivers', 'List the planets'])
  })

  test('are the parts of an answer of several', () =>
    expect(needles('Failed.\n  expected  "A key sentence stands here. ### #Topic#"')).toContain('A key sentence stands here.'))

  test('is nothing so short that it stands everywhere', () => {
    expect(needles('Failed.\n  expected  "12345"')).toEqual([])
    expect(needles(undefined)).toEqual([])
  })

  test('is found where it stands, no place twice', () =>
    expect(findNeedles('xx needle yy needle', ['needle yy', 'needle'])).toEqual([
      { from: 3, to: 12 },
      { from: 13, to: 19 },
    ]))
})
