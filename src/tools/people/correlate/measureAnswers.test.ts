import { beforeAll, describe, expect, test } from 'vitest'
import { madeAnswer } from '../test/madeAnswer.ts'
import { correlateKinds } from './correlateKinds.ts'
import {
  bleuTokens,
  clippedMatches,
  LENGTH,
  loadRouge,
  measureAnswers,
  OVERLAP_MEASURES,
  type RougeOf,
  rougeTokens,
  sentenceBleu,
} from './measureAnswers.ts'
import { type ComparedAnswer, comparedAnswer } from './readCompared.ts'

const REFERENCE = 'testing one two'

const answer = (own: Partial<ComparedAnswer>) =>
  madeAnswer({ answer: REFERENCE, reference: { text: REFERENCE, of: 'a reference' }, ...own })

test('measures are those of the answer against its reference', async () => {
  const [found] = await measureAnswers([answer({ answer: 'testing one', judges: { 'judge m': 3 } })], () => 7)
  // ROUGE as rouge_score's own tests have it; BLEU: all n-grams match, and the penalty is exp(1 - 3 / 2).
  expect(found?.values).toEqual({
    'judge m': 3,
    'ROUGE-1': expect.closeTo(4 / 5, 12),
    'ROUGE-2': expect.closeTo(2 / 3, 12),
    'ROUGE-L': expect.closeTo(4 / 5, 12),
    'BLEU-4': expect.closeTo(Math.exp(-1 / 2), 12),
    length: 2,
    'rating 1 to 10': 7,
  })
})

test('an empty answer has no overlap; without a reference there is none to tell', async () => {
  const [empty, without, wordless] = await measureAnswers([
    answer({ answer: ' … ' }),
    answer({ reference: undefined }),
    answer({ reference: { text: '?', of: 'a mark' } }),
  ])
  expect(empty?.values).toEqual({ 'ROUGE-1': 0, 'ROUGE-2': 0, 'ROUGE-L': 0, 'BLEU-4': 0, length: 0 })
  expect(without?.values).toEqual({ length: 3 })
  expect(wordless?.values).toEqual({ length: 3 })
})

describe('kinds of questions', () => {
  // ROUGE-1 of these is 1/2, 4/5, 1 and 0, and people say 2, 3, 4 and 1: in the same order. Lengths are 1, 2, 3, 1.
  const TEXTS = ['testing', 'testing one', REFERENCE, 'nothing']
  const said = [2, 3, 4, 1]
  const answers = TEXTS.map((text, index) =>
    answer({ item: `i${index}`, cluster: `i${index}`, answer: text, human: said[index] as number }),
  )
  const correlated = async (all: readonly ComparedAnswer[]) => correlateKinds(await measureAnswers(all), [...OVERLAP_MEASURES, LENGTH])

  test('are correlated over all answers', async () => {
    const [kind, ...others] = await correlated(answers)
    expect(others).toEqual([])
    expect(kind).toMatchObject({ suite: 's', kind: 'overall', labelled: 4, raters: 1, references: { 'a reference': 4 } })
    const { pearson, spearman, kendall } = kind?.measures['ROUGE-1'] ?? {}
    // 2 3 4 1 less 2.5 against 0.5 0.8 1 0: -0.25 + 0.4 + 1.5 + 0 = 1.65, over √5 and √(1.89 - 2.3² / 4).
    expect(pearson?.value).toBeCloseTo(1.65 / Math.sqrt(5 * (1.89 - 2.3 ** 2 / 4)), 12)
    expect([spearman?.value, kendall?.value]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)])
    // Ranks of length 1.5 3 4 1.5: one pair of the six is tied.
    expect(kind?.measures.length?.kendall?.value).toBeCloseTo(5 / Math.sqrt(6 * 5), 12)
  })

  test('are apart by suite and kind, and tell what has no reference', async () => {
    const other = answers.map((one) => ({ ...one, kind: 'logic', reference: undefined }))
    const kinds = await correlated([...answers, ...other])
    expect(kinds.map(({ kind, labelled, references }) => [kind, labelled, references])).toEqual([
      ['overall', 4, { 'a reference': 4 }],
      ['logic', 4, {}],
    ])
    expect(Object.keys(kinds[1]?.measures ?? {})).toEqual(['length'])
  })

  test('have the correlation of raters where answers have several', async () => {
    const twice = answers.map((one, index) => ({
      ...one,
      ratings: [
        { rater: 'ann', value: said[index] as number },
        { rater: 'bob', value: 5 - (said[index] as number) },
      ],
    }))
    const [kind] = await correlated(twice)
    expect(kind).toMatchObject({ raters: 2, people: { n: 4, pearson: { value: expect.closeTo(-1, 12) } } })
  })
})

describe('a labelled question', () => {
  const record = { suite: 's', item: 'i', trial: 0, task: 't', cluster: 'one', simulated: false, probability: undefined }
  const label = (rater: string, value: number) => ({ ...record, question: 'q', sha256: 'a'.repeat(64), rater, value })
  const question = {
    ...record,
    question: 'q',
    kind: 'criterion',
    ask: 'Well?',
    scale: [
      { value: 0, text: 'No' },
      { value: 1, text: 'Yes' },
    ],
    shown: [
      { title: 'User', text: 'Why?' },
      { title: 'Assistant', text: 'So.', isJudged: true },
      { title: 'Answer known to be good', text: 'Because.' },
      { title: 'Criterion', text: 'It says why.' },
    ],
  }

  test('is compared by the mean of its raters, and with what the judge was shown as good', () => {
    expect(comparedAnswer({ ...question, labels: [label('ann', 1), label('bob', 0), label('cy', 1)] }, { 'judge m': 1 })).toMatchObject({
      human: 2 / 3,
      cluster: 'one',
      scale: [0, 1],
      context: [{ title: 'User', text: 'Why?' }],
      answer: 'So.',
      reference: { text: 'Because.' },
      judges: { 'judge m': 1 },
    })
  })

  test('is not compared where nobody labelled it or two texts are judged', () => {
    expect(comparedAnswer({ ...question, labels: [] }, {})).toBeUndefined()
    const pair = { ...question, shown: question.shown.map((text) => ({ ...text, isJudged: true })) }
    expect(comparedAnswer({ ...pair, labels: [label('ann', 1)] }, {})).toBeUndefined()
  })
})

const words = (text: string) => text.split(' ')

// The worked examples of Papineni et al. (2002), sections 2.1 and 2.1.1, against the first reference.
const CANDIDATE = words('It is a guide to action which ensures that the military always obeys the commands of the party')
const PAPER = words('It is a guide to action that ensures that the military will forever heed Party commands')

test('n-grams are counted at most as often as the reference has them', () =>
  expect(clippedMatches(words('the the the the the the the'), words('the cat is on the mat'), 1)).toEqual({ matches: 2, total: 7 }))

describe('BLEU of a sentence', () => {
  test("is what NLTK's documentation has for the paper's first candidate: it needs no smoothing", () =>
    expect(sentenceBleu(CANDIDATE, PAPER)).toBeCloseTo(0.4118, 4))

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
    ['testing', { 'ROUGE-1': 1 / 2 }],
    ['testing one', { 'ROUGE-1': 4 / 5, 'ROUGE-2': 2 / 3, 'ROUGE-L': 4 / 5 }],
    ['testing two', { 'ROUGE-L': 4 / 5 }],
  ])('of "%s" is that of rouge_score', (text, expected) => {
    const found = rouge(text, 'testing one two')
    for (const [name, value] of Object.entries(expected)) expect(found?.[name as keyof NonNullable<typeof found>]).toBeCloseTo(value, 12)
  })

  // Lin (2004), section 3.1: of four words each, S2 keeps three in order, S3 and S4 two.
  test.each([
    ['police kill the gunman', 3 / 4],
    ['the gunman kill police', 2 / 4],
    ['the gunman police killed', 2 / 4],
  ])('L of "%s" is that of the paper', (text, expected) => {
    expect(rouge(text, 'police killed the gunman')?.['ROUGE-L']).toBeCloseTo(expected, 12)
  })

  // The same place: S2 and S3 have one pair of the reference, "the gunman". S4 also has "police killed".
  test.each([
    ['police kill the gunman', 1 / 3],
    ['the gunman kill police', 1 / 3],
    ['the gunman police killed', 2 / 3],
  ])('2 of "%s" is that of the paper', (text, expected) => {
    expect(rouge(text, 'police killed the gunman')?.['ROUGE-2']).toBeCloseTo(expected, 12)
  })

  test('clips a word that is repeated', () => {
    // 2 of 7 against 2 of 6: F1 = 2 · 2 / (7 + 6).
    expect(rouge('the the the the the the the', 'the cat is on the mat')?.['ROUGE-1']).toBeCloseTo(4 / 13, 12)
  })

  test('passes over case and punctuation', () =>
    expect(rouge('The CAT, sat!', 'the cat sat')).toEqual({ 'ROUGE-1': 1, 'ROUGE-2': 1, 'ROUGE-L': 1 }))

  test('takes Chinese character by character', () => {
    // 3 characters of 4 in the same order, with 2 pairs of 3.
    expect(rouge('港口空了', '港口空无')).toEqual({
      'ROUGE-1': expect.closeTo(3 / 4, 12),
      'ROUGE-2': expect.closeTo(2 / 3, 12),
      'ROUGE-L': expect.closeTo(3 / 4, 12),
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
