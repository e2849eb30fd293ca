/** Ratings from 1 to 5, differences between two of them, shares; a ratio of lengths has no upper end. */
export function refutebenchRange(key: string): readonly [number, number] {
  return /forgetting|drift/.test(key)
    ? [-4, 4]
    : /length_ratio/.test(key)
      ? [0, Number.POSITIVE_INFINITY]
      : /^focus\.|unchanged|flagged/.test(key)
        ? [0, 1]
        : [1, 5]
}
