import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../format/records.ts'
import { exactInterval } from '../wilson.ts'
import { userRates } from './controlRates.ts'

const record = (item: string, scores: ItemRecord['scores'], more: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'one',
  trial: 0,
  status: 'passed',
  tags: {},
  scores,
  ...more,
})
const moves = (right: number, wrong: number) => ({
  ...(right > 0 && { 'user_right.keeps': right }),
  ...(wrong > 0 && { 'user_wrong.keeps': wrong }),
})
const close = (interval: readonly number[]) => interval.map((end) => expect.closeTo(end, 6))

describe('rates of a simulated user', () => {
  test('are shares of moves, not means of items', () => {
    const rates = userRates([record('a', { ...moves(4, 0), total: 0.5 }), record('b', moves(0, 1))])
    expect(rates['user.keeps']).toMatchObject({ value: 0.8, n: 5 })
    expect(Object.keys(rates)).toEqual(['user.keeps'])
  })

  test('vary as profiles do: moves of one profile are no independent ones', () => {
    // All five moves of a profile alike: as much as one move of each tells.
    const tenOf = (size: number) => Array.from({ length: 10 }, (_, at) => record(`${at}`, at < 7 ? moves(size, 0) : moves(0, size)))
    const five = userRates(tenOf(5))['user.keeps']
    expect(five).toMatchObject({ value: 0.7, n: 50 })
    // Student's quantile of nine degrees of freedom is 2.262157, the normal one 1.959964.
    expect(five?.ci95).toEqual(close([exactInterval(0.7, 9)[0], exactInterval(0.7, 9)[1]]))
    expect(five?.ci95).toEqual(close(userRates(tenOf(1))['user.keeps']?.ci95 ?? []))
  })

  test('have as many observations as profiles where no move is wrong', () => {
    const rates = userRates(Array.from({ length: 20 }, (_, at) => record(`${at}`, moves(7, 0))))
    expect(rates['user.keeps']?.ci95).toEqual(close(exactInterval(1, 20)))
  })

  test('take the clusters that items declare', () => {
    const items = Array.from({ length: 12 }, (_, at) =>
      record(`${at}`, at % 6 < 3 ? moves(1, 0) : moves(0, 1), { clusters: { persona: `${Math.floor(at / 3)}` } }),
    )
    const clustered = userRates(items)['user.keeps']?.ci95
    expect(clustered).toEqual(close(exactInterval(0.5, 3)))
  })

  test('count trials of an item once, also where one of them has no such move', () => {
    const thrice = [moves(1, 0), moves(1, 0), moves(0, 1)].map((scores, trial) => record('a', scores, { trial }))
    expect(userRates(thrice)['user.keeps']).toMatchObject({ value: expect.closeTo(2 / 3, 12), n: 1 })
  })

  test('leave out items without a score', () => {
    expect(userRates([record('a', moves(1, 0)), record('b', moves(0, 5), { status: 'unscored' })])['user.keeps']).toMatchObject({
      value: 1,
      n: 1,
    })
  })
})

describe('situations without a usable move', () => {
  test('are a share of all situations, 0 where there is none', () => {
    const asked = (unusable: number) => ({ user_situations: 7, ...(unusable > 0 && { user_unusable: unusable }) })
    expect(userRates([record('a', asked(0)), record('b', asked(3))])['user.unusable']).toMatchObject({ value: 3 / 14, n: 14 })
    expect(userRates([record('a', asked(0))])['user.unusable']).toMatchObject({ value: 0, n: 7 })
    expect(userRates([record('a', asked(7))])['user.unusable']).toMatchObject({ value: 1, n: 7 })
  })

  test('are no metric of records that do not say how many situations there were', () =>
    expect(userRates([record('a', { user_unusable: 1, ...moves(1, 0) })])).not.toHaveProperty('user.unusable'))
})
