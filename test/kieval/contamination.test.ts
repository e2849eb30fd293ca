import { describe, expect, test } from 'vitest'
import type { Metric, ScoresDocument } from '../../src/run/scoresDocument.ts'
import { type ContaminationPoint, contamination, pointsOf } from '../../suites/kieval/contamination.ts'

/** A point of a run. */
const point = (accuracy: number, score: number, run = `${accuracy}`): ContaminationPoint => ({
  run,
  model: 'openai:m',
  simulated: false,
  set: 'all',
  accuracy,
  score,
})

/** scores.json of a run with these metrics of the suite. */
function scoresOf(metrics: Readonly<Record<string, number>>, role?: { model: string; simulated: boolean }): ScoresDocument {
  const figures = Object.entries(metrics).map(([key, value]): [string, Metric] => [key, { value, n: 10, ci95: null }])
  return {
    run: { id: 'wren-0001', roles: role ? { candidate: role } : {} },
    suites: { kieval: { metrics: Object.fromEntries(figures) } },
  } as unknown as ScoresDocument
}

const CANDIDATE = { model: 'openai:m', simulated: false }

describe('the points of a run', () => {
  test('are one for a single question set', () => {
    expect(pointsOf(scoresOf({ accuracy: 0.8, 'score.overall': 64.2, 'score.logic': 70, rounds: 5 }, CANDIDATE))).toEqual([
      { run: 'wren-0001', model: 'openai:m', simulated: false, set: 'all', accuracy: 0.8, score: 64.2 },
    ])
  })

  test('are one for each of several sets, and none for their mean', () => {
    const metrics = {
      accuracy: 0.7,
      'score.overall': 60,
      'set.arc-easy.accuracy': 0.8,
      'set.arc-easy.score.overall': 70,
      'set.mmlu.v2.accuracy': 0.6,
      'set.mmlu.v2.score.overall': 50,
      'set.mmlu.v2.paper.overall': 0.5,
    }
    expect(pointsOf(scoresOf(metrics, CANDIDATE)).map(({ set, accuracy, score }) => [set, accuracy, score])).toEqual([
      ['arc-easy', 0.8, 70],
      ['mmlu.v2', 0.6, 50],
    ])
  })

  test('leave out a set without an interview', () => {
    const metrics = { accuracy: 0.5, 'set.a.accuracy': 1, 'set.a.score.overall': 70, 'set.b.accuracy': 0 }
    expect(pointsOf(scoresOf(metrics, CANDIDATE)).map(({ set }) => set)).toEqual(['a'])
  })

  test.each([
    ['without an interview', { accuracy: 0, dropped: 88 }],
    ['without a static answer', { 'score.overall': 70 }],
    ['without a metric', {}],
  ])('are none of a run %s', (_, metrics) => {
    expect(pointsOf(scoresOf(metrics, CANDIDATE))).toEqual([])
  })

  test('are none of a run of other suites', () => {
    expect(pointsOf({ run: { id: 'x', roles: {} }, suites: { llmbar: { metrics: {} } } } as unknown as ScoresDocument)).toEqual([])
  })

  test('keep an accuracy of 0', () => {
    expect(pointsOf(scoresOf({ accuracy: 0, 'score.overall': 10 }, CANDIDATE))).toHaveLength(1)
  })

  test('say whether the candidate was simulated', () => {
    const metrics = { accuracy: 1, 'score.overall': 100 }
    expect(pointsOf(scoresOf(metrics, { model: 'sim:oracle', simulated: true }))).toMatchObject([{ model: 'sim:oracle', simulated: true }])
  })
})

describe('points against one another', () => {
  // Figures of numpy.polyfit and scipy.stats.t.
  const POINTS = [point(0.3, 40), point(0.45, 52), point(0.6, 58), point(0.75, 71), point(0.9, 20), point(0.5, 50)]
  const EXPECTED = [
    [65.5620437956204, -22.703118461961296],
    [49.86792452830189, -30.411376718375458],
    [46.30042918454934, -27.291456033029057],
    [36.19999999999999, -16.32868401711235],
    [79.52212389380531, 66.90763221945024],
    [49.59999999999998, -28.414879893600784],
  ]

  test('have the regression of all of them', () => {
    const { regression } = contamination(POINTS)
    expect(regression?.slope).toBeCloseTo(-14.14285714, 7)
    expect(regression?.intercept).toBeCloseTo(56.75, 7)
  })

  test('are each placed by the others: what they predict, and the lower end of its 95 % prediction interval', () => {
    for (const [index, { expected, least }] of contamination(POINTS).points.entries()) {
      expect(expected).toBeCloseTo(EXPECTED[index]?.[0] ?? Number.NaN, 7)
      expect(least).toBeCloseTo(EXPECTED[index]?.[1] ?? Number.NaN, 6)
    }
  })

  test('are flagged where they are far below, and only there', () => {
    expect(contamination(POINTS).points.map(({ suspicious }) => suspicious)).toEqual([false, false, false, false, true, false])
  })

  test('are not flagged where they are far above: to explain more than one answers is no leak', () => {
    const above = [point(0.3, 40), point(0.45, 52), point(0.6, 58), point(0.75, 71), point(0.35, 100)]
    expect(contamination(above).points.filter(({ suspicious }) => suspicious)).toEqual([])
  })

  test('keep what they were, in their order', () => {
    const { points } = contamination(POINTS)
    expect(points.map(({ expected: _expected, least: _least, suspicious: _suspicious, ...rest }) => rest)).toEqual(POINTS)
  })

  test('that scatter without an outlier are not flagged', () => {
    const scattered = [point(0.3, 44), point(0.45, 49), point(0.6, 63), point(0.75, 68), point(0.9, 84)]
    expect(contamination(scattered).points.some(({ suspicious }) => suspicious)).toBe(false)
  })

  test('that are equal are still two', () => {
    const [first, second] = contamination([point(0.5, 50), point(0.5, 50), point(0.7, 60), point(0.9, 75)]).points
    // Each is predicted with the other one: by (0.5, 50), (0.7, 60) and (0.9, 75), whose line is 17.9166… + 62.5 x.
    expect(first?.expected).toBeCloseTo(17.9166666667 + 62.5 * 0.5, 7)
    expect(second).toEqual(first)
  })

  // A perfect line has no spread, so that its prediction interval is a point; rounding puts one of these below it.
  test('on one line are not flagged', () => {
    const flagged = Array.from({ length: 200 }, (_, step) => {
      const [slope, intercept] = [10 + 0.37 * step, 3 + 0.11 * step]
      return contamination([0.31, 0.47, 0.6, 0.83, 0.91].map((accuracy) => point(accuracy, intercept + slope * accuracy))).points
    })
    expect(flagged.flat().filter(({ suspicious }) => suspicious)).toEqual([])
  })
})

describe('too little to tell', () => {
  const NOTHING = { expected: null, least: null, suspicious: false }

  test.each([0, 1, 2, 3])('is what %i points are: none is placed', (count) => {
    const points = [point(0.3, 40), point(0.6, 60), point(0.9, 10)].slice(0, count)
    expect(contamination(points).points).toEqual(points.map((entry) => ({ ...entry, ...NOTHING })))
  })

  test('are four of which three have one accuracy', () => {
    const points = [point(0.5, 40), point(0.5, 60), point(0.5, 50), point(0.9, 1)]
    const placed = contamination(points).points
    expect(placed[3]).toMatchObject(NOTHING)
    expect(placed[0]?.expected).not.toBeNull()
  })

  test('is one accuracy: no regression', () => {
    expect(contamination([]).regression).toBeNull()
    expect(contamination([point(0.5, 40)]).regression).toBeNull()
    expect(contamination([point(1, 40), point(1, 90), point(1, 10), point(1, 100)])).toMatchObject({
      regression: null,
      points: [NOTHING, NOTHING, NOTHING, NOTHING],
    })
  })

  test('are not two points: a line goes through them', () => {
    const { regression } = contamination([point(0.2, 30), point(0.7, 80)])
    expect(regression?.slope).toBeCloseTo(100, 9)
    expect(regression?.intercept).toBeCloseTo(10, 9)
  })
})
