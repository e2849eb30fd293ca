import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import type { Metric } from '../../core/format/scoresDocument.ts'
import { floorText } from './suiteRow.ts'

const said = (metric: Metric, more: object = {}) =>
  floorText('support', madeDocument({ suites: { support: madeScores({ metrics: { score: metric }, ...more }) } }))

test.each<[string, Metric, string | undefined]>([
  ['below it', { value: 0.52, n: 50, ci95: [0.4, 0.64], floor: 0.7 }, '0.520 is no better than 0.700, which is'],
  ['on it', { value: 0.7, n: 50, ci95: null, floor: 0.7 }, '0.700 is no better than 0.700, which is'],
  ['above it by chance', { value: 0.74, n: 50, ci95: [0.62, 0.84], floor: 0.71 }, '0.740 is not surely better than 0.710, which is'],
  ['surely above it', { value: 0.9, n: 50, ci95: [0.8, 0.95], floor: 0.71 }, undefined],
  ['without one', { value: 0.1, n: 50, ci95: [0.05, 0.2] }, undefined],
  [
    'worse where lower is better',
    { value: 0.5, n: 50, ci95: [0.2, 0.7], floor: 0.6, better: 'lower' },
    '0.500 is not surely better than 0.600, which is',
  ],
])('a headline %s', (_name, metric, text) => {
  const sentence = said(metric)
  expect(text === undefined ? sentence : sentence?.startsWith(text)).toBe(text === undefined ? undefined : true)
})

test('a figure beside it is told, since it has no floor', () => {
  const display = { taskKeys: {}, rows: [], beside: [{ key: 'content', label: 'right in content' }] }
  const document = madeDocument({
    suites: {
      support: madeScores({
        metrics: { score: { value: 0.52, n: 50, ci95: null, floor: 0.7 }, content: { value: 0.45, n: 50, ci95: null } },
      }),
    },
    presentation: { support: { roles: [], tasks: [], display } },
  })
  expect(floorText('support', document)).toMatch(/ on these items; right in content: 0\.450$/)
})

test('nothing is said of the figures of a judge that does not judge', () =>
  expect(
    said({ value: 0.1, n: 50, ci95: null, floor: 0.7 }, { judgeSigns: [{ role: 'judge', sign: 'copies', n: 9, of: 10 }] }),
  ).toBeUndefined())
