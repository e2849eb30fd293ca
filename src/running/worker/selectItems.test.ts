import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Recording } from '../../core/config/recording.ts'
import { ofShard, type Selectable, selectItems, takeChosen, takeRecorded } from './selectItems.ts'

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

const three = ['c', 'a', 'b'].map((id) => ({ id }))
const file = (more: object = {}) => ({
  schema: 'holdfast.items/1' as const,
  suite: 'demo',
  items: ['a', 'c'],
  path: '/project/kept.json',
  hash: 'f'.repeat(64),
  ...more,
})
const taken = (more: object = {}, suite = 'demo') => takeChosen(suite, three, 'aaaaaaaaaaaaaaaa', file(more)).map(({ id }) => id)

describe('a run with a file of items', () => {
  test('takes these, in their old order', () => expect(taken()).toEqual(['c', 'a']))
  test('takes all of a suite that the file is not about', () => expect(taken({}, 'other')).toEqual(['c', 'a', 'b']))
  test('takes them from the data they are of', () => expect(taken({ sha256: 'aaaaaaaaaaaaaaaa' })).toEqual(['c', 'a']))
  test('takes all without a file', () => expect(takeChosen('demo', three, 'aaa', undefined)).toBe(three))

  test('refuses other data', () => {
    expect(() => taken({ sha256: 'bbbbbbbbbbbbbbbb' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to take the items of /project/kept.json: they are of other data of demo (sha256 bbbbbbbbbbbb, now aaaaaaaaaaaa). Run with the data the file was made from, or make it again.]`,
    )
  })

  test('refuses ids that the suite does not have', () => {
    expect(() => taken({ items: ['a', 'x', 'y', 'z'] })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to take the items of /project/kept.json: demo has no item "x", nor 2 others of them. Mend the ids, or run with the data and options they are from.]`,
    )
  })
})

const prefixed = (...prefixes: readonly string[]) => prefixes.map((prefix, index) => ({ id: `${index}`, prefix, item: index }))
const part = (all: ReturnType<typeof prefixed>, index: number, count: number, tokens?: (item: number) => { total: number }) =>
  ofShard<number, (typeof all)[number]>('demo', all, { index, count }, tokens)

describe('the shards of a run', () => {
  const drawn = (most: number) =>
    fc
      .tuple(fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { minLength: 30, maxLength: 60 }), fc.integer({ min: 1, max: most }))
      .map(([prefixes, count]) => ({ all: prefixed(...prefixes), count }))
  const partsOf = ({ all, count }: { all: ReturnType<typeof prefixed>; count: number }) =>
    Array.from({ length: count }, (_, index) => part(all, index + 1, count))

  test('have every item once, in order, whether there are fewer parts than prefixes or more', () => {
    fc.assert(
      fc.property(drawn(30), (run) => {
        const parts = partsOf(run)
        const ids = parts.flat().map(({ id }) => Number(id))
        expect(ids.sort((one, other) => one - other)).toEqual(run.all.map((_, index) => index))
        for (const own of parts) expect(own.map(({ item }) => item)).toEqual(own.map(({ item }) => item).sort((one, other) => one - other))
      }),
    )
  })

  test('have the items of one prefix together where parts of whole prefixes weigh the same', () => {
    // Eight of each of four prefixes in two parts: 16 and 16.
    const all = prefixed(...Array.from({ length: 32 }, (_, index) => 'abcd'.charAt(index % 4)))
    const parts = partsOf({ all, count: 2 })
    expect(parts.map((own) => own.length)).toEqual([16, 16])
    for (const prefix of 'abcd') expect(parts.filter((own) => own.some((entry) => entry.prefix === prefix))).toHaveLength(1)
  })

  test('cut a prefix where there are more parts than prefixes, into as few pieces as parts need', () => {
    // Twelve of one and twelve of another in six parts of four: each part has one prefix alone.
    const all = prefixed(...Array.from({ length: 24 }, (_, index) => (index < 12 ? 'a' : 'b')))
    const parts = partsOf({ all, count: 6 })
    expect(parts.map((own) => own.length)).toEqual([4, 4, 4, 4, 4, 4])
    for (const own of parts) expect(new Set(own.map(({ prefix }) => prefix)).size).toBe(1)
  })

  test('weigh about the same: no two differ by more than the heaviest part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 8, maxLength: 80 }),
        fc.integer({ min: 2, max: 8 }),
        (weights, count) => {
          const all = prefixed(...weights.map((_, index) => `p${index}`))
          const tokens = (item: number) => ({ total: weights[item] ?? 0 })
          const loads = Array.from({ length: count }, (_, index) =>
            part(all, index + 1, count, tokens).reduce((sum, { item }) => sum + (weights[item] ?? 0), 0),
          )
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...weights))
        },
      ),
    )
  })

  test('are refused where there are more than items', () => {
    const all = prefixed('a', 'a', 'b')
    expect([part(all, 1, 3), part(all, 2, 3), part(all, 3, 3)].map((own) => own.length)).toEqual([1, 1, 1])
    expect(() => part(all, 4, 4)).toThrow('Failed to run shard 4/4 of demo: it has 3 items. Use at most 3 shards.')
  })
})

describe('LIFBench in many parts', () => {
  /** Contexts of LIFBench by tokens: three of each length, about 156 items on each, of which the prompt differs by up to 800 tokens. */
  const all = [4, 8, 16, 32, 64, 128].flatMap((thousands) =>
    [0, 1, 2].flatMap((context) =>
      Array.from({ length: 156 }, (_, index) => ({
        id: `${thousands}/${context}/${index}`,
        prefix: `${thousands}/${context}`,
        item: thousands * 1000 - ((index * 97) % 800),
      })),
    ),
  )
  const loadsOf = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      ofShard('lifbench', all, { index: index + 1, count }, (total: number) => ({ total })).reduce((sum, { item }) => sum + item, 0),
    )

  test.each([8, 18, 64, 100])('the heaviest of %i parts has at most 5 % more tokens than the mean, the lightest 5 % less', (count) => {
    const loads = loadsOf(count)
    const mean = loads.reduce((sum, load) => sum + load, 0) / count
    expect(Math.max(...loads) / mean).toBeLessThan(1.05)
    expect(Math.min(...loads) / mean).toBeGreaterThan(0.95)
  })

  test('64 parts begin few contexts more than they must', () => {
    const pieces = new Set<string>()
    for (let index = 1; index <= 64; index += 1)
      for (const { prefix } of ofShard('lifbench', all, { index, count: 64 }, (total: number) => ({ total })))
        pieces.add(`${index} ${prefix}`)
    // Each part must begin one at least; 18 contexts in 64 parts.
    expect(pieces.size).toBeLessThan(64 * 4)
  })
})

test('of a recording what it answers is taken, in the old order; all of other models; of none an error that says what it has', () => {
  const recording = { name: 'small', suites: { demo: { items: ['c', 'a', 'gone'] } } } as unknown as Recording
  const entries = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(takeRecorded('demo', entries, recording)).toEqual([{ id: 'a' }, { id: 'c' }])
  expect(takeRecorded('demo', entries, undefined)).toBe(entries)
  expect(() => takeRecorded('other', entries, recording)).toThrow(
    'Failed to run other: the recording of small answers none of its items. It answers items of demo. Run one of these suites, or name another model.',
  )
})
