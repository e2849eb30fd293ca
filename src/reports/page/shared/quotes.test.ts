import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotesIn } from './quotes.ts'

const ANSWER = "The ferry leaves at 9:40 from pier 3. It's the last one today. 我们把独木舟拖上了河岸。"
const linked = (reason: string, answer = ANSWER) =>
  quotesIn(reason, answer).map(({ from, to, at, length }) => [reason.slice(from, to), answer.slice(at, at + length)])

describe('what a reason quotes of an answer', () => {
  test.each([
    ['It says “leaves at 9:40”, which is wrong.', [['leaves at 9:40', 'leaves at 9:40']]],
    ['It says "pier 3" and "pier 4".', [['pier 3', 'pier 3']]],
    ["It says 'It's the last one' though it isn't.", [["It's the last one", "It's the last one"]]],
    [
      'Es sagt „pier 3“ und «today».',
      [
        ['pier 3', 'pier 3'],
        ['today', 'today'],
      ],
    ],
    ['Es sagt »the last one«.', [['the last one', 'the last one']]],
    ['用了「河岸」而不是「河滩」。', [['河岸', '河岸']]],
    ['It says ‘the LAST one’.', [['the LAST one', 'the last one']]],
    ['It says `9:40`.', [['9:40', '9:40']]],
    ['It ends "the last one today."', [['the last one today.', 'the last one today.']]],
    ['It has "the last one today!"', [['the last one today!', 'the last one today']]],
    ['It has "The ferry ... the last one today".', [['The ferry ... the last one today', 'the last one today']]],
  ])('is linked: %s', (reason, expected) => expect(linked(reason)).toEqual(expected))

  test.each([
    'It does not say "pier 12".',
    'The words "is" and "at" stand everywhere.',
    "It isn't there and wasn't.",
    'An open "leaves at 9:40',
    '"leaves\nat 9:40"',
    '',
  ])('is no link where the answer has no such words: %s', (reason) => expect(linked(reason)).toEqual([]))

  test('lies within both texts, in order, none over another, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('"', "'", '“', '”', '„', '‘', '’', '「', '」', '`', 'abc', '12', 'İ', ' ', '…', '\n'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (reason, answer) => {
        let end = 0
        for (const { from, to, at, length } of quotesIn(reason, answer)) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeLessThanOrEqual(reason.length)
          expect(at + length).toBeLessThanOrEqual(answer.length)
          expect(reason.slice(from, to).toLowerCase()).toContain(answer.slice(at, at + length).toLowerCase())
          end = to
        }
      }),
    )
  })
})
