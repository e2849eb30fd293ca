import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nfkc } from './nfkc.ts'

const PIECES = [
  'a',
  'é',
  'ﬁ',
  '５',
  '［',
  'ｶ',
  '\uff9e',
  '\u0301',
  '\u0316',
  '\u3099',
  'ᄀ',
  'ᅡ',
  'ᆨ',
  '가',
  '\u09c7',
  '\u09be',
  '😀',
  '\ud800',
  ' ',
  '\n',
]

test('is what the language makes of a text without many marks in a row', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 64 }), (parts) => {
      const text = parts.join('')
      expect(nfkc(text)).toBe(text.normalize('NFKC'))
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('loses nothing of very many marks, and finds the same letters around them', () => {
  const text = `ｐari${'\u0301\u0316'.repeat(1000)}s ［[5]］`
  const folded = nfkc(text)
  expect(folded.replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '')).toBe('paris [[5]]')
  expect([...folded.normalize('NFD')].filter((one) => /\p{M}/u.test(one))).toHaveLength(2000)
})
