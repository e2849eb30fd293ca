import { describe, expect, test } from 'vitest'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import { SuitePlans } from './suitePlans.ts'

const WORDS = { file: 'words.eval.ts', project: '' }

/** Part of a suite with two tasks: so many items of each. */
function part(index: number, [long, short]: readonly [number, number], more: Partial<SuitePlan> = {}): SuitePlan {
  return {
    suite: 'words',
    roles: ['candidate'],
    items: long + short,
    trials: 1,
    shard: { index, count: 3 },
    data: { source: 'own', sha256: 'a', items: 10 },
    tasks: [
      { task: 'long', title: 'Long', items: long },
      { task: 'short', title: 'Short', items: short },
    ],
    headline: { key: 'score', label: 'score', digits: 3 },
    notes: [],
    options: {},
    scoring: 1,
    ...more,
  }
}

describe('parts of one run', () => {
  test('are one suite, with the items of all', () => {
    const plans = new SuitePlans()
    const tokens = { total: 10, distinct: 7 }
    expect([1, 2, 3].map((index) => plans.add(part(index, [index, 2], { calls: 4, tokens }), WORDS))).toEqual([false, true, true])
    expect(plans.all).toMatchObject([{ items: 12, tasks: [{ items: 6 }, { items: 6 }], calls: 12, tokens: { total: 30, distinct: 21 } }])
    expect([plans.size, plans.files, plans.missing()]).toEqual([1, ['words.eval.ts'], []])
  })

  test('that no blob told of are named', () => {
    const plans = new SuitePlans()
    plans.add(part(2, [1, 1]), WORDS)
    expect(plans.missing()).toEqual(['1/3 of words', '3/3 of words'])
  })

  test.each<[string, SuitePlan, string, string]>([
    ['twice', part(1, [1, 1]), 'words.eval.ts', 'Failed to merge words: shard 1/3 is there twice'],
    ['of another number of parts', part(2, [1, 1], { shard: { index: 2, count: 4 } }), 'words.eval.ts', 'shard 2/4 has other data'],
    ['with other options', part(2, [1, 1], { options: { hard: true } }), 'words.eval.ts', 'shard 2/3 has other data, options or trials'],
    ['of another file', part(2, [1, 1]), 'other.eval.ts', 'Failed to plan words: another file has a benchmark of that name'],
    ['whole', part(2, [1, 1], { shard: undefined }), 'words.eval.ts', 'words.eval.ts has two of that name, or two projects run it'],
  ])('%s: refused', (_, plan, file, message) => {
    const plans = new SuitePlans()
    plans.add(part(1, [1, 1]), WORDS)
    expect(() => plans.add(plan, { file, project: '' })).toThrow(message)
    expect(plans.all).toMatchObject([{ items: 2 }])
  })
})

test('a run that is not divided misses no part', () => {
  const plans = new SuitePlans()
  plans.add(part(1, [1, 1], { shard: undefined }), WORDS)
  expect(plans.missing()).toEqual([])
})
