import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { isLong } from '../../../../test/shared.ts'
import { mean, sampleDeviation } from '../../../core/base/mean.ts'
import { random } from '../../../core/base/random.ts'
import { type LabelQuestion, YES_NO } from '../../../judging/questions/labelQuestion.ts'
import { DESIGNS, type Design, type DrawUnit, draw, equalAllocation, inclusionProbabilities, systematicSample } from './draw.ts'
import { doubtSize } from './population.ts'

const unit = (index: number, slice = 'all', size = 1): DrawUnit => ({ key: `item-${String(index).padStart(3, '0')}`, slice, size })

describe.each(DESIGNS.filter((by) => by !== 'doubtful'))('a sample %s', (by) => {
  const units = Array.from({ length: 12 }, (_, index) => unit(index, index < 3 ? 'few' : 'many', 1 + (index % 4)))
  const draws = isLong ? 100_000 : 4000

  test('draws each unit as often as its chance says, so that totals are unbiased', () => {
    const drawn = new Map(units.map(({ key }) => [key, 0]))
    const chances = new Map<string, number>()
    for (let seed = 0; seed < draws; seed += 1) {
      const sample = draw(units, { by, items: 5, seed })
      expect(sample).toHaveLength(5)
      for (const { unit: one, probability } of sample) {
        drawn.set(one.key, (drawn.get(one.key) ?? 0) + 1)
        chances.set(one.key, probability)
      }
    }
    expect(chances.size).toBe(units.length)
    expect([...chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(5, 9)
    // Four standard errors, of seeds that are always the same.
    for (const [key, chance] of chances)
      expect(Math.abs((drawn.get(key) ?? 0) / draws - chance), key).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / draws))
  })

  test('is the same for the same units in another order, and another for another seed', () => {
    const keys = (sample: ReturnType<typeof draw>) => sample.map(({ unit: { key }, probability }) => [key, probability])
    const first = draw(units, { by, items: 5, seed: 3 })
    expect(keys(draw([...units].reverse(), { by, items: 5, seed: 3 }))).toEqual(keys(first))
    expect(keys(draw(units, { by, items: 5, seed: 4 }))).not.toEqual(keys(first))
  })

  test('takes all for certain where there are no more', () => {
    const sample = draw(units, { by, items: 99, seed: 0 })
    expect(sample).toHaveLength(units.length)
    expect(sample.every(({ probability }) => probability === 1)).toBe(true)
  })
})

test('by random every two units are drawn together equally often', () => {
  const units = Array.from({ length: 5 }, (_, index) => unit(index))
  const draws = 4000
  const together = new Map<string, number>()
  for (let seed = 0; seed < draws; seed += 1) {
    const pair = draw(units, { by: 'random', items: 2, seed }).map(({ unit: { key } }) => key)
    together.set(pair.sort().join(), (together.get(pair.sort().join()) ?? 0) + 1)
  }
  expect(together.size).toBe(10)
  for (const count of together.values()) expect(Math.abs(count / draws - 0.1)).toBeLessThan(4 * Math.sqrt((0.1 * 0.9) / draws))
})

test('by random and by slice a larger sample holds the smaller one', () => {
  const units = Array.from({ length: 40 }, (_, index) => unit(index, `slice ${index % 7 === 0 ? 'a' : 'b'}`))
  for (const by of ['random', 'slice'] as const)
    for (const seed of [0, 1, 2]) {
      const of = (items: number) => draw(units, { by, items, seed }).map(({ unit: { key } }) => key)
      for (let items = 2; items < 40; items += 1) expect(of(items + 1)).toEqual(expect.arrayContaining(of(items)))
    }
})

test('by slice each slice has the same number as far as it has as many, and a draw that leaves one out is refused', () => {
  const units = Array.from({ length: 20 }, (_, index) => unit(index, index < 2 ? 'few' : 'many'))
  const sample = draw(units, { by: 'slice', items: 8, seed: 0 })
  const chances = (slice: string) => sample.flatMap((one) => (one.unit.slice === slice ? [one.probability] : []))
  expect(chances('few')).toEqual([1, 1])
  expect(chances('many')).toEqual(Array(6).fill(6 / 18))
  expect(() => draw(units, { by: 'slice', items: 1, seed: 0 })).toThrow('a slice without an item would count for nothing')
})

/** A yes or no of three votes, of which the last says otherwise where it is doubtful. */
const voted = (isDoubtful: boolean): LabelQuestion => ({
  question: 'verdict/1',
  kind: 'criterion',
  ask: 'Is it met?',
  scale: YES_NO,
  shown: [],
  judge: 1,
  votes: [1, 1, isDoubtful ? 0 : 1],
})

describe('the mean that is corrected by the labels of a sample', () => {
  const items = 400
  const drawn = 80
  const draws = isLong ? 20_000 : 1500

  /** Of 400 items a fifth is doubtful. The judge is wrong, and always to the better, at these rates. */
  function estimates(rates: { readonly doubtful: number; readonly sure: number }, by: Design) {
    const stream = random('wrong verdicts', rates.doubtful, rates.sure)
    const wrong = new Map<string, number>()
    const units = Array.from({ length: items }, (_, index) => {
      const isDoubtful = index % 5 === 0
      const made = unit(index, 'all', doubtSize([voted(isDoubtful)], {}))
      wrong.set(made.key, Number(stream.int(0, 999) < 1000 * (isDoubtful ? rates.doubtful : rates.sure)))
      return made
    })
    const truth = mean([...wrong.values()].map((value) => 1 - value))
    // The judge's mean is 1. The labels say how much of it is wrong (Horvitz and Thompson, 1952).
    const found = Array.from({ length: draws }, (_, seed) =>
      draw(units, { by, items: drawn, seed }).reduce((sum, one) => sum - (wrong.get(one.unit.key) ?? 0) / one.probability / items, 1),
    )
    return { truth, centre: mean(found), deviation: sampleDeviation(found) }
  }

  test('has by doubt the smaller variance where the judge errs on what is doubtful, and no bias', () => {
    const rates = { doubtful: 0.4, sure: 0.03 }
    const [doubt, plain] = [estimates(rates, 'doubt'), estimates(rates, 'random')]
    for (const { centre, truth, deviation } of [doubt, plain])
      expect(Math.abs(centre - truth)).toBeLessThan((4 * deviation) / Math.sqrt(draws))
    // Doubtful items have the size 0.658, others 0.316. For independent draws that is mean(s) mean(e/s) / mean(e) = 0.73 of the
    // variance, and less a little for the mean of the errors.
    expect((doubt.deviation / plain.deviation) ** 2).toBeLessThan(0.85)
  })

  test('has not much more variance where the doubts say nothing, and no bias', () => {
    const rates = { doubtful: 0.15, sure: 0.15 }
    const [doubt, plain] = [estimates(rates, 'doubt'), estimates(rates, 'random')]
    for (const { centre, truth, deviation } of [doubt, plain])
      expect(Math.abs(centre - truth)).toBeLessThan((4 * deviation) / Math.sqrt(draws))
    // mean(s) mean(1/s) = 1.09 for independent draws.
    expect((doubt.deviation / plain.deviation) ** 2).toBeLessThan(1.25)
  })
})

test('what is doubtful is taken whole', () => {
  const units = [unit(1), unit(2), unit(3)]
  const sample = draw(units, { by: 'doubtful', items: 1, seed: 0 })
  expect(sample.map(({ unit: { key } }) => key).sort()).toEqual(units.map(({ key }) => key))
  expect(sample.every(({ probability }) => probability === 1)).toBe(true)
})

describe('equalAllocation', () => {
  test.each([
    [[10, 10, 10], 6, [2, 2, 2]],
    // One has too few: the others share what it cannot give.
    [[1, 10, 10], 7, [1, 3, 3]],
    // What is left over goes to the larger ones.
    [[3, 9, 5], 4, [1, 2, 1]],
    [[3, 9, 5], 5, [1, 2, 2]],
    [[2, 3], 50, [2, 3]],
    [[4, 4], 0, [0, 0]],
  ])('of %j for %i is %j', (sizes, count, expected) => expect(equalAllocation(sizes, count)).toEqual(expected))

  test('of a larger sample gives no stratum less', () => {
    const sizes = [7, 1, 4, 4, 12]
    for (let count = 0; count < 28; count += 1) {
      const [now, next] = [equalAllocation(sizes, count), equalAllocation(sizes, count + 1)]
      expect(next.every((number, index) => number >= (now[index] as number))).toBe(true)
      expect(now.reduce((sum, number) => sum + number, 0)).toBe(count)
    }
  })
})

function orders<T>(entries: readonly T[]): T[][] {
  if (entries.length < 2) return [[...entries]]
  return entries.flatMap((first, index) => orders(entries.filter((_, at) => at !== index)).map((rest) => [first, ...rest]))
}

describe('systematicSample', () => {
  test('draws each entry exactly as often as its chance says, in every order of the list', () => {
    // Multiples of an eighth: between two of the eighths the sample is the same, so that eight starts are all that there are.
    const eighths = [8, 6, 5, 3, 2]
    for (const order of orders(eighths)) {
      const drawn = order.map(() => 0)
      for (let start = 0; start < 8; start += 1) {
        const sample = systematicSample(
          order.map((part) => part / 8),
          (start + 0.5) / 8,
        )
        expect(sample).toHaveLength(3)
        for (const index of sample) drawn[index] = (drawn[index] ?? 0) + 1
      }
      expect(drawn).toEqual(order)
    }
  })

  test('over all orders draws every two together sometimes where parts of the list have many lengths', () => {
    const eighths = [4, 4, 3, 3, 2]
    const together = new Set<string>()
    for (const order of orders([...eighths.keys()]))
      for (let start = 0; start < 8; start += 1) {
        const chances = order.map((entry) => (eighths[entry] as number) / 8)
        const [one, other] = systematicSample(chances, (start + 0.5) / 8).map((index) => order[index] as number)
        together.add(JSON.stringify([one, other].sort()))
      }
    expect(together.size).toBe((5 * 4) / 2)
  })

  test('draws as many as the chances sum to, each once, whatever rounding does', () => {
    const sizes = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 80 })
    const start = fc.oneof(fc.constantFrom(0, 2 ** 31 - 1), fc.nat({ max: 2 ** 31 - 1 })).map((whole) => whole / 2 ** 31)
    fc.assert(
      fc.property(sizes, fc.nat(), start, (all, number, from) => {
        const count = 1 + (number % all.length)
        const sample = systematicSample(inclusionProbabilities(all, count), from)
        expect(sample).toHaveLength(count)
        expect(new Set(sample).size).toBe(count)
      }),
      propertyRuns(300, 20_000),
    )
  })
})

describe('inclusionProbabilities', () => {
  test('are in proportion to the sizes', () => expect(inclusionProbabilities([1, 2, 3, 4], 2)).toEqual([0.2, 0.4, 0.6, 0.8]))

  test('are 1 for what would come out above it, and the rest shares what is left', () => {
    // 2 · 10 / 14 is above 1. Of the other four, which are alike, one is drawn.
    expect(inclusionProbabilities([1, 10, 1, 1, 1], 2)).toEqual([0.25, 1, 0.25, 0.25, 0.25])
    // With the first taken the second is above 1 too.
    expect(inclusionProbabilities([100, 10, 1, 1, 1, 1], 3)).toEqual([1, 1, 0.25, 0.25, 0.25, 0.25])
  })

  test('are 1 where all are drawn or there are too few', () => {
    expect(inclusionProbabilities([1, 5], 2)).toEqual([1, 1])
    expect(inclusionProbabilities([1, 5], 9)).toEqual([1, 1])
  })

  test('sum to what is drawn, are above 0 and at most 1, and rise with the size', () => {
    const sizes = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(sizes, fc.nat(), (all, number) => {
        const count = 1 + (number % all.length)
        const chances = inclusionProbabilities(all, count)
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(count, 9)
        for (const chance of chances) expect(chance > 0 && chance <= 1).toBe(true)
        for (const [index, size] of all.entries())
          for (const [other, against] of all.entries())
            if (size > against) expect(chances[index] as number).toBeGreaterThanOrEqual((chances[other] as number) - 1e-12)
      }),
      propertyRuns(100, 2000),
    )
  })
})
