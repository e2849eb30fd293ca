/** How long the texts of one kind are, in tokens of o200k_base. */
export interface Lengths {
  readonly texts: string
  readonly count: number
  readonly least: number
  readonly median: number
  readonly p90: number
  readonly most: number
  readonly total: number
}

/** How often each value of a label occurs. */
export interface LabelCounts {
  readonly label: string
  readonly counts: Readonly<Record<string, number>>
}

/** What a dataset holds. */
export interface DatasetCard {
  readonly suite: string
  /** Where the items come from, in the words of the suite. */
  readonly source: string
  /** Hash of the items. */
  readonly sha256: string
  readonly items: number
  readonly tasks: Readonly<Record<string, number>>
  readonly labels: readonly LabelCounts[]
  readonly lengths: readonly Lengths[]
  readonly notes: readonly string[]
}

/** Counts the values; the most frequent first, and those as frequent in the order of appearance. */
export function countValues(values: Iterable<string | number>): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one))
}

/** Counts the values in the order of appearance. */
export function countTasks(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Sums up lengths: median and 90th percentile are lengths that occur (nearest rank). */
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
