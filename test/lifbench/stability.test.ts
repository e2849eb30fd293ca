import { describe, expect, test } from 'vitest'
import { hashFraction } from '../../src/core/base/random.ts'
import { type DesignedScore, instabilities, type Perspective } from '../../suites/lifbench/stability.ts'
import { isLong } from '../shared.ts'

/** Seeds of a simulation; the short run has the first of them. */
const SEEDS = isLong ? 200 : 30

/** Every expression with every variable at every length, each score from its place and a random number. */
function design(seed: number, task: number, score: (place: Record<Perspective, number>, luck: number) => number): DesignedScore[] {
  const items: DesignedScore[] = []
  for (let expression = 0; expression < 5; expression += 1)
    for (let variable = 0; variable < 5; variable += 1)
      for (let length = 0; length < 2; length += 1) {
        const luck = hashFraction('luck', seed, task, expression, variable, length)
        const total = score({ expression, variable, length }, luck)
        items.push({ expression: `${expression}`, variable: `${variable}`, length: `${length}`, total })
      }
  return items
}

const tasksOf = (seed: number, score: Parameters<typeof design>[2]) => [0, 1, 2].map((task) => design(seed, task, score))

describe('what sampling alone gives', () => {
  const scores = [1, 0.2, 0.9, 0.4, 0.6, 1]
  const item = (expression: string, total: number, at: number): DesignedScore => ({ expression, variable: `${at}`, length: '4k', total })

  test('is the mean over all ways to deal the scores to the groups', () => {
    const spread = (first: readonly number[], second: readonly number[]) => {
      const [one, other] = [first, second].map((group) => group.reduce((sum, score) => sum + score, 0) / group.length) as [number, number]
      return (one - other) ** 2 / 2
    }
    const deals: number[] = []
    for (let mask = 0; mask < 64; mask += 1) {
      const [first, second] = [1, 0].map((bit) => scores.filter((_score, at) => ((mask >> at) & 1) === bit)) as [number[], number[]]
      if (first.length === 2) deals.push(spread(first, second))
    }
    expect(deals).toHaveLength(15)
    const noise = deals.reduce((sum, deal) => sum + deal, 0) / deals.length
    const observed = spread(scores.slice(0, 2), scores.slice(2))
    const centre = 4.1 / 6
    const found = instabilities([scores.map((score, at) => item(at < 2 ? 'a' : 'b', score, at))]).expression
    // Of six items in two groups four degrees of freedom of five are left for noise.
    const left = ((5 / 4) * (observed - noise)) / centre ** 2
    expect(found?.corrected).toBeCloseTo(Math.sign(left) * Math.sqrt(Math.abs(left)), 12)
    // The deviation of two normal values is on average √(2/π) of the true one.
    expect(found?.floor).toBeCloseTo((Math.sqrt(2 / Math.PI) * Math.sqrt(noise)) / centre, 12)
  })

  test('is left out where a group has too few items', () => {
    const few = [item('a', 1, 0), item('b', 0.5, 1), item('c', 0.7, 2), item('c', 0.1, 3)]
    expect(instabilities([few])).toEqual({})
  })

  test('is nothing where no score differs', () => {
    const equal = [design(0, 0, () => 1)]
    const nothing = { corrected: 0, floor: 0, ci95: null }
    expect(instabilities(equal)).toEqual({ expression: nothing, variable: nothing, length: nothing, average: nothing })
  })
})

test('damage that depends on nothing is no instability: the interval holds 0 in about 95 % of seeds', () => {
  const held = new Map<string, number>()
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const found = instabilities(tasksOf(seed, (_place, luck) => (luck < 0.3 ? 0.4 : 1)))
    for (const [by, { ci95 }] of Object.entries(found)) if (ci95 && ci95[0] <= 0 && ci95[1] >= 0) held.set(by, (held.get(by) ?? 0) + 1)
  }
  expect([...held.keys()].sort()).toEqual(['average', 'expression', 'length', 'variable'])
  // Three standard errors of a binomial either way.
  const room = 3 * Math.sqrt((0.95 * 0.05) / SEEDS)
  for (const [by, count] of held) {
    expect(count / SEEDS, by).toBeGreaterThan(0.95 - room)
    expect(count / SEEDS, by).toBeLessThanOrEqual(0.95 + room)
  }
})

test('a wording that costs points is found, and no other instability with it', () => {
  for (let seed = 0; seed < 5; seed += 1) {
    const tasks = tasksOf(seed, ({ expression }, luck) => (luck < (expression === 0 ? 0.8 : 0.1) ? 0.4 : 1))
    const { expression, variable } = instabilities(tasks)
    const [low, high] = expression?.ci95 ?? [0, 0]
    expect(low, `seed ${seed}`).toBeGreaterThan(0)
    expect(variable?.ci95?.[0], `seed ${seed}`).toBeLessThanOrEqual(0)
    // Means 0.52 once and 0.94 four times: deviation 0.188 over mean 0.856.
    const truth = Math.sqrt((0.8 * 0.2 * 0.42 ** 2 * 5) / 4) / 0.856
    expect(low).toBeLessThan(truth)
    expect(high).toBeGreaterThan(truth)
  }
})
