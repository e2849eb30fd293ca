import { describe, expect, test } from 'vitest'
import { madeAnswer } from '../test/madeAnswer.ts'
import { correlateKinds } from './correlateKinds.ts'
import { LENGTH, measureAnswers, OVERLAP_MEASURES } from './measureAnswers.ts'
import type { ComparedAnswer } from './readCompared.ts'
import { comparedAnswer } from './readCompared.ts'

const REFERENCE = 'testing one two'

const answer = (own: Partial<ComparedAnswer>) =>
  madeAnswer({ answer: REFERENCE, reference: { text: REFERENCE, of: 'a reference' }, ...own })

test('measures are those of the answer against its reference', async () => {
  const [found] = await measureAnswers([answer({ answer: 'testing one', judges: { 'judge m': 3 } })], () => ({ rating: 7 }))
  // ROUGE as rouge_score's own tests have it; BLEU: all n-grams match, and the penalty is exp(1 - 3 / 2).
  expect(found?.values).toEqual({
    'judge m': 3,
    'ROUGE-1': expect.closeTo(4 / 5, 12),
    'ROUGE-2': expect.closeTo(2 / 3, 12),
    'ROUGE-L': expect.closeTo(4 / 5, 12),
    'BLEU-4': expect.closeTo(Math.exp(-1 / 2), 12),
    length: 2,
    rating: 7,
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
    answer({ item: `i${index}`, cluster: `i${index}`, task: index < 2 ? 'a' : 'b', answer: text, human: said[index] as number }),
  )
  const correlated = async (all: readonly ComparedAnswer[]) => correlateKinds(await measureAnswers(all), [...OVERLAP_MEASURES, LENGTH])

  test('are correlated over all answers and within each task', async () => {
    const [kind, ...others] = await correlated(answers)
    expect(others).toEqual([])
    expect(kind).toMatchObject({ suite: 's', kind: 'overall', labelled: 4, raters: 1, references: { 'a reference': 4 } })
    const { pearson, spearman, kendall } = kind?.measures['ROUGE-1'] ?? {}
    // 2 3 4 1 less 2.5 against 0.5 0.8 1 0: -0.25 + 0.4 + 1.5 + 0 = 1.65, over √5 and √(1.89 - 2.3² / 4).
    expect(pearson?.value).toBeCloseTo(1.65 / Math.sqrt(5 * (1.89 - 2.3 ** 2 / 4)), 12)
    expect([spearman?.value, kendall?.value]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)])
    // Ranks of length 1.5 3 4 1.5: one pair of the six is tied.
    expect(kind?.measures.length?.kendall?.value).toBeCloseTo(5 / Math.sqrt(6 * 5), 12)
    expect(Object.keys(kind?.tasks ?? {})).toEqual(['a', 'b'])
    expect(kind?.tasks.a).toMatchObject({ labelled: 2, measures: { 'ROUGE-1': { n: 2, pearson: { value: expect.closeTo(1, 12) } } } })
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
  const record = { suite: 's', item: 'i', trial: 0, task: 't', clusters: { seed: 'one' } }
  const label = (rater: string, value: number) => ({ ...record, question: 'q', sha256: 'a'.repeat(64), rater, value })
  const question = {
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
    expect(
      comparedAnswer(record, { question, labels: [label('ann', 1), label('bob', 0), label('cy', 1)] }, { 'judge m': 1 }),
    ).toMatchObject({
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
    expect(comparedAnswer(record, { question, labels: [] }, {})).toBeUndefined()
    const pair = { ...question, shown: question.shown.map((text) => ({ ...text, isJudged: true })) }
    expect(comparedAnswer(record, { question: pair, labels: [label('ann', 1)] }, {})).toBeUndefined()
  })
})
