import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistanceAtMost } from '../../../suites/lifbench/scoring/editDistance.ts'
import { propertyRuns } from '../../propertyRuns.ts'

/** The textbook matrix, on code points. */
function levenshtein(left: string, right: string): number {
  const rows = Array.from(left)
  const columns = Array.from(right)
  const cells = [Array.from({ length: columns.length + 1 }, (_, column) => column)]
  for (const [row, mine] of rows.entries()) {
    const above = cells[row] as number[]
    const current = [row + 1]
    for (const [column, theirs] of columns.entries()) {
      const substitution = (above[column] as number) + (mine === theirs ? 0 : 1)
      current.push(Math.min(substitution, (above[column + 1] as number) + 1, (current[column] as number) + 1))
    }
    cells.push(current)
  }
  return cells[rows.length]?.[columns.length] as number
}

/** Few letters, so that alignments are not obvious; astral ones and halves of them too. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀', '🎉', '\ud83d', '\ude00'), minLength: 1, maxLength: 24 })
/** Two strings of which one was made from the other. */
const pair = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, word, word, word).map(([start, one, other, end]): [string, string] => [start + one + end, start + other + end]),
)
const runs = propertyRuns(3_000, 50_000)

describe('editDistanceAtMost', () => {
  test.each([
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['', '', 0],
    ['same', 'same', 0],
    ['abcdef', 'fedcba', 6],
  ])('knows that %j and %j are %i apart', (left, right, distance) => {
    expect(editDistanceAtMost(left, right, distance)).toBe(true)
    expect(editDistanceAtMost(left, right, distance - 1)).toBe(false)
  })

  test('counts an astral character as one', () => {
    expect(editDistanceAtMost('a😀b', 'ab', 1)).toBe(true)
    expect(editDistanceAtMost('😀😀😀', '🎉🎉🎉', 3)).toBe(true)
    expect(editDistanceAtMost('😀😀😀', '🎉🎉🎉', 2)).toBe(false)
  })

  test('counts a lone surrogate as one', () => {
    expect(editDistanceAtMost('a\ud83d', 'a', 1)).toBe(true)
    // One character against two halves in the wrong order.
    expect(editDistanceAtMost('😀', '\ude00\ud83d', 2)).toBe(true)
    expect(editDistanceAtMost('😀', '\ude00\ud83d', 1)).toBe(false)
  })

  test('takes a fraction of an edit as no edit', () => {
    // 32 / 6 + 3 = 8.33: eight edits are near enough, nine are not.
    const element = 'a'.repeat(32)
    expect(editDistanceAtMost(element, 'b'.repeat(8) + 'a'.repeat(24), 32 / 6 + 3)).toBe(true)
    expect(editDistanceAtMost(element, 'b'.repeat(9) + 'a'.repeat(23), 32 / 6 + 3)).toBe(false)
  })

  // Known bug: the band of an empty string is taken for empty, so that nothing but itself is near it.
  test('knows that an empty string is as far away as the other is long', () => {
    expect(editDistanceAtMost('', 'ab', 2)).toBe(true)
    expect(editDistanceAtMost('ab', '', 2)).toBe(true)
  })

  test('accepts nothing within a negative limit', () => expect(editDistanceAtMost('a', 'a', -1)).toBe(false))

  test('decides as the full matrix does, for every limit', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 60 }), ([left, right], limit) => {
        expect(editDistanceAtMost(left, right, limit)).toBe(levenshtein(left, right) <= limit)
      }),
      runs,
    )
  })

  test('decides as the full matrix does at the distance itself and one below', () => {
    fc.assert(
      fc.property(pair, ([left, right]) => {
        const distance = levenshtein(left, right)
        expect(editDistanceAtMost(left, right, distance)).toBe(true)
        expect(editDistanceAtMost(left, right, distance - 0.5)).toBe(false)
      }),
      runs,
    )
  })

  test('does not care which string comes first', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 30 }), ([left, right], limit) => {
        expect(editDistanceAtMost(left, right, limit)).toBe(editDistanceAtMost(right, left, limit))
      }),
      runs,
    )
  })
})
