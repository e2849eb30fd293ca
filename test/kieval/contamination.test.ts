import { describe, expect, test } from 'vitest'
import type { Metric, ScoresDocument } from '../../src/format/scoresDocument.ts'
import { type ContaminationPoint, contamination, pointsOf } from '../../suites/kieval/contamination.ts'
import { differingSettings } from '../../suites/kieval/differingSettings.ts'

/** A point of a run. */
const point = (accuracy: number, score: number, run = `${accuracy}`): ContaminationPoint => ({
  run,
  model: 'openai:m',
  simulated: false,
  simulatedInterview: false,
  leak: false,
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
      { ...point(0.8, 64.2), run: 'wren-0001' },
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

  test('say whether the interviews were simulated by anybody, and whether the test was leaked', () => {
    const document = scoresOf({ accuracy: 1, 'score.overall': 100 }, CANDIDATE)
    const run = { ...document.run, options: { kieval: { leak: true } } }
    expect(pointsOf({ ...document, run })).toMatchObject([{ leak: true, simulatedInterview: false }])
    for (const role of ['interactor', 'judge']) {
      const roles = { ...document.run.roles, [role]: { model: 'sim:judge', simulated: true } }
      expect(pointsOf({ ...document, run: { ...run, roles } })).toMatchObject([{ simulated: false, simulatedInterview: true }])
    }
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

describe('points of one accuracy', () => {
  // Mean and 95 % prediction interval of the four others by numpy and scipy.stats.t.
  test('are placed by the mean of the others, though there is no regression', () => {
    const { regression, points } = contamination([92, 95, 90, 97, 10].map((score, index) => point(1, score, `${index}`)))
    expect(regression).toBeNull()
    expect(points.map(({ expected }) => expected)).toEqual([73, 72.25, 73.5, 71.75, 93.5].map((mean) => expect.closeTo(mean, 9)))
    expect(points[0]?.least).toBeCloseTo(-76.80614575819595, 8)
    expect(points[4]?.least).toBeCloseTo(82.43746996059815, 8)
    expect(points.map(({ suspicious }) => suspicious)).toEqual([false, false, false, false, true])
  })
})

describe('a point with a leak', () => {
  const CLEAN = [point(0.3, 30), point(0.5, 52), point(0.7, 68), point(0.9, 91)]
  const leaked = { ...point(1, 20), leak: true }

  test('is placed by the others, and has no part in what they are held against', () => {
    const [alone, together] = [contamination(CLEAN), contamination([...CLEAN, leaked])]
    expect(together.regression).toEqual(alone.regression)
    expect(together.points.slice(0, 4)).toEqual(alone.points)
    // By hand: deviations from means 0.6 and 60.25 give a slope of 19.9 / 0.2 = 99.5 and an intercept of 0.55.
    expect(together.points[4]).toMatchObject({ expected: expect.closeTo(0.55 + 99.5, 9), suspicious: true })
  })

  test('is not one of the three others that it takes', () => {
    const points = contamination([...CLEAN.slice(0, 3), leaked, { ...leaked, run: 'again' }]).points
    expect(points.map(({ expected }) => expected === null)).toEqual([true, true, true, false, false])
  })
})

describe('runs whose points should not be held against one another', () => {
  const document = (roles: Readonly<Record<string, string>>, options: Readonly<Record<string, unknown>> = {}) =>
    ({
      run: {
        roles: Object.fromEntries(Object.entries(roles).map(([role, model]) => [role, { model, simulated: false }])),
        options: { kieval: options },
      },
    }) as unknown as ScoresDocument

  test('are those of another judge, interviewer or protocol', () => {
    const one = document({ candidate: 'openai:a', judge: 'openai:j', interactor: 'openai:i' }, { rounds: 5, weights: 'decay' })
    const other = document({ candidate: 'openai:b', judge: 'openai:k', interactor: 'openai:i' }, { rounds: 3, weights: 'decay' })
    expect(differingSettings([one, other, one])).toEqual(['judged by openai:j and openai:k', 'made with rounds 5 and 3'])
    expect(differingSettings([one, document({ judge: 'openai:j', interactor: 'openai:z' })])).toEqual([
      'interviewed by openai:i and openai:z',
    ])
  })

  test('are not those of another candidate, other questions, or a leak: that is what points differ in', () => {
    const of = (candidate: string, options: object) => document({ candidate, judge: 'openai:j' }, { stop: true, ...options })
    expect(differingSettings([of('a', { sets: ['arc'], questions: 10 }), of('b', { questions: 200, leak: true })])).toEqual([])
    expect(differingSettings([])).toEqual([])
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
    expect(contamination([point(1, 40), point(1, 90), point(1, 10), point(1, 100)]).regression).toBeNull()
  })

  test('are not two points: a line goes through them', () => {
    const { regression } = contamination([point(0.2, 30), point(0.7, 80)])
    expect(regression?.slope).toBeCloseTo(100, 9)
    expect(regression?.intercept).toBeCloseTo(10, 9)
  })
})
