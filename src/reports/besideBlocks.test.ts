import { describe, expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../test/madeDocument.ts'
import type { Metrics, ScoresDocument } from '../core/format/scoresDocument.ts'
import { markdownBlocks } from './blocks/markdownBlocks.ts'
import { besideBlocks } from './suiteBlocks.ts'

const figure = (value: number, ci95: [number, number] | null = null) => ({ value, n: 10, ci95 })
const METRICS: Metrics = {
  score: { ...figure(0.5), label: 'mean score', range: [0, 1] },
  'sure.score': figure(0.625, [0.25, 0.875]),
  pass_rate: figure(0.5),
}
/** What is said of the suite, and the table below it. */
const told = (metrics: Metrics, run: Partial<ScoresDocument['run']>) => {
  const [said, , ...table] = markdownBlocks(besideBlocks('demo', madeDocument({ run, suites: { demo: madeScores({ metrics }) } })).flat())
  return { said, table }
}
const run = (doubtful: number, labelled: number) => ({ doubt: 0.5, doubtful: { demo: { judged: 130, doubtful, labelled } } })

describe('the line about doubtful verdicts', () => {
  test.each([
    [12, 0, '12 of 130 verdicts are doubtful and left to people: npx holdfast judge label latest --by doubtful.'],
    [12, 5, '12 of 130 verdicts are doubtful and left to people: npx holdfast judge label latest --by doubtful. People labelled 5.'],
    [12, 12, '12 of 130 verdicts are doubtful, and people labelled all of them.'],
    [1, 0, '1 of 130 verdicts is doubtful and left to people: npx holdfast judge label latest --by doubtful.'],
    [1, 1, '1 of 130 verdicts is doubtful, and people labelled it.'],
    [0, 0, 'None of 130 verdicts is doubtful.'],
  ])('of %i, %i of them labelled', (doubtful, labelled, said) => expect(told(METRICS, run(doubtful, labelled)).said).toBe(said))

  test('says what to set where the judge showed no doubt', () => {
    const asked = told(METRICS, { doubt: 0.5, called: { demo: ['candidate', 'judge'] } })
    expect(asked).toEqual({ said: expect.stringContaining('Set HOLDFAST\\_VOTES to 3'), table: [] })
  })

  test('is not there for a suite that no judge decides, nor where the setting is off', () => {
    expect(told(METRICS, { doubt: 0.5, called: { demo: ['candidate'] } }).said).toBeUndefined()
    expect(told(METRICS, { called: { demo: ['judge'] } }).said).toBeUndefined()
  })
})

describe('the table', () => {
  test('has the figure of sure verdicts beside the judge’s, where there is one', () => {
    expect(told(METRICS, run(3, 0)).table).toEqual([
      '| metric | judge | sure verdicts | 95 % interval |',
      expect.stringContaining('---'),
      '| mean score | 0.500 | 0.625 | 0.250 to 0.875 |',
    ])
  })

  test('has what people make of it, once they have labelled all', () => {
    const metrics = { ...METRICS, 'with_people.score': figure(0.55, [0.3, 0.8]) }
    expect(told(metrics, run(3, 3)).table).toEqual([
      '| metric | judge | sure verdicts | 95 % interval | with people | 95 % interval |',
      expect.stringContaining('---'),
      '| mean score | 0.500 | 0.625 | 0.250 to 0.875 | 0.550 | 0.300 to 0.800 |',
    ])
  })

  test('is left out where nothing is left to people', () => expect(told(METRICS, run(0, 0)).table).toEqual([]))
})

test('labels of other runs alone are no part of what a run shows', () => {
  const labels = (labelled: number) => ({ demo: { labelled, unlabelled: 0, incomplete: 0, withoutChance: 0, ofOthers: 20 } })
  expect(told(METRICS, { labels: labels(0) }).said).toBeUndefined()
  expect(told(METRICS, { labels: labels(3) }).said).toContain('Not counted: 20 labels of another text.')
})
