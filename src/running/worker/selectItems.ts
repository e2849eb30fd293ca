import { hashFraction } from '../../core/base/random.ts'

/** What selection needs to know of an item. */
export interface Selectable {
  readonly id: string
  readonly task: string
  /** Items of one stratum are alike; a sample takes from all strata in turn. */
  readonly stratum: string
}

/**
 * At most `limit` items per task, in their old order. The choice is seeded, stratified and nested: each task's items have
 * one order, going round the strata, and a limit takes its beginning, so 100 is a subset of 200.
 */
export function selectItems<T extends Selectable>(items: readonly T[], limit: number | undefined, seed: number): T[] {
  if (limit === undefined) return [...items]
  const chosen = new Set<T>()
  for (const group of groups(items, (item) => item.task)) {
    for (const item of roundRobin(group, seed).slice(0, limit)) chosen.add(item)
  }
  return items.filter((item) => chosen.has(item))
}

function roundRobin<T extends Selectable>(items: readonly T[], seed: number): T[] {
  const order = (key: string) => hashFraction('limit', seed, key)
  const strata = groups(items, (item) => item.stratum)
    .map((stratum) => sortBy(stratum, (item) => order(item.id)))
    .map((stratum) => ({ stratum, at: order((stratum[0] as T).stratum) }))
    .sort((one, other) => one.at - other.at)
  const longest = Math.max(...strata.map(({ stratum }) => stratum.length))
  return Array.from({ length: longest }, (_, round) => strata.flatMap(({ stratum }) => stratum.slice(round, round + 1))).flat()
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const byKey = new Map<string, T[]>()
  for (const item of items) {
    const group = byKey.get(keyOf(item))
    if (group) group.push(item)
    else byKey.set(keyOf(item), [item])
  }
  return [...byKey.values()]
}

function sortBy<T>(items: readonly T[], rankOf: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
