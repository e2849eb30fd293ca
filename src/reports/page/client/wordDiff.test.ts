import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_CHARS, wordDiff } from './wordDiff.ts'

const shown = (before: string, after: string) => {
  const pieces = wordDiff(before, after)
  return typeof pieces === 'string'
    ? pieces
    : pieces.map(({ text, side }) => ({ both: text, before: `[-${text}-]`, after: `[+${text}+]` })[side]).join('')
}

describe('how an answer differs', () => {
  test.each([
    ['pier 3 today', 'pier 4 today', 'pier [-3-][+4+] today'],
    ['河岸很软', '河滩很软', '河[-岸-][+滩+]很软'],
    ['same', 'same', 'same'],
    ['', 'new', '[+new+]'],
    ['old', '', '[-old-]'],
    ['', '', ''],
  ])('from %j to %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected)
  })

  test('has all of the later text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const pieces = wordDiff(before, after)
        if (typeof pieces === 'string') return
        expect(
          pieces
            .filter(({ side }) => side !== 'before')
            .map(({ text }) => text)
            .join(''),
        ).toBe(after)
      }),
    )
  })

  test('is not worked out for texts beyond the cap, nor for texts that share nothing', () => {
    expect(wordDiff('x', 'y'.repeat(MOST_CHARS))).toBe('too long')
    const words = (from: string) => Array.from({ length: 3000 }, (_, index) => `${from}${index}`).join(' ')
    expect(wordDiff(words('a'), words('b'))).toBe('too different')
  })
})
