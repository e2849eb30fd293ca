import { describe, expect, test } from 'vitest'
import { reasonOf } from './shrinkItem.ts'

const run = (lost: readonly string[], scored: readonly string[] = ['total', ...lost]) => ({ status: 'failed' as const, lost, scored })

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
