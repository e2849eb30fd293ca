import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { leakTest } from '../../suites/kieval/views/leakTest.ts'

/** Records of a run: whether each question was answered rightly, and its overall score, null where it was dropped. */
function runOf(...questions: readonly (readonly [right: boolean, score: number | null])[]): ItemRecord[] {
  return questions.map(([right, score], index) => ({
    suite: 'kieval',
    item: `a/${String(index).padStart(2, '0')}`,
    task: 'a',
    trial: 0,
    status: (score ?? 0) >= 70 ? 'passed' : 'failed',
    tags: score === null ? { dropped: 'yes' } : { stop: 'none' },
    clusters: { question: `a/${index}` },
    scores: { static: right ? 1 : 0, ...(score !== null && { 'score.overall': score, rounds: 5, unparsable: 0 }) },
  }))
}

/** So many questions, of which every n-th is right, with scores that vary a little. */
const questions = (count: number, everyRight: number, scoreOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => [index % everyRight === 0, scoreOf(index)] as const)
const low = (index: number) => 20 + (index % 3) * 10

describe('a leak', () => {
  test('that raises right answers and not the score holds', () => {
    const result = leakTest(runOf(...questions(40, 4, low)), runOf(...questions(40, 1, (index) => low(index + 1))))
    expect(result).toMatchObject({
      verdict: 'holds',
      accuracy: { clean: 0.25, leaked: 1, change: 0.75, n: 40, rose: true },
      score: { n: 40, rose: false },
    })
    // Of 30 questions that changed by 1 and 10 that did not: t(0.975, 39) = 2.02269 times sqrt(0.75 × 0.25 / 39).
    expect(result.accuracy?.ci95?.[0]).toBeCloseTo(0.75 - 2.02269 * Math.sqrt((0.75 * 0.25) / 39), 4)
  })

  test('that raises the score too fooled it', () => {
    expect(leakTest(runOf(...questions(40, 4, low)), runOf(...questions(40, 1, (index) => low(index) + 15 + (index % 2))))).toMatchObject({
      verdict: 'fooled',
      score: { rose: true },
    })
  })

  test('that lowers the score holds', () => {
    expect(leakTest(runOf(...questions(40, 4, low)), runOf(...questions(40, 1, (index) => low(index) - 5)))).toMatchObject({
      verdict: 'holds',
      score: { change: -5, rose: false },
    })
  })

  test('without effect on right answers says nothing, whether or not there was room', () => {
    for (const every of [1, 4]) {
      const run = runOf(...questions(40, every, low))
      expect(leakTest(run, run)).toMatchObject({ verdict: 'nothing', accuracy: { change: 0, ci95: null, rose: false } })
    }
    // One more of forty is chance.
    const one = questions(40, 4, low).map(([right, score], index) => [right || index === 1, score] as const)
    expect(leakTest(runOf(...questions(40, 4, low)), runOf(...one))).toMatchObject({
      verdict: 'nothing',
      accuracy: { change: expect.closeTo(0.025, 12) },
    })
  })

  test('that makes right answers fewer says nothing', () =>
    expect(leakTest(runOf(...questions(40, 1, low)), runOf(...questions(40, 4, low))).verdict).toBe('nothing'))
})

describe('a question without an interview in one run', () => {
  test('has no part in the change of the score, and all in that of right answers', () => {
    const clean = questions(40, 4, low).map(([right, score], index) => (index < 10 ? ([false, null] as const) : ([right, score] as const)))
    // What was dropped before has the best interviews: they would lift the mean.
    const leaked = questions(40, 1, low).map(([right, score], index) => (index < 10 ? ([true, 100] as const) : ([right, score] as const)))
    expect(leakTest(runOf(...clean), runOf(...leaked))).toMatchObject({
      verdict: 'holds',
      accuracy: { n: 40, rose: true },
      score: { change: 0, n: 30, rose: false },
    })
  })

  test('in all of them leaves nothing to say', () => {
    const dropped = questions(40, 4, low).map(() => [false, null] as const)
    expect(leakTest(runOf(...dropped), runOf(...questions(40, 1, low)))).toMatchObject({ verdict: 'nothing', score: null })
  })
})

test('runs without a question in common say nothing', () =>
  expect(leakTest([], runOf([true, 100]))).toEqual({ verdict: 'nothing', accuracy: null, score: null }))
