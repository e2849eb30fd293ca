/** How long the texts of one kind are. */
export interface Lengths {
  /** Name of the kind. */
  readonly texts: string
  readonly count: number
  readonly least: number
  readonly median: number
  readonly p90: number
  readonly most: number
  readonly total: number
}

/** Sums up lengths. Median and 90th percentile are lengths that occur (nearest rank). */
export function sumUpLengths(texts: string, lengths: readonly number[]): Lengths {
  const sorted = [...lengths].sort((one, other) => one - other)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return {
    texts,
    count: sorted.length,
    least: sorted[0] ?? 0,
    median: rank(0.5),
    p90: rank(0.9),
    most: sorted.at(-1) ?? 0,
    total: sorted.reduce((sum, length) => sum + length, 0),
  }
}
