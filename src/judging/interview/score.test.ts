import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INTERVIEW_METRICS, type RoundEvaluation } from './evaluation.ts'
import { type InterviewScoring, scoreInterview } from './score.ts'

/** A round with this score in everything, and what differs. */
function round(score: number | null, change: Partial<RoundEvaluation> = {}): RoundEvaluation {
  return {
    accuracy: score,
    logic: score,
    relevance: score,
    coherence: score,
    conciseness: score,
    overall: score,
    stop: false,
    stopReason: 'none',
    comment: '',
    parsed: true,
    ...change,
  }
}

const overallOf = (scores: readonly (number | null)[], scoring: Partial<InterviewScoring> = {}) =>
  scoreInterview(
    scores.map((score) => round(score)),
    { maxRounds: 5, ...scoring },
  ).scores.overall

describe('the official score', () => {
  test.each([
    [1, 10],
    [2, 30],
    [3, 70],
    [4, 100],
  ])('of all %is is %i, however many rounds', (score, expected) => {
    for (const rounds of [1, 2, 5, 12]) expect(overallOf(Array(rounds).fill(score))?.kieval).toBeCloseTo(expected, 9)
  })

  // By the official formula (docs/suites/kieval.md, R9), worked out apart from this code.
  test.each([
    [[4, 1], 59.48505975812302],
    [[1, 4], 50.51494024187699],
    [[1, 2, 3, 4], 44.88863216576685],
    [[4, 3, 2, 1], 60.20972784600951],
    [[3, 4, 2, 3, 1], 61.62345459392487],
  ])('of %j is %d', (scores, expected) => expect(overallOf(scores)?.kieval).toBeCloseTo(expected, 9))

  test.each([
    [0, 0],
    [0.5, 12.5],
    [2.5, 62.5],
    [3.5, 87.5],
    [5, 125],
  ])('of a score of %d, which is not on the scale, is %d', (score, expected) => expect(overallOf([score])?.kieval).toBeCloseTo(expected, 9))

  test('does not depend on how many rounds there might have been: a missing round is not a zero', () => {
    expect(overallOf([3])?.kieval).toBe(70)
    expect(overallOf([4, 1], { maxRounds: 2 })?.kieval).toBe(overallOf([4, 1], { maxRounds: 50 })?.kieval)
  })
})

describe('the score of the paper', () => {
  // Columns: n = 5, n = the rounds there were.
  test.each([
    [[4, 1], 0.6623754979843585, 0.7168444984013909],
    [[1, 2, 3, 4], 0.5631976706156544, 0.5482262091776231],
    [[3, 4, 2, 3, 1], 0.6962140778007372, 0.6962140778007372],
    [[2.5, 4], 0.7938122510078207, 0.7665777507993046],
  ])('of %j is %d, and %d by the rounds there were', (scores, most, actual) => {
    const { paperMax = Number.NaN, paperActual = Number.NaN } = overallOf(scores) ?? {}
    expect(paperMax).toBeCloseTo(most, 12)
    expect(paperActual).toBeCloseTo(actual, 12)
  })

  test('is by the most rounds there may be', () => {
    expect(overallOf([4, 1], { maxRounds: 3 })?.paperMax).toBeCloseTo(0.6869276548467361, 12)
    expect(overallOf([4, 1], { maxRounds: 2 })?.paperMax).toBeCloseTo(overallOf([4, 1])?.paperActual ?? Number.NaN, 12)
  })

  test.each([1, 2, 3, 4])('of all %is is a quarter of it each', (score) => {
    expect(overallOf(Array(4).fill(score))?.paperMax).toBeCloseTo(score / 4, 12)
    expect(overallOf(Array(4).fill(score))?.paperActual).toBeCloseTo(score / 4, 12)
  })
})

describe('a round without a score', () => {
  test('drops out, and later ones move up', () => {
    const whole = overallOf([4, 1])
    for (const scores of [
      [null, 4, 1],
      [4, null, 1],
      [4, 1, null],
      [null, null, 4, null, 1],
    ]) {
      expect(overallOf(scores)?.kieval).toBe(whole?.kieval)
      expect(overallOf(scores)?.paperMax).toBe(whole?.paperMax)
    }
  })

  test('still is a round: for the count, and for the weights by the rounds there were', () => {
    const rounds = [null, 4, 1].map((score) => round(score))
    const { rounds: count, scores } = scoreInterview(rounds, { maxRounds: 5 })
    expect(count).toBe(3)
    expect(scores.overall?.n).toBe(2)
    expect(scores.overall?.paperActual).toBeCloseTo(0.6869276548467361, 12)
  })

  test('in one metric has no part in another', () => {
    const rounds = [round(4, { logic: null }), round(1, { overall: null }), round(2, { logic: null })]
    const { scores } = scoreInterview(rounds, { maxRounds: 5 })
    expect(scores.logic).toMatchObject({ n: 1, kieval: 10 })
    expect(scores.overall).toMatchObject({ n: 2, min: 2, max: 4 })
    expect(scores.accuracy).toMatchObject({ n: 3 })
  })

  test('in all of them leaves the metric without a score', () => {
    const { scores } = scoreInterview([round(3, { logic: null }), round(2, { logic: null })], { maxRounds: 5 })
    expect(scores.logic).toBeNull()
    expect(scores.accuracy).not.toBeNull()
  })
})

test('the overall score is the evaluator’s own, not a mean of the aspects', () => {
  const { scores } = scoreInterview([round(4, { overall: 1 })], { maxRounds: 5 })
  expect([scores.overall?.kieval, scores.accuracy?.kieval]).toEqual([10, 100])
})

test('each metric has how many scores there were, the least, the highest and their mean', () => {
  const { scores } = scoreInterview([round(4), round(null), round(1), round(2.5)], { maxRounds: 5 })
  for (const metric of INTERVIEW_METRICS) expect(scores[metric]).toMatchObject({ n: 3, min: 1, max: 4, mean: 2.5 })
})

test('constant weights make it the mean of the values', () => {
  for (const scores of [
    [4, 1],
    [1, 4],
  ]) {
    const found = overallOf(scores, { weights: 'constant' })
    expect(found?.kieval).toBeCloseTo(55, 12)
    expect(found?.paperMax).toBeCloseTo(0.625, 12)
    expect(found?.paperActual).toBeCloseTo(0.625, 12)
  }
  expect(overallOf([2, 2, 3], { weights: 'constant' })?.kieval).toBeCloseTo(130 / 3, 12)
})

describe('how an interview ended', () => {
  test('is told by its last evaluation', () => {
    const rounds = [round(3, { stop: true, stopReason: 'off_topic' }), round(2, { stop: true, stopReason: 'repetition' })]
    expect(scoreInterview(rounds, { maxRounds: 5 })).toMatchObject({ rounds: 2, stopped: true, stopReason: 'repetition' })
    expect(scoreInterview([...rounds, round(1)], { maxRounds: 5 })).toMatchObject({ rounds: 3, stopped: false, stopReason: 'none' })
  })

  test('is unknown where that could not be read', () => {
    expect(scoreInterview([round(3), round(null, { stopReason: null, parsed: false })], { maxRounds: 5 })).toMatchObject({
      rounds: 2,
      stopped: false,
      stopReason: null,
    })
  })

  test('without a round has no score', () => {
    const { rounds, stopped, stopReason, scores } = scoreInterview([], { maxRounds: 5 })
    expect([rounds, stopped, stopReason]).toEqual([0, false, null])
    expect(Object.values(scores)).toEqual(INTERVIEW_METRICS.map(() => null))
  })
})

describe('for scores of the scale', () => {
  const scores = fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: 1, maxLength: 8 })

  test('it lies between the values of the least and the highest, the paper’s between 0 and 1', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const { kieval = Number.NaN, paperMax = Number.NaN, paperActual = Number.NaN, min = 0, max = 0 } = overallOf(given) ?? {}
        expect(kieval).toBeGreaterThanOrEqual(([0, 10, 30, 70, 100][min] ?? 0) - 1e-9)
        expect(kieval).toBeLessThanOrEqual(([0, 10, 30, 70, 100][max] ?? 0) + 1e-9)
        for (const share of [paperMax, paperActual]) {
          expect(share).toBeGreaterThanOrEqual(min / 4 - 1e-12)
          expect(share).toBeLessThanOrEqual(max / 4 + 1e-12)
        }
      }),
    )
  })

  test('a better round makes it better, an earlier one more so', () => {
    fc.assert(
      fc.property(scores, fc.nat(), fc.nat(), (given, one, other) => {
        const [early, late] = [one % given.length, other % given.length].sort((a, b) => a - b) as [number, number]
        const low = given.map((score, at) => (at === early || at === late ? 2 : score))
        const raised = (index: number) => overallOf(low.map((score, at) => (at === index ? 3 : score)))
        const base = overallOf(low)
        for (const figure of ['kieval', 'paperMax', 'paperActual'] as const) {
          expect(raised(late)?.[figure]).toBeGreaterThan(base?.[figure] ?? Number.NaN)
          expect(raised(early)?.[figure]).toBeGreaterThanOrEqual(raised(late)?.[figure] ?? Number.NaN)
        }
      }),
    )
  })
})
