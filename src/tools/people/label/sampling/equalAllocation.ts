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
  let left = Math.min(
    count,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  for (let round = 1; left > 0; round += 1) {
    for (const index of order) {
      if (left === 0 || (sizes[index] as number) < round) break
      given[index] = round
      left -= 1
    }
  }
  return given
}
