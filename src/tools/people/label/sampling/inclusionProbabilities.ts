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
  const order = sizes.map((_, index) => index).sort((one, other) => (sizes[other] as number) - (sizes[one] as number))
  const chances = sizes.map(() => 1)
  // Summed from the smallest on: the sum of what is left is then no difference of two large numbers.
  const sums = order.map(() => 0)
  let sum = 0
  for (let at = order.length - 1; at >= 0; at -= 1) {
    sum += sizes[order[at] as number] as number
    sums[at] = sum
  }
  let certain = 0
  while (certain < count && (count - certain) * (sizes[order[certain] as number] as number) >= (sums[certain] as number)) certain += 1
  for (const index of order.slice(certain))
    chances[index] = Math.min(1, ((count - certain) * (sizes[index] as number)) / (sums[certain] as number))
  return chances
}
