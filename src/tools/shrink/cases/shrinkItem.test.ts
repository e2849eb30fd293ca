import { describe, expect, test } from 'vitest'
import { reasonOf } from './shrinkItem.ts'

/** A run that lost these points: as much of each, or so much. */
const run = (lost: readonly string[] | Record<string, number>, scored: readonly string[] = ['total', ...Object.keys(lost)]) => ({
  status: 'failed' as const,
  lost: Array.isArray(lost) ? Object.fromEntries(lost.map((point) => [point, 0.25])) : (lost as Record<string, number>),
  scored,
})

describe('a case fails for the reason of its item', () => {
  test('where it loses a point that all runs of the item lost', () => {
    const isMeant = reasonOf([run(['format', 'key']), run(['key', 'length'])])
    expect([['key'], ['format'], ['length'], ['other', 'key'], []].map((lost) => isMeant(run(lost)))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })

  test('where the runs share none: where it loses any of theirs', () => {
    const isMeant = reasonOf([run(['format']), run(['key'])])
    expect([['key'], ['format'], ['other']].map((lost) => isMeant(run(lost)))).toEqual([true, true, false])
  })

  test('where it loses the point that they lost most, and not where it loses a lesser one alone', () => {
    const isMeant = reasonOf([run({ format: 0.25, element: 0.5 }), run({ element: 0.125, format: 0.25 })])
    expect([['element'], ['format'], ['format', 'element']].map((lost) => isMeant(run(lost)))).toEqual([true, false, true])
  })

  test('whatever it loses, where the item tells of no points', () => expect(reasonOf([run([])])(run(['key']))).toBe(true))

  test('where its point has another number, since it has fewer of what is counted', () => {
    const whole = run(['R(c3,r0)'], ['total', 'R(c3,r0)', 'R(c2,r0)'])
    const isMeant = reasonOf([whole])
    expect(isMeant(run(['R(c2,r0)'], ['total', 'R(c2,r0)']))).toBe(true)
    expect(isMeant(run(['R(q,a0)'], ['total', 'R(q,a0)']))).toBe(false)
    // It has the point, and has not lost it.
    expect(isMeant(run(['R(c2,r0)'], ['total', 'R(c3,r0)', 'R(c2,r0)']))).toBe(false)
  })

  test('and not where a number tells two points apart that have no scores', () =>
    expect(reasonOf([run(['demand 1'], ['total'])])(run(['demand 2'], ['total']))).toBe(false))
})
