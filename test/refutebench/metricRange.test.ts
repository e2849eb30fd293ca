import { expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { refutebenchRange } from '../../suites/refutebench/metricRange.ts'
import { summarizeRefutebench } from '../../suites/refutebench/summary.ts'

// Ratings go from 1 to 5, so differences between two means of them from -4 to 4; shares from 0 to 1.
test.each([
  ['transient.mt.satisfaction', [1, 5]],
  ['transient.writing.curve.refutation.2', [1, 5]],
  ['transient.writing.curve.task.0', [1, 5]],
  ['persistent.summarization.c3', [1, 5]],
  ['persistent.mt.c0_again', [1, 5]],
  ['style.calm.satisfaction', [1, 5]],
  ['level.hard.turn3', [1, 5]],
  ['level.plain.drift', [-4, 4]],
  ['transient.mt.forgetting', [-4, 4]],
  ['persistent.forgetting', [-4, 4]],
  ['transient.mt.drift', [-4, 4]],
  ['transient.mt.forgetting_valid', [-4, 4]],
  ['persistent.mt.forgetting_valid', [-4, 4]],
  ['transient.mt.forgetting_paired', [-4, 4]],
  ['transient.mt.drift_paired', [-4, 4]],
  ['transient.satisfied', [0, 1]],
  ['persistent.mt.retained_given_satisfied.c3', [0, 1]],
  ['persistent.mt.distance', [0, Number.POSITIVE_INFINITY]],
  ['refuter.words', [0, Number.POSITIVE_INFINITY]],
  ['refuter.in_style', [0, 1]],
  ['transient.mt.flagged', [0, 1]],
  ['persistent.writing.flagged', [0, 1]],
  ['transient.mt.unchanged', [0, 1]],
  ['focus.word usage', [0, 1]],
  ['transient.mt.length_ratio', [0, Number.POSITIVE_INFINITY]],
])('%s can be from one to the other of %j', (key, ends) => {
  expect(refutebenchRange(key)).toEqual(ends)
})

test('every metric is within what it can be, for the best, the worst and the most contrary ratings', () => {
  const worst = { 'R(a1,r0)': 1, 'R(a2,r1)': 1, 'R(a3,r2)': 1, 'R(a2,r0)': 1, 'R(a3,r0)': 1 }
  const persistent = { 'R(c0,r0)': 5, 'R(c1,r0)': 5, 'R(c2,r0)': 1, 'R(c3,r0)': 1, 'R(c0-again,r0)': 1 }
  const quality = { 'R(q,a0)': 5, 'R(q,a1)': 5, 'R(q,a2)': 1, 'R(q,a3)': 1 }
  const drift = { unchanged: 1, length_ratio: 40, valid: 0 }
  const all: [string, Record<string, number>][] = [
    ['transient/mt', { ...worst, ...quality, ...drift }],
    ['transient/mt', { ...worst, 'R(a3,r0)': 5, ...quality, 'R(q,a0)': 1, 'R(q,a3)': 5, unchanged: 0, length_ratio: 0, valid: 1 }],
    ['persistent/mt', { ...persistent, valid: 0 }],
    ['persistent/mt', { ...persistent, 'R(c0,r0)': 1, 'R(c3,r0)': 5, valid: 1 }],
  ]
  const tags = (at: number) => ({
    focus: ['style'],
    clarity: 'vague',
    abstraction: 'abstract',
    emotion: at % 2 === 0 ? 'calm' : 'emotional',
  })
  const records = all.map(([task, scores], at): ItemRecord => {
    return { suite: 'refutebench', item: `${task}/${at}`, task, trial: 0, status: 'failed', tags: tags(at), scores }
  })
  const keys = new Set<string>()
  // Each alone, each task, and all together.
  for (const some of [...records.map((record) => [record]), records.slice(0, 2), records.slice(2), records]) {
    for (const [key, { value }] of Object.entries(summarizeRefutebench(some))) {
      if (Number.isNaN(value)) continue
      keys.add(key)
      const [low, high] = refutebenchRange(key)
      expect(value, key).toBeGreaterThanOrEqual(low)
      expect(value, key).toBeLessThanOrEqual(high)
    }
  }
  expect(
    [...keys].filter((key) => /flagged|forgetting_valid|style\.|focus\.|unchanged|length_ratio|c0_again/.test(key)).length,
  ).toBeGreaterThan(8)
})
