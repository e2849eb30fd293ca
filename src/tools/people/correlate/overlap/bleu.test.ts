import { describe, expect, test } from 'vitest'
import { clippedMatches, sentenceBleu } from './bleu.ts'
import { bleuTokens } from './overlapTokens.ts'

const words = (text: string) => text.split(' ')

// The worked examples of Papineni et al. (2002), sections 2.1 and 2.1.1.
const CANDIDATES = [
  'It is a guide to action which ensures that the military always obeys the commands of the party',
  'It is to insure the troops forever hearing the activity guidebook that party direct',
].map(words) as [string[], string[]]
const REFERENCES = [
  'It is a guide to action that ensures that the military will forever heed Party commands',
  'It is the guiding principle which guarantees the military forces always being under the command of the Party',
  'It is the practical guide for the army always to heed the directions of the party',
].map(words)

describe('clipped precision', () => {
  test('is 2 of 7 for "the" seven times', () => {
    const references = ['the cat is on the mat', 'there is a cat on the mat'].map(words)
    expect(clippedMatches(words('the the the the the the the'), references, 1)).toEqual({ matches: 2, total: 7 })
  })

  test.each([
    [0, 1, 17, 18],
    [1, 1, 8, 14],
    [0, 2, 10, 17],
    [1, 2, 1, 13],
  ])('of the candidate %i of the paper, of order %i, is %i of %i', (candidate, order, matches, total) => {
    expect(clippedMatches(CANDIDATES[candidate] as string[], REFERENCES, order)).toEqual({ matches, total })
  })
})

describe('BLEU of a sentence', () => {
  test("is what NLTK's documentation has for the paper's first candidate: it needs no smoothing", () => {
    expect(sentenceBleu(CANDIDATES[0], REFERENCES)).toBeCloseTo(0.5045, 3)
    expect(sentenceBleu(CANDIDATES[0], REFERENCES.slice(0, 1))).toBeCloseTo(0.4118, 4)
  })

  // test_sentence_bleu.py of sacreBLEU, smoothing `exp` with effective order.
  const [text, reference] = [
    'Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;',
    'producţia de zahăr brut se exprimă în zahăr alb;',
  ]

  test('is what sacreBLEU has for a sentence with orders that do not match', () => {
    expect(100 * sentenceBleu(bleuTokens(text), [bleuTokens(reference)])).toBeCloseTo(8.493, 3)
    expect(100 * sentenceBleu(words(text), [words(reference)])).toBeCloseTo(7.347, 3)
    expect(
      100 *
        sentenceBleu(
          [...text].filter((one) => one !== ' '),
          [[...reference].filter((one) => one !== ' ')],
        ),
    ).toBeCloseTo(40.8759, 3)
  })

  test('is 0 where nothing matches, as in sacreBLEU, and where there is no text', () => {
    expect(sentenceBleu(words('this is a cat'), [words('okay thanks')])).toBe(0)
    expect(sentenceBleu([], [words('okay thanks')])).toBe(0)
  })

  test('is 1 for the reference itself, however short', () => {
    for (const same of ['a test', 'the cat is on the mat', '港口空无一人。'])
      expect(sentenceBleu(bleuTokens(same), [bleuTokens(same)])).toBeCloseTo(1, 12)
  })

  // test_bleu.py of sacreBLEU has e^-1 for one word of two.
  test('of a text that is too short is lessened by the brevity penalty', () => {
    expect(sentenceBleu(['test'], [['a', 'test']])).toBeCloseTo(0.3678794411714425, 12)
  })

  test('takes the length of the nearest reference, the shorter of two as near', () => {
    // NLTK's examples of the penalty: references of 13 and 2 give exp(1 - 13 / 12), of 13 and 11 none.
    const of = (count: number) => Array<string>(count).fill('a')
    expect(sentenceBleu(of(12), [of(13), of(2)])).toBeCloseTo(0.92, 3)
    expect(sentenceBleu(of(12), [of(13), of(11)]) / sentenceBleu(of(12), [of(13), of(12)])).toBeCloseTo(1, 12)
  })
})

describe('tokens', () => {
  test('part punctuation, but not that within numbers and words', () => {
    expect(bleuTokens('It isn\'t 3.5, or 1-2: "no" (yes).')).toEqual(words('It isn\'t 3.5 , or 1 - 2 : " no " ( yes ) .'))
  })

  test('of Chinese are its characters', () => {
    expect(bleuTokens('市议会以7票通过。OK')).toEqual(words('市 议 会 以 7 票 通 过 。 OK'))
  })
})
