import { expect, test } from 'vitest'
import type { ItemRecord } from '../../../core/format/records.ts'
import { itemRows } from './itemHealth.ts'

const record = (item: string, status: ItemRecord['status'], total?: number, trial = 0): ItemRecord => ({
  ...{ suite: 's', item, task: 'math', trial, status, tags: {} },
  scores: total === undefined ? {} : { total },
})

test('an item has the mean of its trials, null without a score, and nothing where it has no record or was left out', () => {
  const runs = [
    [record('b', 'passed', 1), record('b', 'failed', 0.5, 1), record('b', 'unscored', undefined, 2)],
    [record('b', 'error')],
    [record('a', 'failed', 0.25), record('b', 'skipped')],
  ]
  expect(itemRows(runs)).toEqual([
    { item: 'a', task: 'math', scores: [undefined, undefined, 0.25], solved: [false, false, false] },
    // One of two scored trials passed: not more than half.
    { item: 'b', task: 'math', scores: [0.75, null, undefined], solved: [false, false, false] },
  ])
})
