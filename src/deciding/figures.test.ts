import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import type { SuiteRules } from './suiteRules.ts'

const rules: SuiteRules = {
  name: 'demo',
  roles: ['candidate'],
  scoring: 1,
  summarize: () => ({ percent: { value: 60, n: 1, ci95: null }, rounds: { value: 3, n: 1, ci95: null } }),
  range: (key) => (key === 'percent' ? [0, 100] : key === 'rounds' ? [0, Number.POSITIVE_INFINITY] : undefined),
  isHeadline: () => true,
  lowerIsBetter: () => false,
}

test('the ranges are those of its metrics and of those that gates name, where both ends are known', () => {
  const bound = { min: 0 }
  const gates = { demo: { percent: bound, rounds: bound, pass_rate: bound, other: bound }, another: { percent: bound } }
  expect(figuresOf(rules, [], { gates, root: '/' }).ranges).toEqual({ percent: [0, 100], pass_rate: [0, 1] })
  expect(figuresOf(rules, [], { gates: undefined, root: '/' }).ranges).toEqual({ percent: [0, 100] })
})

test('a figure that may exceed its scale has the scale all the same, so that a bound off it is told', () => {
  const gates = { demo: { score: { min: 70 } } }
  const ranges = (range: SuiteRules['range']) => figuresOf({ ...rules, range }, [], { gates, root: '/' }).ranges
  expect(ranges(() => [0, 1, 'open'])).toMatchObject({ score: [0, 1] })
})

test('metrics have the names that the suite gives them, and those that every suite has their own', () => {
  const named = { ...rules, labelOf: (key: string) => (key === 'percent' ? 'answers that are right' : undefined) }
  const record = { suite: 'demo', item: 'a', task: 'T', trial: 0, status: 'passed', tags: {}, scores: {} } as const
  expect(figuresOf(named, [record], { gates: undefined, root: '/' }).labels).toEqual({
    percent: 'answers that are right',
    pass_rate: 'items passed',
    unscored_rate: 'items without a score',
    cut_rate: 'answers cut at their cap',
  })
})
