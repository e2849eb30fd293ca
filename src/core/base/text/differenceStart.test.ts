import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceStart } from './differenceStart.ts'

describe('two texts of which forty characters fit', () => {
  test.each([
    ['differ at once', 'yes', 'no', 0],
    ['differ early', 'a'.repeat(100), `${'a'.repeat(20)}b`, 0],
    ['differ late', `${'a'.repeat(90)}b`, `${'a'.repeat(90)}c`, 77],
    ['of which one is the beginning of the other', 'a'.repeat(100), 'a'.repeat(90), 77],
    ['are the same', 'a'.repeat(100), 'a'.repeat(100), 0],
  ])('and that %s', (_what, one, other, start) => expect(differenceStart(one, other, 40)).toBe(start))

  test('are not cut within a character', () => {
    const start = differenceStart(`${'🙂'.repeat(90)}b`, `${'🙂'.repeat(90)}c`, 40)
    expect(`${'🙂'.repeat(90)}b`.slice(start)).toBe(`${'🙂'.repeat(7)}b`)
  })

  test('show their first difference, whatever they share', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        fc.integer({ min: 12, max: 400 }),
        (same, one, other, room) => {
          const pair = [same + one, same + other] as const
          fc.pre(pair[0] !== pair[1])
          const start = differenceStart(...pair, room)
          const [first, second] = pair.map((text) => text.slice(start, start + room))
          expect(first).not.toBe(second)
        },
      ),
    )
  })
})
