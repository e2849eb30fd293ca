import { sum } from '../base/collections.ts'
import type { Composition } from './summary/metric.ts'

/** A part of a figure, with its standard error and its interval. */
export interface PartOfFigure {
  readonly value: number
  readonly se: number
  readonly ci95: readonly [number, number]
}

/** Of a standard error, the step by which it is seen what a figure owes to a part. */
const STEP = 1e-3

/**
 * Interval of a figure from those of its parts (the method of variance estimates recovery; Zou and Donner, 2008): the squared distances
 * that each part alone moves it by are added. As far as parts vary together, what the whole varies by stands for that: `se`, over what the
 * errors of the parts would make, where it is known. A part that does not vary counts in full, by what its units can hide. Parts that move a figure only
 * together, as the factors of 0, are moved together.
 * @returns null where an end has no bound.
 */
export function composedInterval(se: number | undefined, of: Composition['of'], parts: readonly PartOfFigure[]): [number, number] | null {
  const values = parts.map((part) => part.value)
  const value = of(values)
  const alone = parts.map(({ ci95 }, at) => ci95.map((end) => of(values.with(at, end)) - value) as [number, number])
  const slopes = parts.map((part, at) => {
    const [up, down] = [1, -1].map((sign) => of(values.with(at, part.value + sign * STEP * part.se))) as [number, number]
    return (up - down) / (2 * STEP)
  })
  const apart = sum(slopes.map((slope) => slope ** 2))
  const together = apart > 0 && se !== undefined ? Math.min(parts.length, se ** 2 / apart) : 1
  const reach = (sign: 1 | -1) => {
    const moves = alone.map((ends) => Math.max(0, sign * ends[0], sign * ends[1]))
    const distance = Math.sqrt(sum(moves.map((move, at) => (parts[at]?.se ? together : 1) * move ** 2)))
    const corner = (endOf: (at: number) => number) =>
      sign * (of(parts.map((part, at) => part.value + ((part.ci95[endOf(at)] as number) - part.value) / Math.sqrt(parts.length))) - value)
    const corners = [corner(() => 0), corner(() => 1), corner((at) => Number(sign * (alone[at]?.[1] ?? 0) > sign * (alone[at]?.[0] ?? 0)))]
    return Math.max(distance, ...corners)
  }
  const [low, high] = [value - reach(-1), value + reach(1)]
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null
}
