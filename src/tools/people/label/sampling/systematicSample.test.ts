import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test/propertyRuns.ts'
import { inclusionProbabilities } from './inclusionProbabilities.ts'
import { systematicSample } from './systematicSample.ts'

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
