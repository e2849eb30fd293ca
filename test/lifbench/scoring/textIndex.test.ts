import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { includesAcross, indexText } from '../../../suites/lifbench/scoring/textIndex.ts'
import { propertyRuns } from '../../propertyRuns.ts'

const unit = fc.constantFrom('a', 'b', '"', '\n', 'é', '😀', '\ud83d')
const text = fc.string({ unit, maxLength: 60 })
/** A text with strings to look for: pieces of it, pieces with a change, and others. */
const textAndNeedle = text.chain((whole) => {
  const piece = fc
    .tuple(fc.nat(whole.length), fc.nat(whole.length))
    .map(([one, other]) => whole.slice(Math.min(one, other), Math.max(one, other)))
  const changed = fc.tuple(piece, unit, piece).map((parts) => parts.join(''))
  return fc.tuple(fc.constant(whole), fc.oneof(piece, changed, fc.string({ unit, maxLength: 20 })))
})
const runs = propertyRuns(300, 5_000)

describe('indexText', () => {
  test('includes what the text includes, short or long', () => {
    fc.assert(
      fc.property(textAndNeedle, ([whole, needle]) => {
        expect(indexText(whole).includes(needle)).toBe(whole.includes(needle))
      }),
      runs,
    )
  })

  test('answers the same when asked again', () => {
    const index = indexText('one two three four five')
    for (const needle of ['two', 'six', 'three four', 'four three', '']) {
      expect(index.includes(needle)).toBe(index.text.includes(needle))
      expect(index.includes(needle)).toBe(index.text.includes(needle))
    }
  })

  test('refuses a long string made of pieces of the text in another order', () => {
    const index = indexText('abcdefghijklmnopqrstuvwxyz')
    expect(index.includes('abcdefghijklmnopqrstuvwxyz')).toBe(true)
    expect(index.includes('nopqrstuvwxyzabcdefghijklm')).toBe(false)
  })

  test('takes the word of its caller for strings known to be there', () =>
    expect(indexText('text', new Set(['known'])).includes('known')).toBe(true))
})

describe('includesAcross', () => {
  test('finds what lies across the seam', () => {
    const head = indexText('the end of the documents')
    expect(includesAcross(head, ' and the instruction', 'documents and')).toBe(true)
    expect(includesAcross(head, ' and the instruction', 'documents or')).toBe(false)
  })

  test('includes what the two texts joined include', () => {
    fc.assert(
      fc.property(textAndNeedle, fc.nat(60), ([whole, needle], cut) => {
        expect(includesAcross(indexText(whole.slice(0, cut)), whole.slice(cut), needle)).toBe(whole.includes(needle))
      }),
      runs,
    )
  })
})
