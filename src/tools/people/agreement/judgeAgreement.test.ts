import { describe, expect, test } from 'vitest'
import { leastCoverage } from '../../../../test/leastCoverage.ts'
import { isLong } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { answersOf } from '../test/answersOf.ts'
import { criteriaOf, humanCeiling, judgeAgreement, raterAgreementOf } from './judgeAgreement.ts'
import { type JudgedUnit, judgedUnits } from './judgedUnit.ts'

const labels = (text: string) => judgedUnits(answersOf(text))

describe('a judge against people', () => {
  test('is told with counts, the raw figure, and shares by Wilson’s interval', () => {
    const found = judgeAgreement(labels('20:1/1 20:0/0 10:1/0 50:1'))
    expect(found).toMatchObject({
      n: 100,
      labelled: 50,
      method: 'lee',
      confusion: { bothRight: 20, bothWrong: 20, onlyJudge: 10, onlyPeople: 0 },
    })
    // Wilson's interval of 20 of 20: 1 / (1 + 1.96² / 20), as printed in tables.
    expect(found.sensitivity).toEqual({ value: 1, ci95: [expect.closeTo(0.8389, 4), 1] })
    expect(found.raw?.value).toBeCloseTo(0.8, 12)
    expect(found.accuracy?.value).toBeCloseTo(0.8, 12)
  })

  test('has a raw share whose interval stays between 0 and 1, also where answers vary together', () => {
    // Four clusters, of which three are called right whole: by the normal interval the upper end lay beyond 1.
    const lines = [1, 1, 1, 0].flatMap((judge, at) =>
      [0, 1, 2].map((part) => ({ id: `${at} ${part}`, judge, cluster: `c${at}`, human: 1 })),
    )
    const { raw } = judgeAgreement(judgedUnits(lines))
    expect(raw?.value).toBe(0.75)
    const [low, high] = raw?.ci95 ?? []
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeLessThanOrEqual(1)
    // As wide as that of four answers at the least, for the clusters say the same throughout.
    expect((high as number) - (low as number)).toBeGreaterThan(0.6)
  })

  test('has no figure where the labels do not tell it', () => {
    const found = judgeAgreement(labels('4:1/1 4:1'))
    expect([found.specificity, found.kappa, found.pearson, found.corrected]).toEqual([null, null, null, null])
    expect(found.uncorrected).toMatch(/^people call 4 answers right and 0 wrong/)
    expect(judgeAgreement(labels(''))).toMatchObject({ n: 0, labelled: 0, raw: null, accuracy: null, corrected: null })
  })

  test('has no interval for a correlation that does not vary from draw to draw', () =>
    expect(judgeAgreement(labels('1:1/1 1:5/5 30:3/3')).pearson).toEqual({ value: expect.closeTo(1, 12), ci95: null }))

  test('of ratings is corrected by prediction-powered inference, and of yes and no where that is asked for', () => {
    expect(judgeAgreement(labels('10:4/3 10:2/1 20:4'))).toMatchObject({ method: 'ppi', sensitivity: null })
    expect(judgeAgreement(labels('10:1/1 10:0/0 20:1'), 'ppi').method).toBe('ppi')
  })

  test('stands beside how far people agree with each other, where several rated an answer', () => {
    expect(judgeAgreement(labels('9:1/1 7:0/0')).people).toBeUndefined()
    const rated = [
      [1, 1],
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ].flatMap((said, id) => said.map((human) => ({ id: `${id}`, judge: 1, human })))
    const { people } = judgeAgreement(judgedUnits(rated))
    expect(people).toMatchObject({
      answers: 6,
      agreement: { value: expect.closeTo(4 / 6, 12), ci95: [expect.any(Number), expect.any(Number)] },
    })
    // Six of each value, and two of six pairs differ: observed 4 / 12, by chance 2 * 6 * 6 / (12 * 11).
    expect(people?.alpha?.value).toBeCloseTo(1 - 4 / 12 / (72 / 132), 12)
  })

  test('is the same for the same labels each time', () => {
    const units = labels('9:1/1 7:0/0 4:1/0 2:0/1')
    expect(judgeAgreement(units)).toEqual(judgeAgreement(units))
  })
})

test('the interval of kappa holds the true one as often as it should, also where answers come in clusters', () => {
  const RUNS = isLong ? 300 : 40
  let held = 0
  for (let seed = 0; seed < RUNS; seed += 1) {
    const stream = random('kappa', seed)
    const units = Array.from({ length: 60 }, (_, cluster) => {
      // Half are right; the judge errs in a fifth of the clusters, in each answer alike: kappa is 0.6.
      const human = stream.int(0, 1)
      const judge = stream.int(1, 5) === 1 ? 1 - human : human
      return Array.from({ length: 3 }, (_, index) => ({ id: `${cluster}/${index}`, judge, human, cluster: `${cluster}` }))
    }).flat()
    const ends = judgeAgreement(judgedUnits(units)).kappa?.ci95
    if (ends && ends[0] <= 0.6 && 0.6 <= ends[1]) held += 1
  }
  expect(held / RUNS).toBeGreaterThan(leastCoverage(RUNS, 60, 0.8))
})

test('a judge who errs in no cluster has the interval of so many answers alone', () => {
  // Wilson's upper and lower end of 20 in 20: 20 / (20 + 1.96 squared).
  const units = Array.from({ length: 20 }, (_, cluster) =>
    [0, 1, 1].map((human, index) => ({ id: `${cluster}/${index}`, judge: human, human, cluster: `${cluster}` })),
  ).flat()
  const { accuracy, kappa } = judgeAgreement(judgedUnits(units))
  expect(accuracy?.ci95?.map((end) => end.toFixed(4))).toEqual([(20 / (20 + 1.959963984540054 ** 2)).toFixed(4), '1.0000'])
  expect(kappa).toEqual({ value: 1, ci95: null })
})

/** The example of Krippendorff (2011), section D: four observers, twelve units, some not rated. */
const EXAMPLE = '111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3'
/** What raters said, a word an answer and a digit a rater. */
const ratingsOf = (text: string) => text.split(' ').map((answer) => [...answer].map(Number))
const figuresOf = (text: string) => raterAgreementOf(ratingsOf(text))(ratingsOf(text).map(() => 1))

test('alpha for interval data is that of the published example', () => expect(figuresOf(EXAMPLE).alpha).toBeCloseTo(0.849, 3))

test('alpha of yes and no is that of the published example for nominal data', () => {
  // Section A of the same text: two observers, ten units, four of them differing.
  const { alpha, agreement } = figuresOf('01 11 01 00 00 01 00 00 10 00')
  expect(alpha).toBeCloseTo(0.095, 3)
  expect(agreement).toBeCloseTo(0.6, 12)
})

test('an answer counts as often as its weight says, and one with a single rater not at all', () => {
  const ratings = ratingsOf(EXAMPLE)
  expect(raterAgreementOf(ratings)(ratings.map((_, index) => (index === 5 ? 2 : 1)))).toEqual(figuresOf(`${EXAMPLE} 1234`))
  expect(figuresOf(EXAMPLE.slice(0, -' 3'.length))).toEqual(figuresOf(EXAMPLE))
})

test('raters who agree in all are at 1, and where nothing differs alpha is not known', () => {
  expect(figuresOf('11 33')).toEqual({ agreement: 1, alpha: 1 })
  expect(figuresOf('22 22')).toEqual({ agreement: 1, alpha: Number.NaN })
  expect(figuresOf('2').agreement).toBeNaN()
})

const unit = (judge: number, human: number | undefined, at: number, own: Partial<JudgedUnit> = {}): JudgedUnit => ({
  ...{ id: `${at}`, judge, human, ratings: [], cluster: `${at}`, slice: undefined, item: `${at}` },
  ...own,
})
const times = (count: number, judge: number, ratings: readonly number[], from = 0) =>
  Array.from({ length: count }, (_, at) => unit(judge, undefined, from + at, { ratings }))

test('a rater and the judge are held against the same other raters', () => {
  // Of raters 1, 1, 0 the first is against 1 and 0: a tie, passed over, and so is the second. The third is against 1 and 1.
  const found = humanCeiling([unit(1, undefined, 0, { ratings: [1, 1, 0] }), unit(0, undefined, 1, { ratings: [1, 1, 1] })], true)
  // Each pair counts as a third of its answer: one pair of the first (rater wrong, judge right), three of the second.
  expect(found).toMatchObject({ pairs: 4, measure: 'accuracy' })
  expect(found?.people.value).toBeCloseTo(3 / 4, 12)
  expect(found?.judge.value).toBeCloseTo(1 / 4, 12)
  expect(found?.difference.value).toBeCloseTo(-1 / 2, 12)
})

test('the verdict is what the interval of the difference says', () => {
  const agreeing = times(300, 1, [1, 1])
  // Of raters who differ, the judge is with one of each pair and a rater with none: half a pair better, four times. Twice it is
  // against both raters.
  const differing = [...times(4, 0, [1, 0], 300), ...times(2, 0, [1, 1], 304)]
  expect(humanCeiling([...agreeing, ...differing], true)).toMatchObject({ verdict: 'as often', difference: { value: 0 } })
  expect(humanCeiling([...agreeing.slice(0, 50), ...times(30, 0, [1, 1], 300)], true)?.verdict).toBe('less often')
  // Two raters who differ are each right half of the time against three; the judge is with the majority.
  expect(humanCeiling(times(60, 1, [1, 1, 1, 0]).concat(times(30, 1, [1, 1, 1, 1], 60)), true)?.verdict).toBe('more often')
  expect(humanCeiling(times(8, 1, [1, 1]).concat(times(2, 0, [1, 0], 8), times(1, 0, [1, 1], 10)), true)?.verdict).toBe('cannot tell')
})

test('ratings are told by distance, where less is better', () => {
  // Raters 2 and 4 are 2 apart; the judge is 1 from either.
  const found = humanCeiling(
    [unit(3, undefined, 0, { ratings: [2, 4] }), unit(3, undefined, 1, { ratings: [2, 4] }), unit(3, undefined, 2, { ratings: [3, 5] })],
    false,
  )
  expect(found).toMatchObject({ measure: 'distance' })
  expect(found?.people.value).toBeCloseTo(2, 12)
  // 1 and 1; 1 and 1; 0 and 2.
  expect(found?.judge.value).toBeCloseTo(1, 12)
  expect(found?.difference.value).toBeCloseTo(1, 12)
})

test('one rater tells nothing of it', () => expect(humanCeiling([unit(1, undefined, 0, { ratings: [1] })], true)).toBeUndefined())

test('criteria of several items are told with the least accuracy first', () => {
  const units = [
    ...[1, 1, 1, 1, 0].map((judge, at) => unit(judge, 1, at, { criterion: 'polite' })),
    ...[1, 0, 0, 0, 0, 0].map((judge, at) => unit(judge, 1, at, { criterion: 'short' })),
    // Too few labels, one item only, no criterion, no label.
    ...[1, 1, 1, 1].map((judge, at) => unit(judge, 1, at, { criterion: 'rare' })),
    ...[1, 1, 1, 1, 1].map((judge, at) => unit(judge, 1, at, { criterion: 'local', item: 'one' })),
    unit(1, 1, 9),
    unit(0, undefined, 9, { criterion: 'polite' }),
  ]
  const found = criteriaOf(units)
  expect(found.map(({ criterion, n }) => [criterion, n])).toEqual([
    ['short', 6],
    ['polite', 5],
  ])
  expect(found.map(({ accuracy }) => accuracy.value)).toEqual([expect.closeTo(1 / 6, 12), expect.closeTo(4 / 5, 12)])
})
