/** 97.5 % quantile of the normal distribution. */
export const Z = 1.959963984540054

/**
 * Wilson's 95 % score interval for a proportion; sound at 0 and 1, where the usual one has no width (Wilson, 1927).
 *
 * @param share 0 to 1.
 * @param n independent observations; may be a fraction (an effective size).
 */
export function wilson(share: number, n: number): [number, number] {
  const square = (Z * Z) / n
  const centre = (share + square / 2) / (1 + square)
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** A group of observations from 0 to 1, for instance the items of a subset. */
export type Stratum = readonly number[]

/**
 * 95 % interval for the unweighted mean of the strata's means. Wilson's, with the number of yes-or-no observations that
 * would vary as much; where nothing varies, with the number whose mean the strata are.
 */
export function stratifiedWilson(strata: readonly Stratum[]): [number, number] {
  const shares = strata.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length)
  const share = shares.reduce((sum, value) => sum + value, 0) / strata.length
  const errors = strata.map((values, index) => {
    const squares = values.reduce((sum, value) => sum + (value - (shares[index] as number)) ** 2, 0)
    // One observation does not tell how its stratum varies: as much as yes and no of its share would.
    return values.length > 1 ? squares / (values.length - 1) / values.length : share * (1 - share)
  })
  const variance = errors.reduce((sum, value) => sum + value, 0) / strata.length ** 2
  const size = strata.length ** 2 / strata.reduce((sum, values) => sum + 1 / values.length, 0)
  const effective = variance > 0 ? (share * (1 - share)) / variance : size
  return wilson(share, effective > 0 ? effective : size)
}
