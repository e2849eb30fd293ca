import type { DescribedLabel } from '../../../kit.ts'

/** Counts how often each value occurs, in the order asked for. Values as frequent as each other stand in the order of appearance. */
export function countValues(values: DescribedLabel['of'], order: NonNullable<DescribedLabel['order']>): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) {
    if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
  const entries = [...counts]
  if (order === 'frequency') entries.sort(([, one], [, other]) => other - one)
  if (order === 'sorted') entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries)
}
