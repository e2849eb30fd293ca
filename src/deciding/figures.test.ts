import { expect, test } from 'vitest'
import { type FigureDescription, metric } from '../core/stats/summary/metric.ts'
import { figuresOf } from './figures.ts'
import { type SuiteRules, summaryRules } from './suiteRules.ts'

const rules = (figures: Readonly<Record<string, FigureDescription>>, value = 0.5): SuiteRules => ({
  name: 'demo',
  roles: ['candidate'],
  scoring: 1,
  ...summaryRules('demo', () =>
    Object.fromEntries(Object.entries(figures).map(([key, description]) => [key, metric(value, { n: 1, ...description })])),
  ),
})
const RECORD = { suite: 'demo', item: 'a', task: 'T', trial: 0, status: 'passed', tags: {}, scores: {} } as const
const NONE = { gates: undefined, root: '/' }

test('metrics say what they are, and one that says nothing goes by its key', () => {
  const { metrics } = figuresOf(
    rules({ right: { label: 'answers that are right', range: [0, 100], better: 'lower', group: 'g' }, bare: {} }),
    [RECORD],
    NONE,
  )
  expect(metrics).toEqual({
    right: { value: 0.5, n: 1, ci95: null, label: 'answers that are right', range: [0, 100], better: 'lower', group: 'g' },
    bare: { value: 0.5, n: 1, ci95: null, label: 'bare', range: [null, null], better: 'higher' },
  })
})

test('a suite is read first by the figure that says so, with or without a value', () => {
  const figures = { one: {}, two: { range: [0, 1], headline: { unit: 'share', digits: 3 } } } as const
  const headline = { key: 'two', label: 'two', range: [0, 1], unit: 'share', digits: 3 }
  expect(figuresOf(rules(figures), [RECORD], NONE)).toMatchObject({ headline })
  const without = figuresOf(rules(figures, Number.NaN), [RECORD], NONE)
  expect(without).toMatchObject({ headline, metrics: {} })
})

test.each([
  [{ one: {}, score: {} }, 'score'],
  [{ one: {}, two: {} }, 'one'],
  [{}, 'pass_rate'],
])('else by score, by the first of its own, or by what passed: %j', (figures, first) => {
  const found = figuresOf(rules(figures), [RECORD], NONE)
  expect(found.headline.key).toBe(first)
  // A scale is what the suite says of it, never what values lie in.
  expect(found.headline.range).toEqual(first === 'pass_rate' ? [0, 1] : undefined)
})
