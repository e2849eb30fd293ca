import { expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { metric } from '../../core/stats/summary/metric.ts'
import { type SuiteRules, summaryRules } from '../suiteRules.ts'
import { type ComparedMetrics, compareSuite, type RunRecords } from './suiteComparison.ts'

/** A suite of a user's own with three figures. */
function rules(isCompared: (key: string) => boolean = () => true): SuiteRules {
  const figure = (key: string, value: number, n: number) => metric(value, { n, ...(!isCompared(key) && { compared: false }) })
  return {
    name: 'own',
    roles: ['candidate'],
    scoring: 1,
    ...summaryRules('own', ({ records }) => {
      const mean = records.reduce((sum, { scores }) => sum + (scores.total ?? 0), 0) / records.length
      const n = records.length
      return { score: figure('score', mean, n), facts: figure('facts', mean / 2, n), brief: figure('brief', 1 - mean, n) }
    }),
  }
}

/** A run of twelve items of which the first so many got full marks. */
function runOf(good: number, gated: readonly string[] = []): RunRecords {
  const records = Array.from({ length: 12 }, (_, at): ItemRecord => {
    const right = at < good
    return {
      suite: 'own',
      item: `i${at}`,
      task: 'all',
      trial: 1,
      status: right ? 'passed' : 'failed',
      tags: {},
      scores: { total: right ? 1 : 0 },
    }
  })
  const gates = gated.map((name) => ({ ...gateParts(...(name.split(' ') as [string, string]), 'min 0.5'), value: 1, verdict: 'held' }))
  const run = { id: 'r', roles: {}, data: {}, options: {}, scoring: {} }
  return { records, document: { run, gates, suites: {} } as unknown as ScoresDocument }
}

const compared = (suite: SuiteRules, gated: readonly string[] = [], tested: ComparedMetrics = 'headline') =>
  compareSuite(suite, runOf(9), runOf(5, gated), tested).metrics.map(({ key }) => key)

test('every figure of its summary is compared where a suite does not choose', () =>
  expect(compared(rules())).toEqual(['score', 'facts', 'brief']))

test('what gates name is compared too, figures of every suite last', () => {
  const chosen = rules((key) => key === 'score')
  expect(compared(chosen)).toEqual(['score'])
  expect(compared(chosen, ['own pass_rate', 'own brief', 'other facts'])).toEqual(['score', 'brief', 'pass_rate'])
  expect(compared(rules(), ['own pass_rate'], 'all')).toEqual(['score', 'facts', 'brief', 'pass_rate'])
  expect(compared(chosen, ['own brief'], { metric: 'facts' })).toEqual(['facts'])
})

test('no comparison is blank: a suite that chooses nothing it has is compared by all of its own, else by what passed', () => {
  expect(compared(rules(() => false))).toEqual(['score', 'facts', 'brief'])
  expect(compared({ ...rules(), summarize: () => ({}) })).toEqual(['pass_rate'])
})

test('a figure that every suite has is the one of the whole run', () => {
  const [last] = compareSuite(rules(), runOf(9), runOf(5, ['own pass_rate']), 'headline').metrics.slice(-1)
  expect(last).toMatchObject({ key: 'pass_rate', a: 0.75, b: 5 / 12, n: 12 })
})

test.each([
  [
    'on a figure of a judge that does not judge',
    {},
    'headline',
    'The judge gavel gave the same verdict in 9 of 9 cases. The figure says nothing',
  ],
  ['on none where the one that decides stands', { stands: true }, 'headline', undefined],
  ['on none where the one asked for stands', { stands: true }, { metric: 'score' }, undefined],
  ['where another than the one asked for stands', { stands: true }, { metric: 'facts' }, expect.stringContaining('gavel')],
] as const)('a warning stands %s', (_, more, tested, warning) => {
  const own = rules()
  const suite = {
    ...own,
    summarize: (records: readonly ItemRecord[]) => {
      const { score, ...others } = own.summarize(records)
      return { score: { ...score, ...more }, ...others } as typeof others
    },
  }
  const { records, document } = runOf(5)
  const judgeSigns = [{ role: 'judge', model: 'gavel', sign: 'constant', n: 9, of: 9 }]
  const unread = { records, document: { ...document, suites: { own: { judgeSigns } } } as unknown as ScoresDocument }
  expect(compareSuite(suite, runOf(9), unread, tested).warning).toEqual(warning)
})
