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

test('the ranges are those of the metrics that gates name, where both ends are known', () => {
  const bound = { min: 0 }
  const gates = { demo: { percent: bound, rounds: bound, pass_rate: bound, other: bound }, another: { percent: bound } }
  expect(figuresOf(rules, [], { gates, root: '/' }).ranges).toEqual({ percent: [0, 100], pass_rate: [0, 1] })
  expect(figuresOf(rules, [], { gates: undefined, root: '/' }).ranges).toBeUndefined()
})
