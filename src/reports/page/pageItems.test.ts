import { describe, expect, test } from 'vitest'
import { itemRecord } from '../../core/format/records.ts'
import { rubricMessage } from '../../judging/rubric/message.ts'
import { scoreRule } from './pageItems.ts'

const points = [{ name: 'right', weight: 1 }]
const message = (total: number, threshold: number) =>
  rubricMessage('pass the rubric', { points }, { points: { right: total }, total, passes: false }, threshold, {})
const record = (status: string, total: number | undefined, threshold: number | undefined, reason?: string) =>
  itemRecord.parse({
    suite: 's',
    item: 'i',
    task: 't',
    trial: 0,
    status,
    tags: {},
    scores: total === undefined ? {} : { total },
    threshold,
    reason,
  })

describe('what an item was decided by', () => {
  test.each([
    ['failed', 0.5, 1, message(0.5, 1), 'score 0.500, needs 1.000'],
    ['passed', 1, 0.7, undefined, 'score 1.000, needs 0.700'],
    ['failed', 0.99999, 1, message(0.99999, 1), 'score 0.99999, needs 1.00000'],
    ['passed', 0.010000000000000002, 0.01, undefined, 'score 0.010000000000000002, needs 0.010000000000000000'],
    ['failed', 1, 1, message(1, 1), 'score 1.000, made by points over their maximum'],
    ['failed', 0.75, 0.75, 'Failed to retain it: 1 of 5.', '1 check failed, every check must pass; mean 0.750'],
    ['failed', 0.5, 0.75, `${message(0, 1)}\n${message(0, 1)}`, '2 checks failed, every check must pass; mean 0.500'],
    ['passed', 0.5, undefined, undefined, 'score 0.500'],
    ['unscored', 0.5, 1, 'no reply', undefined],
    ['error', undefined, 1, undefined, undefined],
  ])('%s, %s of %s', (status, total, threshold, reason, expected) => {
    expect(scoreRule(record(status, total, threshold, reason), {})).toBe(expected)
  })

  test('is in the words of its suite where that has any', () => {
    expect(scoreRule(record('failed', 0.75, 0.75, 'Failed.'), { rule: () => 'each needs 4' })).toBe('each needs 4')
    expect(scoreRule(record('passed', 1, 1), { rule: () => undefined })).toBe('score 1.000, needs 1.000')
  })
})
