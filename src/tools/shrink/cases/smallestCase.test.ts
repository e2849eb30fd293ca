import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import type { CasePart, CasePartKind, CaseSizes } from '../../../core/format/casePart.ts'
import { EndedEarly } from './caseCalls.ts'
import { type CaseOutcome, leastOf, smallestCase, wholeSizes } from './smallestCase.ts'

/** A planted fault, tried as the machinery does: each case once, counted. */
function planted(fails: (sizes: CaseSizes) => boolean, most = Number.POSITIVE_INFINITY) {
  const known = new Map<string, CaseOutcome>()
  return {
    tried: () => known.size,
    test: async (sizes: CaseSizes): Promise<CaseOutcome> => {
      const key = JSON.stringify(Object.entries(sizes).sort())
      const before = known.get(key)
      if (before) return before
      if (known.size >= most) throw new EndedEarly('budget')
      const outcome = fails(sizes) ? 'fails' : 'passes'
      known.set(key, outcome)
      return outcome
    },
  }
}

const part = (name: string, kind: CasePartKind = 'turn', size = 1, least?: number): CasePart => ({ name, kind, title: name, size, least })
const kept = (sizes: CaseSizes, kind = '') => Object.keys(sizes).filter((name) => name.startsWith(kind) && (sizes[name] ?? 0) > 0)

describe('the smallest case', () => {
  test('of a model that forgets after three distractors has any three of them, and the objection', async () => {
    const parts = [part('objection'), ...Array.from({ length: 12 }, (_, index) => part(`distractor-${index}`, 'distractor'))]
    const { test: tries, tried } = planted((sizes) => kept(sizes, 'distractor').length >= 3 && kept(sizes, 'objection').length === 1)
    const { sizes, needed, cutShort } = await smallestCase(parts, wholeSizes(parts), tries)
    expect(kept(sizes, 'distractor')).toHaveLength(3)
    expect(kept(sizes)).toHaveLength(4)
    expect([...needed].sort()).toEqual(kept(sizes).sort())
    expect(cutShort).toBe(false)
    expect(tried()).toBeLessThanOrEqual(20)
  })

  test('of a fault of one turn and one demand has these two', async () => {
    const turns = Array.from({ length: 8 }, (_, index) => part(`turn-${index}`))
    const parts = [...turns, ...Array.from({ length: 4 }, (_, index) => part(`demand-${index}`, 'demand'))]
    const { test: tries, tried } = planted((sizes) => sizes['turn-5'] === 1 && sizes['demand-2'] === 1)
    const { sizes } = await smallestCase(parts, wholeSizes(parts), tries)
    expect(kept(sizes)).toEqual(['turn-5', 'demand-2'])
    expect(tried()).toBeLessThanOrEqual(25)
  })

  test('of a fault beyond 9,000 tokens has 9,001', async () => {
    const parts = [part('context', 'context', 31_744, 200), part('list', 'list', 40, 1)]
    const { test: tries, tried } = planted((sizes) => (sizes.context ?? 0) > 9000)
    const { sizes } = await smallestCase(parts, wholeSizes(parts), tries)
    expect(sizes).toEqual({ context: 9001, list: 1 })
    expect(tried()).toBeLessThanOrEqual(25)
  })

  test('does not say that a part is needed without which nothing can be scored', async () => {
    const parts = [part('cause'), part('frame'), part('other')]
    const tries = async (sizes: CaseSizes): Promise<CaseOutcome> => (sizes.frame === 0 ? 'unknown' : sizes.cause === 1 ? 'fails' : 'passes')
    const { sizes, needed } = await smallestCase(parts, wholeSizes(parts), tries)
    expect([kept(sizes), needed]).toEqual([['cause', 'frame'], ['cause']])
  })

  test('is the whole where nothing can go', async () => {
    const parts = [part('one'), part('two')]
    const { test: tries } = planted((sizes) => kept(sizes).length === 2)
    expect(await smallestCase(parts, wholeSizes(parts), tries)).toEqual({
      sizes: { one: 1, two: 1 },
      needed: ['one', 'two'],
      cutShort: false,
    })
  })

  test('of an item without parts is the item', async () =>
    expect(await smallestCase([], {}, async () => 'fails')).toEqual({ sizes: {}, needed: [], cutShort: false }))

  test('is the best so far where the budget ends', async () => {
    const parts = Array.from({ length: 10 }, (_, index) => part(`turn-${index}`))
    const { test: tries } = planted((sizes) => sizes['turn-5'] === 1, 2)
    const { sizes, cutShort } = await smallestCase(parts, wholeSizes(parts), tries)
    expect(cutShort).toBe(true)
    expect(sizes['turn-5']).toBe(1)
    expect(kept(sizes).length).toBeLessThan(10)
  })
})

const somePart = fc.record({ distractor: fc.boolean(), size: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })), least: fc.nat(2) })
const someParts = fc
  .array(somePart, { maxLength: 8 })
  .map((all) =>
    all.map(({ distractor, size, least }, index) =>
      part(`part-${index}`, distractor ? 'distractor' : 'turn', size, size === 1 ? 0 : Math.min(least, size - 1)),
    ),
  )

/** No single part can go to its least, or be one smaller. */
function smallerNeighbours(parts: readonly CasePart[], sizes: CaseSizes): CaseSizes[] {
  return parts.flatMap((one) => {
    const size = sizes[one.name] ?? one.size
    const smaller = [leastOf(one), size - 1].filter((value) => value < size && value >= leastOf(one))
    return smaller.map((value) => ({ ...sizes, [one.name]: value }))
  })
}

test('whatever the fault, also one that comes and goes with what is kept: the result fails, and nothing single can go', async () => {
  await fc.assert(
    fc.asyncProperty(
      someParts,
      fc.array(fc.array(fc.nat(40), { maxLength: 8 }), { maxLength: 4 }),
      fc.nat(),
      fc.boolean(),
      async (parts, demands, salt, monotone) => {
        const whole = wholeSizes(parts)
        const isWhole = (sizes: CaseSizes) => parts.every(({ name }) => sizes[name] === whole[name])
        const atLeast = (sizes: CaseSizes) =>
          demands.some((least) => parts.every(({ name, size }, index) => (sizes[name] ?? 0) >= Math.min(size, least[index] ?? 0)))
        const byHash = (sizes: CaseSizes) =>
          parts.reduce((hash, { name }) => (Math.imul(hash ^ (sizes[name] ?? 0), 2654435761) >>> 7) ^ hash, salt) % 3 === 0
        const fails = (sizes: CaseSizes) => isWhole(sizes) || (monotone ? atLeast(sizes) : byHash(sizes))
        const { sizes, needed } = await smallestCase(parts, whole, planted(fails).test)
        expect(fails(sizes)).toBe(true)
        for (const smaller of smallerNeighbours(parts, sizes)) expect(fails(smaller)).toBe(false)
        expect([...needed].sort()).toEqual(
          parts
            .filter((one) => (sizes[one.name] ?? 0) > leastOf(one))
            .map(({ name }) => name)
            .sort(),
        )
      },
    ),
    propertyRuns(300, 5000),
  )
})
