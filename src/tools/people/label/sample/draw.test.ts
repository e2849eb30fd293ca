import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../../test/shared.ts'
import { mean, sampleDeviation } from '../../../../core/base/mean.ts'
import { random } from '../../../../core/base/random.ts'
import type { LabelQuestion } from '../../../../judging/questions/labelQuestion.ts'
import { YES_NO } from '../../../../judging/questions/scales.ts'
import { doubtSize } from './doubt.ts'
import { DESIGNS, type Design, draw, type Unit } from './draw.ts'

const unit = (index: number, slice = 'all', size = 1): Unit => ({ key: `item-${String(index).padStart(3, '0')}`, slice, size })

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
