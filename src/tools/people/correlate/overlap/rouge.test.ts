import { beforeAll, describe, expect, test } from 'vitest'
import { rougeTokens } from './overlapTokens.ts'
import { loadRouge, type Rouge, type RougeOf } from './rouge.ts'

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

  test('passes over case and punctuation', () => {
    expect(rouge('The CAT, sat!', 'the cat sat')).toEqual({ rouge1: 1, rouge2: 1, rougeL: 1 })
  })

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

  test('is not defined for what is longer than the library takes', () => {
    expect(rouge('word '.repeat(400_000), 'a word')).toBeUndefined()
  })
})

test('tokens of ROUGE are words and numbers of any script', () => {
  expect(rougeTokens("Don't über-charge 3.5 €; 你好 world_1")).toEqual(['don', 't', 'über', 'charge', '3', '5', '你', '好', 'world', '1'])
})
