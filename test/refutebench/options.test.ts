import { describe, expect, test } from 'vitest'
import { type Protocol, type RefutebenchOptions, refutebenchOptions } from '../../suites/refutebench/names.ts'
import { openSeeds } from '../../suites/refutebench/openSeeds.ts'
import { planRefutation } from '../../suites/refutebench/plannedCalls.ts'

const parse = (given: Record<string, unknown>) => refutebenchOptions.parse(given)
const problems = (given: Record<string, unknown>) => refutebenchOptions.safeParse(given).error?.issues.map(({ path }) => path.join('.'))

test('without options everything is run as in the paper', () => {
  expect(parse({})).toEqual({
    protocols: ['transient', 'persistent'],
    tasks: ['mt', 'summarization', 'writing'],
    clarity: 'vague',
    abstraction: 'abstract',
    emotion: 'emotional',
    focus: 'independent',
    wording: 'standing',
    requery: 'verbatim',
    objections: 3,
    distractions: 3,
    long: false,
    immediate: false,
    curves: true,
    validity: false,
    fitness: false,
    seeds: 100,
  })
})

describe('an option', () => {
  test('with several values is a list, with commas in the environment', () => {
    expect(parse({ tasks: 'writing, mt' }).tasks).toEqual(['writing', 'mt'])
    expect(parse({ tasks: ['writing', 'mt'] }).tasks).toEqual(['writing', 'mt'])
    expect(parse({ protocols: 'persistent' }).protocols).toEqual(['persistent'])
  })

  test.each(['immediate', 'curves', 'validity'] as const)('%s is on or off: 1 and 0 in the environment', (name) => {
    expect([true, false, '1', '0'].map((value) => parse({ [name]: value })[name])).toEqual([true, false, true, false])
  })

  test('seeds is a whole number over 0, or its digits', () =>
    expect([1, '1', 250, '250'].map((seeds) => parse({ seeds }).seeds)).toEqual([1, 1, 250, 250]))

  test.each([
    ['tasks', 'translation'],
    ['tasks', ''],
    ['tasks', 'mt,'],
    ['tasks', []],
    ['protocols', 'static'],
    ['clarity', 'unclear'],
    ['abstraction', 'emotional'],
    ['emotion', 'angry'],
    ['focus', 'style'],
    ['wording', 'default'],
    ['requery', 'other'],
    ['immediate', 'yes'],
    ['curves', ''],
    ['validity', 1],
    ['seeds', 0],
    ['seeds', '0'],
    ['seeds', -1],
    ['seeds', 1.5],
    ['seeds', '1e3'],
    ['seeds', ''],
    ['objections', 1],
    ['objections', '7'],
    ['distractions', 0],
    ['distractions', '21'],
    ['distractions', 2.5],
    ['long', 'yes'],
  ])('%s is not %j', (name, value) => expect(problems({ [name]: value })?.every((path) => path.split('.')[0] === name)).toBe(true))

  test('that does not exist is refused', () => expect(refutebenchOptions.safeParse({ task: 'mt' }).success).toBe(false))
})

describe('the calls of an item', () => {
  type Given = Partial<Record<keyof RefutebenchOptions, unknown>>
  const planned = async (protocol: Protocol, given: Given, votes = 1, decide?: 'early') => {
    const options = parse({ ...given, protocols: [protocol], tasks: ['writing'] })
    const [item] = (await openSeeds('bundled', options, 0)).items
    if (!item) throw new Error('no item')
    return planRefutation({ roles: {}, votes, decide, seed: 0 }, options)(item).roles
  }
  const calls = async (protocol: Protocol, given: Given = {}) => {
    const { candidate, refuter, judge } = await planned(protocol, given)
    return [candidate?.calls, refuter?.calls, judge?.calls]
  }

  test('are as many more as there are more objections, or places where it is asked again', async () => {
    // One more answer, objection, rating of it, of the first demand and of the task each.
    expect(await calls('transient', { objections: 5 })).toEqual([4 + 2, 3 + 2, 9 + 3 * 2])
    expect(await calls('transient', { objections: 5, curves: false })).toEqual([6, 5, 5 + 1 + 2])
    // 20 queries between; asked again after 1, 2, 3, 5, 10 and 20 of them.
    expect(await calls('persistent', { distractions: 20 })).toEqual([2 + 20 + 6, 1, 1 + 6])
    expect(await calls('persistent', { distractions: 7 })).toEqual([2 + 7 + 5, 1, 1 + 5])
    expect(await calls('persistent', { distractions: 20, curves: false })).toEqual([2 + 20 + 1, 1, 2])
  })

  // docs/suites/refutebench.md, R7.
  test.each([
    ['transient', false, [4, 3, 6]],
    ['transient', true, [4, 3, 9]],
    ['persistent', false, [6, 1, 2]],
    ['persistent', true, [8, 1, 4]],
  ] as const)('%s, with the curves %s, are those of the paper', async (protocol, curves, counts) => {
    expect(await calls(protocol, { curves })).toEqual(counts)
  })

  test('are one more re-query and rating where it is asked again at once', async () => {
    expect(await calls('persistent', { immediate: true })).toEqual([9, 1, 5])
    expect(await calls('persistent', { immediate: true, curves: false })).toEqual([7, 1, 3])
    expect(await calls('transient', { immediate: true })).toEqual(await calls('transient'))
  })

  test('are one more of the judge for every objection whose validity is checked', async () => {
    expect(await calls('transient', { validity: true })).toEqual([4, 3, 12])
    expect(await calls('persistent', { validity: true })).toEqual([8, 1, 5])
    expect(await calls('transient', { fitness: true, validity: true })).toEqual([4, 3, 15])
    expect(await calls('persistent', { fitness: true })).toEqual([8, 1, 5])
  })

  test('are as many ratings as there are votes, and one check of validity all the same', async () => {
    const judge = async (protocol: Protocol, given: Given) => (await planned(protocol, given, 3)).judge?.calls
    expect(await judge('transient', {})).toBe(3 * 9)
    expect(await judge('transient', { validity: true })).toBe(3 * 9 + 3)
    expect(await judge('persistent', { validity: true, immediate: true })).toBe(3 * 5 + 1)
    expect(await planned('persistent', {}, 3)).toMatchObject({ candidate: { calls: 8 }, refuter: { calls: 1 } })
  })

  test('are fewer ratings as a rule where votes stop, and at most as many: of five items four have two votes', async () => {
    const { judge } = await planned('transient', { validity: true }, 3, 'early')
    expect(judge?.calls).toBeCloseTo((0.8 * 2 + 0.2 * 3) * 9 + 3, 9)
    expect(judge?.most?.calls).toBe(3 * 9 + 3)
  })
})
