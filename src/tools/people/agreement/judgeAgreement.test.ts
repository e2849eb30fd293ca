import { describe, expect, test } from 'vitest'
import { leastCoverage } from '../../../../test/leastCoverage.ts'
import { isLong } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { judgeAgreement } from './judgeAgreement.ts'
import { judgedUnits } from './judgedUnit.ts'

const labels = (table: readonly (readonly [judge: number, human: number | undefined, count: number])[]) =>
  judgedUnits(
    table.flatMap(([judge, human, count], row) =>
      Array.from({ length: count }, (_, index) => ({ id: `${row}/${index}`, judge, ...(human !== undefined && { human }) })),
    ),
  )

describe('a judge against people', () => {
  test('is told with counts, the raw figure, and shares by Wilson’s interval', () => {
    const found = judgeAgreement(
      labels([
        [1, 1, 20],
        [0, 0, 20],
        [1, 0, 10],
        [1, undefined, 50],
      ]),
    )
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

  test('has no figure where the labels do not tell it', () => {
    const found = judgeAgreement(
      labels([
        [1, 1, 4],
        [1, undefined, 4],
      ]),
    )
    expect([found.specificity, found.kappa, found.pearson, found.corrected]).toEqual([null, null, null, null])
    expect(found.uncorrected).toMatch(/^people call 4 answers right and 0 wrong/)
    expect(judgeAgreement(labels([]))).toMatchObject({ n: 0, labelled: 0, raw: null, accuracy: null, corrected: null })
  })

  test('has no interval for a correlation that does not vary from draw to draw', () => {
    expect(
      judgeAgreement(
        labels([
          [1, 1, 1],
          [5, 5, 1],
          [3, 3, 30],
        ]),
      ).pearson,
    ).toEqual({ value: expect.closeTo(1, 12), ci95: null })
  })

  test('of ratings is corrected by prediction-powered inference, and of yes and no where that is asked for', () => {
    expect(
      judgeAgreement(
        labels([
          [4, 3, 10],
          [2, 1, 10],
          [4, undefined, 20],
        ]),
      ),
    ).toMatchObject({ method: 'ppi', sensitivity: null })
    expect(
      judgeAgreement(
        labels([
          [1, 1, 10],
          [0, 0, 10],
          [1, undefined, 20],
        ]),
        'ppi',
      ).method,
    ).toBe('ppi')
  })

  test('stands beside how far people agree with each other, where several rated an answer', () => {
    expect(
      judgeAgreement(
        labels([
          [1, 1, 9],
          [0, 0, 7],
        ]),
      ).people,
    ).toBeUndefined()
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
    const units = labels([
      [1, 1, 9],
      [0, 0, 7],
      [1, 0, 4],
      [0, 1, 2],
    ])
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
