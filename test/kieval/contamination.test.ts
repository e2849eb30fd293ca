import { describe, expect, test } from 'vitest'
import type { Metric, ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { type ContaminationPoint, contamination, pointsOf } from '../../suites/kieval/contamination.ts'
import { contaminationPicture } from '../../suites/kieval/suite.ts'
import { differingSettings } from '../../suites/kieval/views/contamination.ts'

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
  const figures = Object.entries(metrics).map(([key, value]): [string, Metric] => {
    // As the summary groups the scores of the sets.
    const [, part] = /^set\.(.+)\.score\.overall$/.exec(key) ?? []
    return [key, { value, n: 10, ci95: null, ...(part !== undefined && { group: 'set.score.overall', part }) }]
  })
  return {
    run: { id: 'wren-0001', roles: role ? { candidate: role } : {} },
    suites: { kieval: { metrics: Object.fromEntries(figures) } },
  } as unknown as ScoresDocument
}

const CANDIDATE = { model: 'openai:m', simulated: false }

describe('the points of a run', () => {
  test('are one for a single question set', () => {
    expect(pointsOf(scoresOf({ accuracy: 0.8, 'score.overall': 64.2, 'score.logic': 70, rounds: 5 }, CANDIDATE))).toEqual([
      { ...point(0.8, 64.2), run: 'wren-0001', rounds: 5 },
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
      rounds: 4.5,
      'set.arc-easy.rounds': 4.8,
      'set.mmlu.v2.rounds': 4.2,
    }
    expect(pointsOf(scoresOf(metrics, CANDIDATE)).map(({ set, accuracy, score, rounds }) => [set, accuracy, score, rounds])).toEqual([
      ['arc-easy', 0.8, 70, 4.8],
      ['mmlu.v2', 0.6, 50, 4.2],
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
  ])('are none of a run %s', (_, metrics) => expect(pointsOf(scoresOf(metrics, CANDIDATE))).toEqual([]))

  test('are none of a run of other suites', () =>
    expect(pointsOf({ run: { id: 'x', roles: {} }, suites: { llmbar: { metrics: {} } } } as unknown as ScoresDocument)).toEqual([]))

  test('keep an accuracy of 0', () => expect(pointsOf(scoresOf({ accuracy: 0, 'score.overall': 10 }, CANDIDATE))).toHaveLength(1))

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

  test('are flagged where they are far below, and only there', () =>
    expect(contamination(POINTS).points.map(({ suspicious }) => suspicious)).toEqual([false, false, false, false, true, false]))

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

describe('the models and question sets of the paper', () => {
  /** Accuracy in percent and KIEval score of each model (Tables 15 to 19). */
  const TABLES: Readonly<Record<string, readonly (readonly [model: string, score: number, accuracy: number])[]>> = {
    'ARC-E': [
      ['GPT-3.5', 97.6, 92.7],
      ['LLaMA2 70B', 90.7, 92.3],
      ['LLaMA2 13B', 86.2, 81.9],
      ['LLaMA2 7B', 78.9, 73.6],
      ['Mistral 7B', 80.8, 83.5],
      ['Yi 6B', 83.8, 90.7],
      ['MPT 7B', 68.4, 53.3],
    ],
    'ARC-C': [
      ['GPT-3.5', 95.5, 82.3],
      ['LLaMA2 70B', 84.1, 80.4],
      ['LLaMA2 13B', 78.6, 65.7],
      ['LLaMA2 7B', 74.4, 55.7],
      ['Mistral 7B', 78.5, 67.5],
      ['Yi 6B', 76.8, 79],
      ['MPT 7B', 65.5, 43.4],
    ],
    MMLU: [
      ['GPT-3.5', 96.2, 58.2],
      ['LLaMA2 70B', 89.6, 61.8],
      ['LLaMA2 13B', 87.4, 52.1],
      ['LLaMA2 7B', 83, 44.5],
      ['Mistral 7B', 83, 52.7],
      ['Yi 6B', 86.5, 61.9],
      ['MPT 7B', 74.7, 33.9],
    ],
    HellaSwag: [
      ['GPT-3.5', 88.2, 76.6],
      ['LLaMA2 70B', 80.1, 74.4],
      ['LLaMA2 13B', 78.5, 59.3],
      ['LLaMA2 7B', 76.4, 39.8],
      ['Mistral 7B', 70.3, 54.4],
      ['Yi 6B', 68.7, 73.7],
      ['MPT 7B', 57.3, 27.3],
    ],
    'C-Eval': [
      ['GPT-3.5', 83.3, 50.8],
      ['LLaMA2 70B', 61, 42],
      ['LLaMA2 13B', 54.4, 37.8],
      ['LLaMA2 7B', 49.3, 33.4],
      ['Mistral 7B', 52.2, 39.3],
      ['Yi 6B', 55.6, 71.5],
      ['MPT 7B', 44.9, 26.2],
    ],
  }
  const points = Object.entries(TABLES).flatMap(([set, rows]) =>
    rows.map(([model, score, accuracy]): ContaminationPoint => ({ ...point(accuracy / 100, score, model), model, set })),
  )
  const view = contamination(points)
  const of = (set: string | null) => view.correlations.find((entry) => entry.set === set)

  test('have one suspicious point: the model that the paper suspects, on the set for which it does', () =>
    expect(view.points.filter(({ suspicious }) => suspicious).map(({ model, set }) => `${model} on ${set}`)).toEqual(['Yi 6B on C-Eval']))

  // The paper has them from figures that were not rounded.
  test.each([
    [null, 0.664, 1.37e-5, 0.765, 8.67e-7],
    ['ARC-E', 0.892, 6.97e-3, 0.934, 6.45e-3],
    ['ARC-C', 0.839, 1.83e-2, 0.94, 5.29e-3],
    ['MMLU', 0.814, 2.57e-2, 0.876, 2.21e-2],
    ['HellaSwag', 0.686, 8.85e-2, 0.862, 2.74e-2],
    ['C-Eval', 0.427, 3.4e-1, 0.924, 8.42e-3],
  ] as const)('correlate on %s as Table 7 says, with the suspected model and without', (set, r, p, rWithout, pWithout) => {
    const { all, withoutSuspicious } = of(set) ?? {}
    expect(Math.abs((all?.r ?? 0) - r)).toBeLessThan(0.0015)
    expect(Math.abs((withoutSuspicious?.r ?? 0) - rWithout)).toBeLessThan(0.0015)
    expect((all?.p ?? 0) / p).toBeCloseTo(1, 1)
    expect((withoutSuspicious?.p ?? 0) / pWithout).toBeCloseTo(1, 1)
  })

  // numpy.polyfit.
  test('have a line for each set', () => {
    expect(of('C-Eval')?.regression).toEqual({
      slope: expect.closeTo(36.43443322318922, 9),
      intercept: expect.closeTo(41.57605085688579, 9),
    })
    expect(of(null)?.regression).toEqual(view.regression)
  })

  test('are drawn by set, each set with its line, and the suspicious point is named', () => {
    const runs = [...new Set(points.map(({ run }) => run))].map((run) => {
      const metrics = Object.fromEntries(
        points
          .filter((entry) => entry.run === run)
          .flatMap(({ set, accuracy, score }) => [
            [`set.${set}.accuracy`, accuracy],
            [`set.${set}.score.overall`, score],
          ]),
      )
      const document = scoresOf(metrics, { model: run, simulated: false })
      return { name: run, document: { ...document, run: { ...document.run, id: run } }, records: [] }
    })
    const picture = contaminationPicture(runs)?.html ?? ''
    expect(picture.match(/<circle/g)).toHaveLength(35)
    // Each set's line, and a piece of it before its name.
    expect(picture.match(/class="line"/g)).toHaveLength(2 * 5)
    for (const set of Object.keys(TABLES)) expect(picture).toContain(`>${set}</text>`)
    expect(picture).toContain('Yi 6B, far below</text>')
    expect(contaminationPicture(runs.slice(0, 1))?.html.match(/<circle/g)).toHaveLength(5)
    expect(contaminationPicture([])).toBeUndefined()
  })
})

// Mean and 95 % prediction interval of the four others by numpy and scipy.stats.t.
test('points of one accuracy are placed by the mean of the others, though there is no regression', () => {
  const { regression, points } = contamination([92, 95, 90, 97, 10].map((score, index) => point(1, score, `${index}`)))
  expect(regression).toBeNull()
  expect(points.map(({ expected }) => expected)).toEqual([73, 72.25, 73.5, 71.75, 93.5].map((mean) => expect.closeTo(mean, 9)))
  expect(points[0]?.least).toBeCloseTo(-76.80614575819595, 8)
  expect(points[4]?.least).toBeCloseTo(82.43746996059815, 8)
  expect(points.map(({ suspicious }) => suspicious)).toEqual([false, false, false, false, true])
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

  test('are those of other scoring rules: the evaluator was told something else', () => {
    const of = (kieval: number) => ({ run: { roles: {}, options: {}, scoring: { kieval } } }) as unknown as ScoresDocument
    expect(differingSettings([of(1), of(2)])).toEqual(['scored by rules of version 1 and 2'])
    expect(differingSettings([of(2), of(2)])).toEqual([])
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
