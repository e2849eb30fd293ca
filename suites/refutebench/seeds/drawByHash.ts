import { hashFraction } from '../../../src/kit.ts'

/** At most `count` entries, drawn by the run's seed; fewer are a beginning of more, and the order of the entries does not count. */
export function drawByHash<Entry extends { readonly id: string }>(entries: readonly Entry[], count: number, seed: number): Entry[] {
  return entries
    .map((entry) => ({ entry, at: hashFraction('refutebench-seed', seed, entry.id) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ entry }) => entry)
}
