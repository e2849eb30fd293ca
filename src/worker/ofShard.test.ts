import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofShard } from './ofShard.ts'

const items = (...prefixes: readonly string[]) => prefixes.map((prefix, index) => ({ id: `${index}`, prefix, item: index }))
const part = (all: ReturnType<typeof items>, index: number, count: number, tokens?: (item: number) => { total: number }) =>
  ofShard<number, (typeof all)[number]>('demo', all, { index, count }, tokens)

describe('the shards of a run', () => {
  test('have every item once, in order, with those of one prefix together', () => {
    const prefixes = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { minLength: 30, maxLength: 60 })
    fc.assert(
      fc.property(prefixes, fc.integer({ min: 1, max: 4 }), (drawn, count) => {
        // Four prefixes at least, so that no shard is empty.
        const all = items('a', 'b', 'c', 'd', ...drawn)
        const parts = Array.from({ length: count }, (_, index) => part(all, index + 1, count))
        expect(
          parts
            .flat()
            .map(({ id }) => Number(id))
            .sort((one, other) => one - other),
        ).toEqual(all.map((_, index) => index))
        for (const own of parts) expect(own.map(({ item }) => item)).toEqual(own.map(({ item }) => item).sort((one, other) => one - other))
        for (const prefix of 'abcde') expect(parts.filter((own) => own.some((entry) => entry.prefix === prefix)).length).toBeLessThan(2)
      }),
    )
  })

  test('weigh about the same: no two differ by more than the heaviest part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 8, maxLength: 80 }),
        fc.integer({ min: 2, max: 8 }),
        (weights, count) => {
          const all = items(...weights.map((_, index) => `p${index}`))
          const tokens = (item: number) => ({ total: weights[item] ?? 0 })
          const loads = Array.from({ length: count }, (_, index) =>
            part(all, index + 1, count, tokens).reduce((sum, { item }) => sum + (weights[item] ?? 0), 0),
          )
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...weights))
        },
      ),
    )
  })

  test('are refused where one would be empty', () => {
    const all = items('a', 'a', 'b')
    expect([part(all, 1, 3), part(all, 2, 3)].map((own) => own.length)).toEqual([2, 1])
    expect(() => part(all, 3, 3)).toThrow('Failed to run shard 3/3 of demo: its items make no more than 2 parts')
  })
})
