import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayWidth } from './layout.ts'
import { wrapText } from './wrapText.ts'

describe('a text is broken', () => {
  test('at spaces', () => {
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  })

  test('nowhere where it fits', () => {
    expect(wrapText('one two', 7)).toEqual(['one two'])
    expect(wrapText('', 7)).toEqual([''])
    expect(wrapText('河流河流', 8)).toEqual(['河流河流'])
    expect(wrapText('one two', Number.POSITIVE_INFINITY)).toEqual(['one two'])
  })

  test('between Chinese characters, which take two columns each', () => {
    expect(wrapText('市议会周二晚通过决议', 8)).toEqual(['市议会周', '二晚通过', '决议'])
    expect(wrapText('以7票对2票通过', 7)).toEqual(['以7票对', '2票通过'])
  })

  test('not before what closes a sentence or a quotation', () => {
    expect(wrapText('一二三，四五', 6)).toEqual(['一二', '三，四', '五'])
    expect(wrapText('用“一二”说', 6)).toEqual(['用“一', '二”说'])
  })

  test('within a word that is too long for a line, and only there', () => {
    expect(wrapText('see /a/very/long/path now', 8)).toEqual(['see', '/a/very/', 'long/pat', 'h now'])
  })

  test('without the spaces of the break, and with its own indentation', () => {
    expect(wrapText('one   two', 4)).toEqual(['one', 'two'])
    expect(wrapText('    return 1', 40)).toEqual(['    return 1'])
    expect(wrapText('  a b c', 5)).toEqual(['  a b', 'c'])
  })
})

test('no line is wider than asked, and nothing but spaces is lost', () => {
  const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '  ', '河', '流，', '”', 'word', 'a-long-word-that-goes-on'))
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.integer({ min: 4, max: 40 }),
      (text, width) => {
        const lines = wrapText(text, width)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        // A single character may be wider than a column.
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})
