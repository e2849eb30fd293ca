import { describe, expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import type { Metric, ScoresDocument, SuiteChange } from '../../core/format/scoresDocument.ts'
import { flipCounts, type SuiteRow, suiteRows, verdictText } from './suiteRow.ts'

const CHANGE: NonNullable<SuiteChange['metric']> = {
  key: 'score',
  base: 1,
  now: 0.777,
  change: -0.223,
  ci95: [-0.294, -0.156],
  verdict: 'worse',
  detectable: 0.1,
}
const against = (change: SuiteChange): ScoresDocument['baseline'] => ({
  name: 'main',
  run: 'r',
  startedAt: '2026-11-02T10:00:00.000Z',
  model: 'm',
  suites: { support: change },
})
const rowOf = (change: SuiteChange, own: Parameters<typeof madeDocument>[0] = {}) =>
  suiteRows(madeDocument({ ...own, baseline: against(change) }))[0] as SuiteRow

describe('a suite in one line', () => {
  test('has its figure, the baseline’s, the change with its interval, and what flipped', () => {
    expect(rowOf({ metric: CHANGE, paired: 10, newlyFailing: 3, fixed: 1 })).toMatchObject({
      title: 'support',
      label: 'mean score',
      scale: '0–1',
      now: '0.777',
      interval: '0.706 to 0.835',
      base: '1.000',
      change: '-0.223',
      changeInterval: '-0.294 to -0.156',
      verdict: 'worse',
      newlyFailing: 3,
      fixed: 1,
      failed: 3,
      scored: 10,
    })
  })

  test('has no verdict without a baseline, nor against one that cannot be compared', () => {
    expect(suiteRows(madeDocument())[0]).toMatchObject({ base: '', change: '', verdict: undefined, newlyFailing: undefined, told: '' })
    expect(rowOf({ incomparable: 'another judge (a, now b)' })).toMatchObject({
      verdict: undefined,
      newlyFailing: undefined,
      told: 'not comparable: made with another judge (a, now b)',
    })
    expect(rowOf({ metric: { ...CHANGE, ci95: null }, paired: 0 }).told).toBe('no item in both')
  })

  test('is marked by the metric that it shows, where its scores do not say which', () => {
    const { headline: _headline, metrics, ...counts } = madeScores()
    const judgeSigns = [{ role: 'judge', sign: 'controls', known: 'wrong', n: 6, of: 6 }] as const
    const markOf = (own: object) =>
      suiteRows(
        madeDocument({
          suites: { support: { ...counts, judgeSigns: [...judgeSigns], metrics: { score: { ...metrics.score, ...own } as Metric } } },
        }),
      )[0]?.mark
    expect([markOf({}), markOf({ stands: true })]).toEqual([
      expect.stringMatching(/^SAYS NOTHING: /),
      expect.stringMatching(/^what the judge judged /),
    ])
  })

  test.each<[string, Partial<typeof CHANGE>, string, string]>([
    ['what is told', {}, '▼ worse', ''],
    ['what cannot be told, with what could', { verdict: 'cannot-tell' }, '? cannot tell', 'detects a change of 0.100 or more'],
    ['too few items for an interval', { verdict: 'cannot-tell', ci95: null, detectable: null }, '? cannot tell', 'too few items'],
    ['the same figure', { verdict: 'cannot-tell', change: 0 }, '= same figure', ''],
    ['what is better', { verdict: 'better', change: 0.2 }, '▲ better', ''],
  ])('says %s', (_name, own, verdict, told) => {
    const row = rowOf({ metric: { ...CHANGE, ...own }, paired: 10 })
    expect(row.verdict && verdictText(row.verdict)).toBe(verdict)
    expect(row.told).toBe(told)
  })

  test('has the names, the scale and the digits that the suite gives', () => {
    const presentation: ScoresDocument['presentation'] = {
      support: {
        roles: [],
        tasks: [],
        about: { title: 'Support 2', question: 'Does it help?', good: 'Lower is better.' },
        headline: { key: 'score', label: 'waiting', unit: 'minutes', range: [-5, 100], digits: 1 },
      },
    }
    const suites = { support: madeScores({ metrics: { score: { value: 0.8, n: 10, ci95: null, better: 'lower' } } }) }
    expect(suiteRows(madeDocument({ presentation, suites }))[0]).toMatchObject({
      title: 'Support 2',
      question: 'Does it help?',
      label: 'waiting',
      scale: '-5–100',
      unit: 'minutes, lower is better',
      now: '0.8',
    })
  })
})

test('suites stand by name, whatever order they ended in', () => {
  const suites = { refutebench: madeScores(), 'fb-bench': madeScores(), llmbar: madeScores() }
  expect(suiteRows(madeDocument({ suites })).map(({ suite }) => suite)).toEqual(['fb-bench', 'llmbar', 'refutebench'])
})

test('what newly fails and is fixed is counted over the suites that are compared', () => {
  const suites = { a: madeScores(), b: madeScores(), c: madeScores() }
  const baseline = {
    ...against({}),
    suites: { a: { newlyFailing: 3, fixed: 1 }, b: { newlyFailing: 2, fixed: 0 }, c: { incomparable: 'other data' } },
  }
  expect(flipCounts(suiteRows(madeDocument({ suites, baseline: baseline as never })))).toEqual({ newlyFailing: 5, fixed: 1 })
  expect(flipCounts(suiteRows(madeDocument()))).toBeUndefined()
})
