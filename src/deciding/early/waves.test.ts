import { expect, test } from 'vitest'
import { random } from '../../core/base/random.ts'
import { chanceOpen, nextWave, wavePrices } from './waves.ts'

const before = { distance: 0, spread: 12 }

test('a prefix is paid in full once in a wave, whatever was priced before', () => {
  const item = (prefix: string) => ({ prefix, shared: 10, own: 1 })
  const priceOf = wavePrices([[item('a'), item('a')], [item('b')], [item('')], [item('a')]], 0.1)
  // By hand: 11 + 2; 11; 11; 2 where the wave has read a, and 11 alone.
  const prices = [priceOf(0, 4), priceOf(0, 1), priceOf(3, 4), priceOf(1, 3), priceOf(2, 2)]
  for (const [at, price] of [37, 13, 11, 22, 0].entries()) expect(prices[at]).toBeCloseTo(price, 9)
})

test('of beginnings of one prefix what goes beyond those that were read is paid in full', () => {
  const item = (shared: number) => [{ prefix: 'a', shared, own: 1 }]
  const priceOf = wavePrices([item(10), item(30), item(20)], 0.1)
  // By hand: 11; 1 + 20 + 1; 3; and each by itself.
  const prices = [priceOf(0, 1), priceOf(0, 2), priceOf(0, 3), priceOf(1, 3), priceOf(2, 3)]
  for (const [at, price] of [11, 33, 36, 34, 21].entries()) expect(prices[at]).toBeCloseTo(price, 9)
})

test('where the cache outlives a wave no wave pays again for what one before it has read', () => {
  const item = (prefix: string, shared: number) => [{ prefix, shared, own: 1 }]
  const units = [item('a', 10), item('b', 10), item('a', 30), item('', 5), item('', 5)]
  const [kept, gone] = [wavePrices(units, 0.1, true), wavePrices(units, 0.1)]
  // By hand: a once, then b; 1 + 1 + 20 where a is read, 31 where it is not; what has no prefix is never held.
  const prices = [kept(0, 2), kept(2, 3), gone(2, 3), kept(3, 5)]
  for (const [at, price] of [22, 22, 31, 12].entries()) expect(prices[at]).toBeCloseTo(price, 9)
  for (const at of [1, 2, 3, 4]) expect(kept(0, at) + kept(at, 5)).toBeCloseTo(kept(0, 5), 9)
})

test('the chance to be open is that of a walk whose logarithm of winnings drifts by half of its variance', () => {
  const known = { distance: 3, spread: 1e-3 }
  const outlook = { seen: 0, needed: 2 / 0.05, distance: 0, before: known }
  for (const share of [0.3, 0.6]) {
    // By simulation: steps of a thousandth; what bets lose in advance is 1.2, a third of the logarithm.
    const needed = Math.log(2 / 0.05) + 1.2
    const variance = (9 * share) / (1 - share) / 1000
    let open = 0
    for (let seed = 0; seed < 1500; seed += 1) {
      const { int } = random('walk', seed, share)
      let at = 0
      let isOpen = true
      for (let step = 0; isOpen && step < 1000; step += 1) {
        at += variance / 2 + Math.sqrt(variance) * (int(0, 1) === 0 ? -1 : 1)
        isOpen = at < needed
      }
      open += Number(isOpen)
    }
    expect(Math.abs(chanceOpen({ ...outlook, share }) - open / 1500)).toBeLessThan(0.05)
  }
})

test('it falls with what was seen and won, and with the distance, and is none at the end', () => {
  const outlook = { seen: 0.1, share: 0.2, needed: 20, distance: 5, before }
  const chances = [0.1, 0.15, 0.2, 0.4, 0.8, 1].map((share) => chanceOpen({ ...outlook, share }))
  expect(chances[0]).toBe(1)
  expect(chances.at(-1)).toBe(0)
  for (const [at, chance] of chances.slice(1).entries()) expect(chance).toBeLessThanOrEqual(chances[at] as number)
  expect(chanceOpen({ ...outlook, needed: 4 })).toBeLessThan(chanceOpen(outlook))
  // What was lost must be won again.
  expect(chanceOpen({ ...outlook, needed: 400 })).toBeGreaterThan(chanceOpen(outlook))
  expect(chanceOpen({ ...outlook, needed: Number.POSITIVE_INFINITY })).toBeGreaterThan(0.75)
  expect(chanceOpen({ ...outlook, distance: 15 })).toBeLessThan(chanceOpen(outlook))
  expect(chanceOpen({ ...outlook, before: { distance: -10, spread: 5 } })).toBeGreaterThan(chanceOpen(outlook))
  // Decided, but for halves that differ.
  expect(chanceOpen({ ...outlook, needed: 1, share: 0.4 })).toBe(0.5)
})

test('a wave goes up to where the decision falls', () => {
  // Open with certainty up to 100 units, and decided by 110: nothing is to be looked at before.
  const openAfter = (units: number) => Number(units < 110)
  const priceOf = (from: number, to: number) => to - from
  // By hand: steps of 20, 23, 27, 32 and 37 units end at 20, 43, 70, 102 and 139. By batch it costs a half, and a wait 0.002 of 1000.
  expect(nextWave({ from: 0, units: 1000, openAfter, priceOf, share: 0.5 })).toEqual({ to: 139, isDirect: false, expected: 71.5 })
})
