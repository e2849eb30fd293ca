/** Arithmetic mean; NaN of nothing. Sums with compensation (Neumaier), so that the order of items does not show. */
export function mean(values: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return (sum + lost) / values.length
}

/** Mean of the values that are known; undefined of none. */
export function meanOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : mean(known)
}

/** Sample standard deviation (n - 1); NaN of fewer than two values. */
export function sampleDeviation(values: readonly number[]): number {
  const centre = mean(values)
  return values.length < 2
    ? Number.NaN
    : Math.sqrt(mean(values.map((value) => (value - centre) ** 2)) * (values.length / (values.length - 1)))
}

/** Median: the middle value, or the mean of the two middle ones; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return mean(sorted.slice(Math.floor(middle), Math.ceil(middle) + 1))
}
