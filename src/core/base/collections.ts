/** The sum of values, from the first to the last. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Entries by key, keys and entries in the order in which they come. */
export function groupedBy<K, T>(entries: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const own = groups.get(key)
    if (own) own.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}
