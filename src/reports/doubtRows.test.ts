import { describe, expect, test } from 'vitest'
import type { Metrics, Presentation, SuiteScores } from '../core/format/scoresDocument.ts'
import { doubtRows } from './doubtRows.ts'

const figure = (value: number, ci95: [number, number] | null = null) => ({ value, n: 10, ci95 })
const scores = (metrics: SuiteScores['metrics']): SuiteScores => ({
  items: 10,
  passed: 5,
  failed: 5,
  unscored: 0,
  error: 0,
  skipped: 0,
  metrics,
})
const presentation: Presentation = { roles: [], tasks: [] }
const METRICS: Metrics = {
  score: { ...figure(0.5), label: 'mean score', range: [0, 1] },
  'sure.score': figure(0.625, [0.25, 0.875]),
  pass_rate: figure(0.5),
}
const run = (doubtful: number, labelled: number) => ({ doubt: 0.5, doubtful: { demo: { judged: 130, doubtful, labelled } } })

describe('the line about doubtful verdicts', () => {
  test.each([
    [12, 0, '12 of 130 verdicts are doubtful and left to people: npx holdfast annotate latest --by doubtful.'],
    [12, 5, '12 of 130 verdicts are doubtful and left to people: npx holdfast annotate latest --by doubtful. People labelled 5.'],
    [12, 12, '12 of 130 verdicts are doubtful, and people labelled all of them.'],
    [1, 0, '1 of 130 verdicts is doubtful and left to people: npx holdfast annotate latest --by doubtful.'],
    [1, 1, '1 of 130 verdicts is doubtful, and people labelled it.'],
    [0, 0, 'None of 130 verdicts is doubtful.'],
  ])('of %i, %i of them labelled', (doubtful, labelled, said) => {
    expect(doubtRows('demo', scores(METRICS), presentation, run(doubtful, labelled))?.said).toBe(said)
  })

  test('says what to set where the judge showed no doubt', () => {
    const asked = doubtRows('demo', scores(METRICS), presentation, { doubt: 0.5, called: { demo: ['candidate', 'judge'] } })
    expect(asked).toMatchObject({ said: expect.stringContaining('Set HOLDFAST_VOTES to 3'), rows: [] })
  })

  test('is not there for a suite that no judge decides, nor where the setting is off', () => {
    expect(doubtRows('demo', scores(METRICS), presentation, { doubt: 0.5, called: { demo: ['candidate'] } })).toBeUndefined()
    expect(doubtRows('demo', scores(METRICS), presentation, { called: { demo: ['judge'] } })).toBeUndefined()
  })
})

describe('the table', () => {
  test('has the figure of sure verdicts beside the judge’s, where there is one', () => {
    expect(doubtRows('demo', scores(METRICS), presentation, run(3, 0))?.rows).toEqual([
      ['metric', 'judge', 'sure verdicts', '95 % interval'],
      ['mean score', '0.500', '0.625', '0.250 to 0.875'],
    ])
  })

  test('has what people make of it, once they have labelled all', () => {
    const metrics = { ...METRICS, 'with_people.score': figure(0.55, [0.3, 0.8]) }
    expect(doubtRows('demo', scores(metrics), presentation, run(3, 3))?.rows).toEqual([
      ['metric', 'judge', 'sure verdicts', '95 % interval', 'with people', '95 % interval'],
      ['mean score', '0.500', '0.625', '0.250 to 0.875', '0.550', '0.300 to 0.800'],
    ])
  })

  test('is left out where nothing is left to people', () => {
    expect(doubtRows('demo', scores(METRICS), presentation, run(0, 0))?.rows).toEqual([])
  })
})
