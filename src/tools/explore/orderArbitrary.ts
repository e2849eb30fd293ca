import { Arbitrary, type Random, Stream, Value } from 'fast-check'

/**
 * Orders of the numbers 0 to `count - 1`, of at least `min` of them. Half of the examples hold all. Smaller are those of fewer
 * numbers, and of equally many those of fewer pairs the wrong way round (inversions).
 */
export class OrderArbitrary extends Arbitrary<readonly number[]> {
  readonly #count: number
  readonly #min: number

  constructor(count: number, min: number) {
    super()
    this.#count = count
    this.#min = min
  }

  /** Draws an order. */
  generate(random: Random): Value<readonly number[]> {
    const size = random.nextInt(0, 1) === 0 ? this.#count : random.nextInt(this.#min, this.#count)
    const order = Array.from({ length: this.#count }, (_, place) => place)
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = random.nextInt(0, last)
      const moved = order[last] as number
      order[last] = order[other] as number
      order[other] = moved
    }
    return new Value<readonly number[]>(order.slice(0, size), undefined)
  }

  /** Never: fast-check asks for values that a user wrote by hand, and those of an order are made smaller as drawn. */
  canShrinkWithoutContext(_value: unknown): _value is readonly number[] {
    return false
  }

  /** Smaller orders, those that leave out most first. */
  shrink(order: readonly number[]): Stream<Value<readonly number[]>> {
    return Stream.of(...smallerOrders(order, this.#min).map((smaller) => new Value<readonly number[]>(smaller, undefined)))
  }
}

/** The next smaller orders of an order: with a run of numbers left out, the longest runs first, else with neighbours put right. */
export function smallerOrders(order: readonly number[], min: number): number[][] {
  const shorter: number[][] = []
  for (let run = Math.floor(order.length / 2) || 1; run >= 1; run = Math.floor(run / 2)) {
    if (order.length - run < min || run > order.length) continue
    for (let from = 0; from < order.length; from += run) {
      const left = order.filter((_, place) => place < from || place >= from + run)
      if (left.length >= min && left.length < order.length) shorter.push(left)
    }
  }
  const sorted = [...order].sort((one, other) => one - other)
  const isSorted = sorted.every((number, place) => number === order[place])
  const swapped = order.flatMap((number, place) => {
    const next = order[place + 1]
    if (next === undefined || number < next) return []
    const other = [...order]
    other[place] = next
    other[place + 1] = number
    return [other]
  })
  return [...shorter, ...(isSorted ? [] : [sorted, ...swapped])]
}
