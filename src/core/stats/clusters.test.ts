import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, type Dimension, pooled } from './clusters.ts'

function record(item: string, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: 'passed', tags: {}, scores: { total: 1 }, ...more }
}

/** Each group as its items and trials. */
const groupsOf = ({ groups }: Dimension) => groups.map(({ members }) => [...members].map(({ item, trial }) => `${item}.${trial}`))

const itemsOf = (members: ReadonlySet<ItemRecord>) => [...members].map(({ item }) => item).join()
/** The name of each group's stratum. */
const namesOf = ({ groups }: Dimension) => Object.fromEntries(groups.map(({ members, stratum }) => [itemsOf(members), stratum.name]))

const many = (count: number, more: (index: number) => Partial<ItemRecord> = () => ({})) =>
  Array.from({ length: count }, (_, index) => record(`item-${index}`, more(index)))

test('without declared clusters every item is one, with all its trials', () => {
  const [items, ...others] = clusterDimensions([record('a'), record('b'), record('a', { trial: 1 })]) as [Dimension]
  expect(others).toEqual([])
  expect(items).toMatchObject({ name: 'item', sign: 1 })
  expect(groupsOf(items)).toEqual([['a.0', 'a.1'], ['b.0']])
})

describe('clusters of one kind', () => {
  test('hold their items, those of several tasks too', () => {
    const [seeds] = clusterDimensions([
      record('a', { clusters: { seed: 'x' } }),
      record('b', { clusters: { seed: 'y' } }),
      record('c', { clusters: { seed: 'x' }, task: 'two' }),
    ]) as [Dimension]
    expect(seeds).toMatchObject({ name: 'seed', sign: 1 })
    expect(new Set(groupsOf(seeds).map((group) => group.join()))).toEqual(new Set(['a.0,c.0', 'b.0']))
  })

  test('lie in the stratum of their task, or in none where they have several', () => {
    const [seeds] = clusterDimensions([
      record('a', { clusters: { seed: 'x' } }),
      record('b', { clusters: { seed: 'y' } }),
      record('c', { clusters: { seed: 'y' }, task: 'two' }),
      record('d', { clusters: { seed: 'z' }, task: 'two' }),
    ]) as [Dimension]
    expect(namesOf(seeds)).toEqual({ a: 'one', 'b,c': '', d: 'two' })
  })

  test('lie in the stratum that they are given, and in that of their task where they are given none', () => {
    const records = [
      record('a', { clusters: { context: 'x' } }),
      record('b', { clusters: { context: 'x' } }),
      record('c', { clusters: { context: 'y' } }),
      record('d', { clusters: { context: 'z' }, task: 'two' }),
    ]
    const of = ({ clusters }: ItemRecord, kind: string) =>
      kind === 'context' && clusters?.context !== 'z' ? { name: `length ${clusters?.context}`, within: 'scenario', order: 1 } : undefined
    const [contexts] = clusterDimensions(records, of) as [Dimension]
    expect(namesOf(contexts)).toEqual({ 'a,b': 'length x', c: 'length y', d: 'two' })
    // What strata lie within, and in what order, comes along.
    expect(contexts.groups[0]?.stratum).toEqual({ name: 'length x', within: 'scenario', order: 1 })
  })

  test('know their task, and how much of their tasks they are', () => {
    // Of three items of one and two of two: x is two of three; y is a third of the one and a half of the other; z half of two.
    const [seeds] = clusterDimensions([
      record('a', { clusters: { seed: 'x' } }),
      record('b', { clusters: { seed: 'x' } }),
      record('c', { clusters: { seed: 'y' } }),
      record('d', { clusters: { seed: 'y' }, task: 'two' }),
      record('e', { clusters: { seed: 'z' }, task: 'two' }),
    ]) as [Dimension]
    expect(Object.fromEntries(seeds.groups.map(({ members, task, shareOfTasks }) => [itemsOf(members), [task, shareOfTasks]]))).toEqual({
      'a,b': ['one', expect.closeTo(2 / 3, 12)],
      'c,d': [undefined, expect.closeTo((1 / 3 + 1 / 2) / 2, 12)],
      e: ['two', expect.closeTo(1 / 2, 12)],
    })
  })

  test('leave an item that names none by itself', () => {
    const [seeds] = clusterDimensions([record('a', { clusters: { seed: 'b' } }), record('b')]) as [Dimension]
    expect(groupsOf(seeds)).toEqual([['a.0'], ['b.0']])
  })
})

describe('clusters of two kinds', () => {
  const records = [
    record('a', { clusters: { template: '0', context: 'x' } }),
    record('b', { clusters: { template: '0', context: 'y' } }),
    record('c', { clusters: { template: '1', context: 'x' } }),
    record('d', { clusters: { template: '1', context: 'x' } }),
  ]

  test('give each kind, and their intersections with the other sign', () => {
    const dimensions = clusterDimensions(records)
    expect(dimensions.map(({ name, sign }) => [name, sign])).toEqual([
      ['template', 1],
      ['context', 1],
      ['template and context', -1],
    ])
    expect(dimensions.map(groupsOf)).toEqual([
      [
        ['a.0', 'b.0'],
        ['c.0', 'd.0'],
      ],
      [['a.0', 'c.0', 'd.0'], ['b.0']],
      [['a.0'], ['b.0'], ['c.0', 'd.0']],
    ])
  })

  test('lie each in the strata of its own kind, their intersections in those of both', () => {
    const of = (_record: ItemRecord, kind: string) => (kind === 'context' ? { name: 'short' } : undefined)
    const dimensions = clusterDimensions(records, of)
    const names = dimensions.map(({ groups }) => [...new Set(groups.map(({ stratum }) => stratum.name))])
    expect(names.slice(0, 2)).toEqual([['one'], ['short']])
    expect(names[2]).toHaveLength(1)
    const twoLengths = (entry: ItemRecord, kind: string) => (kind === 'context' ? { name: entry.clusters?.context ?? '' } : undefined)
    const [templates, contexts, both] = clusterDimensions(records, twoLengths) as [Dimension, Dimension, Dimension]
    expect(new Set(templates.groups.map(({ stratum }) => stratum.name)).size).toBe(1)
    expect(namesOf(contexts)).toEqual({ 'a,c,d': 'x', b: 'y' })
    const strata = namesOf(both)
    expect(strata.a).toBe(strata['c,d'])
    expect(strata.a).not.toBe(strata.b)
  })

  test('without a kind of its own stand by themselves in it', () => {
    const [templates, contexts] = clusterDimensions([...records, record('e', { clusters: { template: '0' } })]) as [Dimension, Dimension]
    expect(groupsOf(templates)[0]).toEqual(['a.0', 'b.0', 'e.0'])
    expect(groupsOf(contexts)).toEqual([['a.0', 'c.0', 'd.0'], ['b.0'], ['e.0']])
  })
})

test('clusters of three kinds give all combinations, with the signs of inclusion and exclusion', () => {
  const records = many(8, (index) => ({ clusters: { a: `${index & 1}`, b: `${index & 2}`, c: `${index & 4}` } }))
  const dimensions = clusterDimensions(records)
  expect(dimensions.map(({ name, sign, groups }) => [name, sign, groups.length])).toEqual([
    ['a', 1, 2],
    ['b', 1, 2],
    ['c', 1, 2],
    ['a and b', -1, 4],
    ['a and c', -1, 4],
    ['b and c', -1, 4],
    ['a and b and c', 1, 8],
  ])
  // Every pair of items that share a cluster is counted once over all: what the signs are for.
  const together = (one: ItemRecord, other: ItemRecord) =>
    dimensions.reduce(
      (sum, { sign, groups }) => sum + sign * groups.filter(({ members }) => members.has(one) && members.has(other)).length,
      0,
    )
  for (const one of records)
    for (const other of records) {
      const shared = (['a', 'b', 'c'] as const).some((kind) => one.clusters?.[kind] === other.clusters?.[kind])
      expect(together(one, other)).toBe(shared ? 1 : 0)
    }
})

describe('many clusters', () => {
  const inPools = (records: readonly ItemRecord[]): Dimension => {
    const [items] = clusterDimensions(records) as [Dimension]
    return { ...items, groups: pooled(items) }
  }

  test('are pooled to 200 of one size, each told to be five clusters', () => {
    const [items] = clusterDimensions(many(1000)) as [Dimension]
    expect(items.groups).toHaveLength(1000)
    const all = pooled(items).map(({ members, clusters }) => [members.size, clusters])
    expect(all).toEqual(Array.from({ length: 200 }, () => [5, 5]))
  })

  test('are as they are up to 200', () => {
    const [items] = clusterDimensions(many(200)) as [Dimension]
    expect(pooled(items)).toBe(items.groups)
  })

  test('are pooled within tasks, in proportion, down to 10 of a task', () => {
    const records = [
      ...many(900, () => ({ task: 'large' })),
      ...many(50, (index) => ({ item: `s${index}`, task: 'small' })),
      ...many(50, (index) => ({ item: `t${index}`, task: 'tiny' })).slice(0, 6),
    ]
    const [items] = clusterDimensions(records) as [Dimension]
    const groups = pooled(items)
    const count = (stratum: string) => groups.filter((group) => group.stratum.name === stratum).length
    // 200 × 900 / 956, and 200 × 50 / 956 = 10.46.
    expect([count('large'), count('small'), count('tiny')]).toEqual([188, 10, 6])
    for (const { members, stratum } of groups) expect(new Set([...members].map(({ task }) => task))).toEqual(new Set([stratum.name]))
  })

  test('meet in the same pools in whatever order they come', () => {
    const pools = (records: readonly ItemRecord[]) => new Set(groupsOf(inPools(records)).map((group) => [...group].sort().join()))
    const records = many(450)
    expect(pools([...records].reverse())).toEqual(pools(records))
  })

  test('do not meet their neighbours', () => {
    const numbers = groupsOf(inPools(many(400))).map((group) =>
      group.map((name) => Number(name.slice(5, -2))).sort((one, other) => one - other),
    )
    expect(numbers.filter(([one, other]) => (other as number) - (one as number) === 1).length).toBeLessThan(10)
  })
})

test('every record is in one group of each dimension', () => {
  const entry = fc.record({
    item: fc.integer({ min: 0, max: 400 }),
    task: fc.constantFrom('one', 'two', 'three'),
    template: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
    context: fc.option(fc.nat({ max: 300 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 500 }), (entries) => {
      const records = entries.map(({ item, task, template, context }) =>
        record(`${item}`, {
          task,
          clusters: { ...(template !== undefined && { template: `${template}` }), ...(context !== undefined && { context: `${context}` }) },
        }),
      )
      for (const { groups } of clusterDimensions(records)) {
        const members = groups.flatMap((group) => [...group.members])
        expect(members).toHaveLength(records.length)
        expect(new Set(members).size).toBe(records.length)
        expect(groups.every((group) => group.members.size > 0)).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})
