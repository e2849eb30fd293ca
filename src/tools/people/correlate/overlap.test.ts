import { beforeAll, describe, expect, test } from 'vitest'
import { bleuTokens, clippedMatches, loadRouge, type Rouge, type RougeOf, rougeTokens, sentenceBleu } from './measureAnswers.ts'

const words = (text: string) => text.split(' ')

// The worked examples of Papineni et al. (2002), sections 2.1 and 2.1.1, against the first reference.
const CANDIDATE = words('It is a guide to action which ensures that the military always obeys the commands of the party')
const REFERENCE = words('It is a guide to action that ensures that the military will forever heed Party commands')

test('n-grams are counted at most as often as the reference has them', () =>
  expect(clippedMatches(words('the the the the the the the'), words('the cat is on the mat'), 1)).toEqual({ matches: 2, total: 7 }))

describe('BLEU of a sentence', () => {
  test("is what NLTK's documentation has for the paper's first candidate: it needs no smoothing", () =>
    expect(sentenceBleu(CANDIDATE, REFERENCE)).toBeCloseTo(0.4118, 4))

  // test_sentence_bleu.py of sacreBLEU, smoothing `exp` with effective order.
  const [text, reference] = [
    'Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;',
    'producţia de zahăr brut se exprimă în zahăr alb;',
  ]
  const letters = (all: string) => [...all].filter((one) => one !== ' ')

  test.each([
    ['its tokens', bleuTokens, 8.493],
    ['words', words, 7.347],
    ['letters', letters, 40.8759],
  ])('is what sacreBLEU has for a sentence with orders that do not match, by %s', (_, tokens, expected) => {
    expect(100 * sentenceBleu(tokens(text), tokens(reference))).toBeCloseTo(expected, 3)
  })

  test('is 0 where nothing matches, as in sacreBLEU, and where there is no text', () => {
    expect(sentenceBleu(words('this is a cat'), words('okay thanks'))).toBe(0)
    expect(sentenceBleu([], words('okay thanks'))).toBe(0)
  })

  test('is 1 for the reference itself, however short', () => {
    for (const same of ['a test', 'the cat is on the mat', '港口空无一人。'])
      expect(sentenceBleu(bleuTokens(same), bleuTokens(same))).toBeCloseTo(1, 12)
  })

  test('of a text that is too short is lessened by the brevity penalty', () => {
    // test_bleu.py of sacreBLEU has e^-1 for one word of two, NLTK's documentation exp(1 - 13 / 12) for 12 words of 13.
    expect(sentenceBleu(['test'], ['a', 'test'])).toBeCloseTo(0.3678794411714425, 12)
    expect(sentenceBleu(Array<string>(12).fill('a'), Array<string>(13).fill('a'))).toBeCloseTo(0.92, 3)
  })
})

describe('tokens', () => {
  test('part punctuation, but not that within numbers and words', () =>
    expect(bleuTokens('It isn\'t 3.5, or 1-2: "no" (yes).')).toEqual(words('It isn\'t 3.5 , or 1 - 2 : " no " ( yes ) .')))

  test('of Chinese are its characters', () => expect(bleuTokens('市议会以7票通过。OK')).toEqual(words('市 议 会 以 7 票 通 过 。 OK')))
})

let rouge: RougeOf
beforeAll(async () => {
  rouge = (await loadRouge()) as RougeOf
})

describe('ROUGE', () => {
  // rouge_scorer_test.py of Google's rouge_score: testRouge1, testRouge2, testRougeLConsecutive, testRougeLNonConsecutive.
  test.each([
    ['testing', { rouge1: 1 / 2 }],
    ['testing one', { rouge1: 4 / 5, rouge2: 2 / 3, rougeL: 4 / 5 }],
    ['testing two', { rougeL: 4 / 5 }],
  ])('of "%s" is that of rouge_score', (text, expected) => {
    const found = rouge(text, 'testing one two')
    for (const [name, value] of Object.entries(expected)) expect(found?.[name as keyof Rouge]).toBeCloseTo(value, 12)
  })

  // Lin (2004), section 3.1: of four words each, S2 keeps three in order, S3 and S4 two.
  test.each([
    ['police kill the gunman', 3 / 4],
    ['the gunman kill police', 2 / 4],
    ['the gunman police killed', 2 / 4],
  ])('L of "%s" is that of the paper', (text, expected) => {
    expect(rouge(text, 'police killed the gunman')?.rougeL).toBeCloseTo(expected, 12)
  })

  // The same place: S2 and S3 have one pair of the reference, "the gunman". S4 also has "police killed".
  test.each([
    ['police kill the gunman', 1 / 3],
    ['the gunman kill police', 1 / 3],
    ['the gunman police killed', 2 / 3],
  ])('2 of "%s" is that of the paper', (text, expected) => {
    expect(rouge(text, 'police killed the gunman')?.rouge2).toBeCloseTo(expected, 12)
  })

  test('clips a word that is repeated', () => {
    // 2 of 7 against 2 of 6: F1 = 2 · 2 / (7 + 6).
    expect(rouge('the the the the the the the', 'the cat is on the mat')?.rouge1).toBeCloseTo(4 / 13, 12)
  })

  test('passes over case and punctuation', () => expect(rouge('The CAT, sat!', 'the cat sat')).toEqual({ rouge1: 1, rouge2: 1, rougeL: 1 }))

  test('takes Chinese character by character', () => {
    // 3 characters of 4 in the same order, with 2 pairs of 3.
    expect(rouge('港口空了', '港口空无')).toEqual({
      rouge1: expect.closeTo(3 / 4, 12),
      rouge2: expect.closeTo(2 / 3, 12),
      rougeL: expect.closeTo(3 / 4, 12),
    })
  })

  test('is not defined without a word', () => {
    expect(rouge('?!', 'a')).toBeUndefined()
    expect(rouge('a', '')).toBeUndefined()
  })

  test('is not defined for what is longer than the library takes', () => expect(rouge('word '.repeat(400_000), 'a word')).toBeUndefined())
})

test('tokens of ROUGE are words and numbers of any script', () =>
  expect(rougeTokens("Don't über-charge 3.5 €; 你好 world_1")).toEqual(['don', 't', 'über', 'charge', '3', '5', '你', '好', 'world', '1']))
