/** Ratings from 1 to 5, differences between two of them, shares; ratios of lengths and distances have no upper end. */
export function refutebenchRange(key: string): readonly [number, number] {
  return /forgetting|drift/.test(key)
    ? [-4, 4]
    : /length_ratio|distance|refuter\.words/.test(key)
      ? [0, Number.POSITIVE_INFINITY]
      : /^focus\.|^refuter\.|unchanged|flagged|satisfied/.test(key)
        ? [0, 1]
        : [1, 5]
}
