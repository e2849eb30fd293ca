import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PART_LENGTH, partFinder } from './partFinder.ts'

// Few letters, so that parts overlap, repeat and begin alike; one beyond Latin letters.
const letters = fc.constantFrom('a', 'b', 'c', '界')
const text = (minLength: number, maxLength: number) => fc.string({ unit: letters, minLength, maxLength })

test('finds exactly the parts that a text includes', () => {
  const parts = fc.array(text(PART_LENGTH, PART_LENGTH), { maxLength: 6 })
  fc.assert(
    fc.property(parts, fc.array(fc.oneof(text(0, 20), fc.nat(5)), { maxLength: 6 }), (sought, pieces) => {
      const given = pieces.map((piece) => (typeof piece === 'number' ? (sought[piece] ?? '') : piece)).join('')
      expect([...partFinder(sought)(given)].sort()).toEqual([...new Set(sought.filter((part) => given.includes(part)))].sort())
    }),
    { numRuns: 2000 },
  )
})
