import { expect, test } from 'vitest'
import type { Metric } from '../core/format/scoresDocument.ts'
import { metricNotes } from './belowTable.ts'

const metric = (n: number, more: Partial<Metric> = {}): Metric => ({ value: 1, n, ci95: null, note: 'few', ...more }) as Metric

test('names metrics by their labels, those over most items first, and the rest by their number', () => {
  const metrics = { kept_after: metric(2, { label: 'kept after: the cut' }), kept: metric(9, { label: 'kept' }), bare: metric(1) }
  expect(metricNotes(metrics)).toEqual(['"kept", "kept after: the cut" and 1 more: few'])
  expect(metricNotes({ bare: metrics.bare })).toEqual(['"bare": few'])
})
