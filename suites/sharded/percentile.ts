/**
 * Percentile of values by linear interpolation between those that stand next to it in order, as NumPy's default.
 *
 * @param share 0 to 1: 0.9 is the 90th percentile.
 * @returns NaN of nothing.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) return Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}
