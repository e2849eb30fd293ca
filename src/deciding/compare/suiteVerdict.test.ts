import { expect, test } from 'vitest'
import { metricComparison } from '../../../test/metricComparison.ts'
import { suiteComparison } from '../../../test/suiteComparison.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { shownVerdict, suiteVerdict, verdictLine } from './suiteVerdict.ts'

const metric = (key: string, change: number, verdict: MetricComparison['verdict']) => metricComparison({ key, change, verdict })
const comparison = (suite: string, first: string | undefined, metrics: readonly MetricComparison[]) =>
  suiteComparison(suite, metrics, { first })

test.each([
  ['a change of 0 that cannot be told from 0', 0, 'cannot-tell', 'same-figure'],
  ['a change that cannot be told from 0', -0.1, 'cannot-tell', 'cannot-tell'],
  ['a fall', -0.1, 'worse', 'worse'],
  ['a rise', 0.1, 'better', 'better'],
] as const)('shownVerdict: %s', (_what, change, verdict, shown) => expect(shownVerdict({ change, verdict })).toBe(shown))

test('a suite is judged by the metric it is read by first, not by how many of the others fell', () => {
  const others = ['b', 'c', 'd'].map((key) => metric(key, -0.2, 'worse'))
  const found = suiteVerdict(comparison('own', 'score', [...others, metric('score', 0.3, 'better')]))
  expect(found).toMatchObject({ suite: 'own', verdict: 'better', metric: { key: 'score' }, newlyFailing: 3, fixed: 1 })
})

test('where that metric has no value, no other decides in its place', () =>
  expect(suiteVerdict(comparison('own', 'score', [metric('b', -0.2, 'worse')]))).toMatchObject({
    verdict: 'cannot-tell',
    metric: undefined,
  }))

test('nothing compared is nothing told', () =>
  expect(suiteVerdict(comparison('own', undefined, []))).toMatchObject({ verdict: 'cannot-tell', metric: undefined }))

test('one line names the suites by verdict, what fell first', () => {
  const verdicts = [
    suiteVerdict(comparison('fb-bench', 'x', [metric('x', -0.1, 'worse')])),
    suiteVerdict(comparison('kieval', 'x', [metric('x', -0.1, 'cannot-tell')])),
    suiteVerdict(comparison('lifbench', 'x', [metric('x', -0.2, 'worse')])),
    suiteVerdict(comparison('llmbar', 'x', [metric('x', 0, 'cannot-tell')])),
    suiteVerdict(comparison('own', 'x', [metric('x', 0.2, 'better')])),
  ]
  expect(verdictLine(verdicts)).toBe(
    'worse in fb-bench, lifbench; better in own; cannot tell in kieval; same figure in llmbar (by chance 5 % a suite, 23 % over all 5)',
  )
  // Nothing is told apart, or one suite alone is.
  expect(verdictLine(verdicts.slice(1, 2).concat(verdicts.slice(3, 4)))).toBe('cannot tell in kieval; same figure in llmbar')
  expect(verdictLine(verdicts.slice(0, 1))).toBe('worse in fb-bench')
})
