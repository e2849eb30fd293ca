import { expect, test } from 'vitest'
import type { Metric, SuiteScores } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { scoreLines } from './scoreTable.ts'

const META: SuitePlan = {
  suite: 'demo',
  roles: ['candidate'],
  items: 4,
  trials: 1,
  data: { source: 'demo', sha256: '0', items: 4 },
  tasks: [{ task: 'one', title: 'one', items: 4 }],
  notes: [],
  options: {},
  scoring: 1,
  display: {
    headline: { key: 'kept', label: 'kept' },
    beside: [
      { key: 'taken', label: 'taken' },
      { key: 'absent', label: 'absent' },
    ],
    taskKeys: { one: 'one.kept' },
    rows: [],
  },
}

const SCORES: SuiteScores = {
  items: 4,
  passed: 3,
  failed: 1,
  unscored: 0,
  error: 0,
  skipped: 0,
  metrics: {
    'one.kept': { value: 0.5, n: 4, ci95: null },
    taken: { value: 0.75, n: 4, ci95: [0.5, 1] },
    kept: { value: 0.5, n: 4, ci95: null },
  },
}

test('metrics beside the headline stand above it, those without data are left out', () => {
  const lines = scoreLines(META, SCORES, [{ task: 'one', scored: 4, passed: 3 }], 80)
  expect(lines.filter(Boolean)).toEqual([
    ' score  value   95 % interval  items  passed',
    ' one    0.500                      4       3',
    ' taken  0.750  0.500 to 1.000',
    ' kept   0.500                      4       3',
  ])
})

test('metrics are named in words where they have some', () => {
  const { kept, taken, ...others } = SCORES.metrics as Record<'kept' | 'taken', Metric>
  const metrics = {
    ...others,
    taken: { ...taken, label: 'points taken' },
    kept: { ...kept, label: 'points kept at the end of everything that was said' },
  }
  const lines = scoreLines(META, { ...SCORES, metrics }, [{ task: 'one', scored: 4, passed: 3 }], 60)
  expect(lines.filter(Boolean).slice(2)).toEqual([
    ' points taken        0.750  0.500 to 1.000',
    ' points kept at the  0.500                      4       3',
    ' end of everything',
    ' that was said',
  ])
})
