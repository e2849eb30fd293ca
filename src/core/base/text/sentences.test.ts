import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentenceSegments, splitSentences } from './sentences.ts'

test.each([
  ['It rained. We stayed in! Why not?', ['It rained.', 'We stayed in!', 'Why not?']],
  ['Mr. Adams met Dr. Brown. They spoke.', ['Mr. Adams met Dr. Brown.', 'They spoke.']],
  ['He lived in St. Louis. It was warm.', ['He lived in St. Louis.', 'It was warm.']],
  ['J. F. Kennedy spoke. We listened.', ['J. F. Kennedy spoke.', 'We listened.']],
  ['See No. 5 and vol. 2 of it. Then rest.', ['See No. 5 and vol. 2 of it.', 'Then rest.']],
  ['It cost $3.50 a day. We paid.', ['It cost $3.50 a day.', 'We paid.']],
  ['no mark at the end', ['no mark at the end']],
  ['Signed by Mr.', ['Signed by Mr.']],
  ['', []],
  [' \n ', []],
])('%j is %j', (text, sentences) => expect(splitSentences(text)).toEqual(sentences))

test('nothing but space between sentences is lost of any text', () => {
  const bare = (text: string) => text.replace(/\s+/g, '')
  fc.assert(
    fc.property(fc.array(fc.constantFrom('We ', 'saw. ', 'Mr. ', 'Yes! ', 'No? ', '5. ', '\n', 'a', '"', 'é ')), (parts) => {
      const text = parts.join('')
      expect(bare(splitSentences(text).join(''))).toBe(bare(text))
    }),
  )
})

const whole = new Intl.Segmenter('en', { granularity: 'sentence' })
const expected = (text: string) => Array.from(whole.segment(text), ({ segment }) => segment)

// What decides about a break: terminators, what may follow them, letters of both cases, digits, and what attaches to others.
const PIECES = [
  'A',
  'b',
  'Mr',
  '.',
  '. ',
  '!',
  '?',
  '…',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\u2028',
  '1',
  '"',
  ')',
  ',',
  'é',
  '\u0301',
  '\u200d',
  '你。',
  '😀',
]

test.each([1, 40, 400])('are those of the segmenter for any text of some %i pieces', (times) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: times })), { maxLength: 60 }), (parts) => {
      const text = parts.map(([piece, count]) => piece.repeat(count)).join('')
      expect([...sentenceSegments(text)]).toEqual(expected(text))
    }),
    { seed: 1, numRuns: 100 },
  )
})

test.each([
  ['sentences longer than a window', `${'word '.repeat(3000)}end. ${'more '.repeat(900)}end. Short. ${'last '.repeat(2000)}`],
  ['a mark whose small letter stands far behind it', `One. ${'1 '.repeat(4000)}two. Three. ${'1 '.repeat(4000)}Four.`],
  ['many short ones after a long one', `${'word '.repeat(2000)}end. ${'A. B! '.repeat(2000)}`],
])('are those of the segmenter for %s', (_, text) => expect([...sentenceSegments(text)]).toEqual(expected(text)))
