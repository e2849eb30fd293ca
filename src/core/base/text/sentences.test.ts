import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

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
])('%j is %j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})

test('nothing but space between sentences is lost of any text', () => {
  const bare = (text: string) => text.replace(/\s+/g, '')
  fc.assert(
    fc.property(fc.array(fc.constantFrom('We ', 'saw. ', 'Mr. ', 'Yes! ', 'No? ', '5. ', '\n', 'a', '"', 'é ')), (parts) => {
      const text = parts.join('')
      expect(bare(splitSentences(text).join(''))).toBe(bare(text))
    }),
  )
})
