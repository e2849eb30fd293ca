import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flipLabels } from './judgePair.ts'

test.each([
  ['Therefore, Output (a) is better.', 'Therefore, Output (b) is better.'],
  ['Therefore, Output (b) is better.', 'Therefore, Output (a) is better.'],
  ['the first sentence of output (a), unlike output (b)', 'the first sentence of output (b), unlike output (a)'],
  ['Output (a)Output (b)output (b)output (a)', 'Output (b)Output (a)output (a)output (b)'],
  ['**Output (a)**\n"Output (b)"', '**Output (b)**\n"Output (a)"'],
  ['Both Output (a) and Output (b), but Output (a) more.', 'Both Output (b) and Output (a), but Output (b) more.'],
])('labels in a text are exchanged: %j', (text, flipped) => expect(flipLabels(text)).toBe(flipped))

test.each([
  '',
  '(a) is better than (b)',
  'OUTPUT (a)',
  'oUtput (a)',
  'Outputs (a) and (b)',
  'Output  (a)',
  'Output\n(a)',
  'Output (A)',
  'Output ( a )',
  'Output a',
  'Output (c)',
  'Output(a)',
  'Output (a',
])('any other form stays: %j', (text) => expect(flipLabels(text)).toBe(text))

// Texts that consist of labels, of what is nearly one, and of anything else.
const pieces = fc.oneof(
  fc.constantFrom('Output (a)', 'Output (b)', 'output (a)', 'output (b)', 'Output ', '(a)', '(b)', 'utput (a)', 'O', 'o', ' ', '\n'),
  fc.string({ maxLength: 5 }),
)
const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

test('twice is not at all', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(flipLabels(flipLabels(original))).toBe(original)
    }),
  )
})

test('is the official exchange by way of a third label', () => {
  const official = (original: string) =>
    ['Output', 'output'].reduce(
      (known, word) =>
        known.split(`${word} (a)`).join('\u0000').split(`${word} (b)`).join(`${word} (a)`).split('\u0000').join(`${word} (b)`),
      original,
    )
  fc.assert(
    fc.property(text, (original) => {
      fc.pre(!original.includes('\u0000'))
      expect(flipLabels(original)).toBe(official(original))
    }),
  )
})
