import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Selectable, selectItems } from './selectItems.ts'

const items = fc
  .array(fc.record({ task: fc.constantFrom('A', 'B', 'C'), stratum: fc.constantFrom('', 'x', 'y', 'z') }), { maxLength: 60 })
  .map((entries) => entries.map((entry, index) => ({ ...entry, id: `item-${index}` })))
const limit = fc.integer({ min: 1, max: 30 })
const seed = fc.nat({ max: 1000 })

const countBy = (entries: readonly Selectable[], key: 'task' | 'stratum') => {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(entry[key], (counts.get(entry[key]) ?? 0) + 1)
  return counts
}

describe('a limited run', () => {
  test('takes the limit of every task, or all of it where there are fewer', () => {
    fc.assert(
      fc.property(items, limit, seed, (all, most, number) => {
        const chosen = countBy(selectItems(all, most, number), 'task')
        for (const [task, count] of countBy(all, 'task')) expect(chosen.get(task)).toBe(Math.min(count, most))
      }),
    )
  })

  test('keeps the order of the items', () => {
    fc.assert(
      fc.property(items, limit, seed, (all, most, number) => {
        const positions = selectItems(all, most, number).map((entry) => all.indexOf(entry))
        expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other))
      }),
    )
  })

  test('of k items holds every item of one of fewer', () => {
    fc.assert(
      fc.property(items, limit, seed, (all, most, number) => {
        const more = new Set(selectItems(all, most + 1, number))
        expect(selectItems(all, most, number).every((entry) => more.has(entry))).toBe(true)
      }),
    )
  })

  test('takes from all strata of a task in turn', () => {
    fc.assert(
      fc.property(items, limit, seed, (all, most, number) => {
        const own = all.filter(({ task }) => task === 'A')
        const taken = countBy(selectItems(own, most, number), 'stratum')
        const counts = [...countBy(own, 'stratum')].map(([name, size]) => ({ taken: taken.get(name) ?? 0, size }))
        const largest = Math.max(0, ...counts.map((entry) => entry.taken))
        // A stratum is behind another by more than one only when it is used up.
        for (const entry of counts) expect(entry.taken >= largest - 1 || entry.taken === entry.size).toBe(true)
      }),
    )
  })

  test('takes the same items whatever the order they are given in', () => {
    const shuffled = items.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, limit, seed, ([all, others], most, number) => {
        const ids = (entries: readonly Selectable[]) => entries.map(({ id }) => id).sort()
        expect(ids(selectItems(others, most, number))).toEqual(ids(selectItems(all, most, number)))
      }),
    )
  })

  test('takes other items with another seed', () => {
    const all = Array.from({ length: 100 }, (_, index) => ({ id: `item-${index}`, task: 'A', stratum: '' }))
    expect(selectItems(all, 10, 1)).not.toEqual(selectItems(all, 10, 2))
  })
})

test('without a limit all items are taken', () => {
  const all = [{ id: 'a', task: 'A', stratum: '' }]
  expect(selectItems(all, undefined, 0)).toEqual(all)
})
