import { groupBy, random, sum, usageError } from '../../../kit.ts'

/** How a sample is drawn: all alike, the more doubtful the more often, the same number of each slice; or all that is doubtful is taken. */
export const DESIGNS = ['random', 'doubt', 'slice', 'doubtful'] as const

/** Name of a design. */
export type Design = (typeof DESIGNS)[number]

/** What can be drawn: an item's trial, with all that people can be asked of it. */
export interface DrawUnit {
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
 * @param items how many; all where there are not as many.
 * @returns in random order.
 * @throws HoldfastError where there is a slice more than what is drawn: a slice that is not drawn from could count for nothing.
 */
export function draw<U extends DrawUnit>(
  units: readonly U[],
  { by, items, seed }: { readonly by: Design; readonly items: number; readonly seed: number },
): Drawn<U>[] {
  const inOrder = [...units].sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  const stream = random('annotate', seed)
  const shuffled = stream.shuffle(inOrder)
  const count = by === 'doubtful' ? shuffled.length : Math.min(items, shuffled.length)
  if (by !== 'doubt') return drawOfSlices(shuffled, count, by === 'slice' ? ({ slice }) => slice : () => '')
  const sizes = shuffled.map(({ size }) => size)
  const chances = inclusionProbabilities(sizes, count)
  const start = stream.int(0, STARTS - 1) / STARTS
  return systematicSample(chances, start).map((index) => ({ unit: shuffled[index] as U, probability: chances[index] as number }))
}

/** Of a list in random order, the first of each slice: within a slice every sample is as likely as any other. */
function drawOfSlices<U extends DrawUnit>(shuffled: readonly U[], count: number, sliceOf: (unit: U) => string): Drawn<U>[] {
  const slices = [...groupBy(shuffled, sliceOf)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, units]) => units)
  if (count < slices.length)
    throw usageError(
      `Failed to draw ${count} by slice: there are ${slices.length} slices, and a slice without an item would count for nothing. Draw ${slices.length} or more, or draw by random.`,
    )
  const numbers = equalAllocation(
    slices.map(({ length }) => length),
    count,
  )
  const chances = new Map(
    slices.flatMap((own, at) => own.slice(0, numbers[at]).map((unit) => [unit, (numbers[at] as number) / own.length] as const)),
  )
  return shuffled.flatMap((unit) => {
    const probability = chances.get(unit)
    return probability === undefined ? [] : [{ unit, probability }]
  })
}

/**
 * How many are drawn of each stratum so that all have the same number, as far as they have as many. What is left over of a round goes
 * to the larger strata. Of a larger sample no stratum gets less.
 *
 * @param sizes of the strata.
 * @param count how many are drawn of all; as many as there are where it is more.
 */
export function equalAllocation(sizes: readonly number[], count: number): number[] {
  const given = sizes.map(() => 0)
  const order = sizes.map((_, index) => index).sort((one, other) => (sizes[other] as number) - (sizes[one] as number) || one - other)
  let left = Math.min(count, sum(sizes))
  for (let round = 1; left > 0; round += 1) {
    for (const index of order) {
      if (left === 0 || (sizes[index] as number) < round) break
      given[index] = round
      left -= 1
    }
  }
  return given
}

/**
 * Chances of being drawn in proportion to a size, none above 1, that sum to the number that is drawn: what would come out above 1 is
 * drawn for certain, and the rest shares what is left (Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, section
 * 3.6.2).
 *
 * @param sizes each above 0: what has no size could never be drawn.
 * @param count how many are drawn; as many as there are where it is more.
 * @returns above 0 and at most 1, in the order of the sizes.
 */
export function inclusionProbabilities(sizes: readonly number[], count: number): number[] {
  if (count >= sizes.length) return sizes.map(() => 1)
  const sizeOf = (index: number) => sizes[index] as number
  const chances = sizes.map(() => 1)
  // The smallest first: their sum is then exact where one of them is much larger.
  let uncertain = [...sizes.keys()].sort((one, other) => sizeOf(one) - sizeOf(other))
  for (;;) {
    const left = count - (sizes.length - uncertain.length)
    const total = sum(uncertain.map(sizeOf))
    const others = uncertain.filter((index) => left * sizeOf(index) < total)
    if (others.length === uncertain.length) {
      for (const index of uncertain) chances[index] = Math.min(1, (left * sizeOf(index)) / total)
      return chances
    }
    uncertain = others
  }
}

/**
 * A sample of fixed size in which each entry has exactly its own chance: the chances are laid end to end, and an entry is drawn where
 * one of the points start, start + 1, start + 2 … falls into its part (Madow, 1949). The start is to be drawn evenly from 0 to 1, and
 * the list to be in random order: else entries that stand near each other were never drawn together. Of a handful of entries some
 * two may never be. That does not matter for a total, whose weights are the chances of single entries.
 *
 * @param chances above 0 and at most 1, with a whole sum.
 * @param start from 0 to below 1, a multiple of 2^-31: from finer ones rounding could lose an entry.
 * @returns indexes of what is drawn, as many as the chances sum to, in order.
 */
export function systematicSample(chances: readonly number[], start: number): number[] {
  const drawn: number[] = []
  const uncertain = chances.flatMap((chance, index) => (chance < 1 ? [index] : []))
  const certain = chances.flatMap((chance, index) => (chance < 1 ? [] : [index]))
  const whole = Math.round(uncertain.reduce((sum, index) => sum + (chances[index] as number), 0))
  let [end, points] = [0, 0]
  for (const [at, index] of uncertain.entries()) {
    // The last ends at the whole number, and none before it behind that, whatever rounding made of the sum.
    end = at === uncertain.length - 1 ? whole : Math.min(whole, end + (chances[index] as number))
    // A part is shorter than 1, so that two points in it are rounding too: the second is then in the next.
    if (Math.ceil(end - start) <= points) continue
    drawn.push(index)
    points += 1
  }
  return [...certain, ...drawn].sort((one, other) => one - other)
}
