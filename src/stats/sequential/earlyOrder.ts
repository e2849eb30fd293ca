import { random } from '../../base/random.ts'

/** Placeholder. */
export function earlyOrder<Entry extends { readonly task: string; readonly prefix: string; readonly item: string }>(
  entries: readonly Entry[],
  seed: number,
): Entry[][] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = entry.prefix || entry.item
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const all = [...groups.values()]
  random('early', seed).shuffleInPlace(all)
  const seen = new Set<string>()
  const first = all.filter(([entry]) => {
    const isNew = !seen.has(entry?.task ?? '')
    seen.add(entry?.task ?? '')
    return isNew
  })
  return [...first, ...all.filter((group) => !first.includes(group))]
}
