import { describe, expect, test } from 'vitest'
import { rubricMessage } from '../../judging/rubric/message.ts'
import { lostPoints } from './failureGroups.ts'

const failed = (reason: string) => lostPoints({ status: 'failed', reason })

describe('points lost', () => {
  test('come from the message of a rubric, the largest first', () => {
    const points = [
      { name: 'format', weight: 1 },
      { name: 'correct', title: 'right element', weight: 3 },
    ]
    const grade = { points: { format: 0.5, correct: 0 }, total: 0.125 }
    const reason = rubricMessage('pass the rubric', { points }, grade, 1, { received: 'x', evidence: { correct: 'one position: too far' } })
    expect(failed(reason)).toEqual([
      { name: 'right element', share: 0.75, why: 'one position: too far' },
      { name: 'format', share: 0.125, why: '' },
    ])
  })

  test('may be all of them', () => expect(failed('Failed.\n  lost      all points')).toEqual([{ name: 'all points', share: 1, why: '' }]))

  test('have no share where the message has none', () =>
    expect(failed('Failed.\n  lost      R(a3,r0): rated 1 of 5: no')).toEqual([{ name: 'R(a3,r0)', share: null, why: 'rated 1 of 5: no' }]))

  test('keep the further lines of their evidence', () => {
    expect(failed('Failed.\n  lost      criteria 1 of 1 points: not met\n            names 7: does not match')).toEqual([
      { name: 'criteria', share: 1, why: 'names 7: does not match' },
    ])
  })

  test('join the lines of their evidence as sentences', () => {
    const reason = 'Failed.\n  lost      round 1: explains nothing.\n            accuracy 10\n            ended in round 2'
    expect(failed(reason)[0]?.why).toBe('explains nothing. accuracy 10; ended in round 2')
  })

  test('have the names that the suite gives them', () => {
    const reason = 'Failed.\n  lost      FA(f0): rated 1 of 5: no'
    expect(lostPoints({ status: 'failed', reason }, (point) => (point === 'FA(f0)' ? 'following the objection' : point))).toEqual([
      { name: 'following the objection', share: null, why: 'rated 1 of 5: no' },
    ])
  })

  test('are none of an item that passed', () => expect(lostPoints({ status: 'passed', reason: '  lost      all points' })).toEqual([]))

  test('are not told from a quoted answer', () => expect(failed('Failed.\n  received  "x⏎  lost      all points"')).toEqual([]))
})
