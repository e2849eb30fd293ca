import { HoldfastError, random } from '../../../../kit.ts'
import { equalAllocation } from '../sampling/equalAllocation.ts'
import { inclusionProbabilities } from '../sampling/inclusionProbabilities.ts'
import { systematicSample } from '../sampling/systematicSample.ts'

/** How a sample is drawn: all alike, the more doubtful the more often, the same number of each slice; or all that is doubtful is taken. */
export const DESIGNS = ['random', 'doubt', 'slice', 'doubtful'] as const

/** Name of a design. */
export type Design = (typeof DESIGNS)[number]

/** What can be drawn: an item's trial, with all that people can be asked of it. */
export interface Unit {
  /** Unique among the units. */
  readonly key: string
  /** Slice of which the same number is drawn as of others. */
  readonly slice: string
  /** How doubtful it is what the judge said of it, above 0: in proportion to this it is drawn by doubt. */
  readonly size: number
}

/** A unit of the sample, with the chance that it had of being in it. */
export interface Drawn<U> {
  readonly unit: U
  /** Above 0 and at most 1. Labels count by its inverse (Horvitz and Thompson, 1952). */
  readonly probability: number
}

/** How many are drawn, and how. */
export interface DrawOptions {
  readonly by: Design
  /** How many; all where there are not as many. */
  readonly items: number
  readonly seed: number
}

/** A start from 0 to below 1 is one of so many. */
const STARTS = 2 ** 31

/**
 * Draws a sample. The same units, whatever their order, and the same seed give the same sample.
 *
 * - `random`: every sample of this size is as likely as any other; each unit has n / N.
 * - `slice`: the same, within each slice; a unit has n / N of its slice. Slices get the same number as far as they have as many.
 * - `doubt`: a unit's chance is in proportion to its size, at most 1. It is drawn systematically from a list in random order, which
 *   gives each unit exactly its chance.
 *
 * - `doubtful`: all of what is given is taken, each with the chance of 1.
 *
 * By `random` and `slice` a larger sample of the same seed holds the smaller one.
 *
 * @returns in random order.
 * @throws HoldfastError where there is a slice more than what is drawn: a slice that is not drawn from could count for nothing.
 */
export function draw<U extends Unit>(units: readonly U[], { by, items, seed }: DrawOptions): Drawn<U>[] {
  const inOrder = [...units].sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  const stream = random('annotate', seed)
  const shuffled = stream.shuffle(inOrder)
  if (by === 'doubtful') return shuffled.map((unit) => ({ unit, probability: 1 }))
  const count = Math.min(items, shuffled.length)
  if (by === 'random') return shuffled.slice(0, count).map((unit) => ({ unit, probability: count / shuffled.length }))
  if (by === 'slice') return drawOfSlices(shuffled, count)
  const chances = inclusionProbabilities(
    shuffled.map(({ size }) => size),
    count,
  )
  const start = stream.int(0, STARTS - 1) / STARTS
  return systematicSample(chances, start).map((index) => ({ unit: shuffled[index] as U, probability: chances[index] as number }))
}

/** Of a list in random order, the first of each slice: within a slice every sample is as likely as any other. */
function drawOfSlices<U extends Unit>(shuffled: readonly U[], count: number): Drawn<U>[] {
  const sizes = new Map<string, number>()
  for (const { slice } of shuffled) sizes.set(slice, (sizes.get(slice) ?? 0) + 1)
  const names = [...sizes.keys()].sort()
  if (count < names.length) {
    throw new HoldfastError(
      'USAGE',
      `Failed to draw ${count} by slice: there are ${names.length} slices, and a slice without an item would count for nothing. Draw ${names.length} or more, or draw by random.`,
    )
  }
  const numbers = equalAllocation(
    names.map((name) => sizes.get(name) as number),
    count,
  )
  const wanted = new Map(names.map((name, index) => [name, numbers[index] as number]))
  const taken = new Map<string, number>()
  return shuffled.flatMap((unit) => {
    const before = taken.get(unit.slice) ?? 0
    const most = wanted.get(unit.slice) as number
    if (before === most) return []
    taken.set(unit.slice, before + 1)
    return [{ unit, probability: most / (sizes.get(unit.slice) as number) }]
  })
}
