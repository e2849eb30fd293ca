import { HoldfastError } from '../../core/base/errors.ts'
import { hashFraction } from '../../core/base/random.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { ConfiguredItems } from '../../core/config/configuredItems.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'

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

/**
 * The items of a suite that the file of HOLDFAST_ITEMS names, in their old order. A file of another suite chooses nothing of this one.
 *
 * @param sha256 hash of the suite's data.
 * @throws HoldfastError where the file is of other data, or names an item that the suite does not have.
 */
export function takeChosen<Entry extends { readonly id: string }>(
  suite: string,
  items: readonly Entry[],
  sha256: string,
  chosen: ConfiguredItems | undefined,
): readonly Entry[] {
  if (chosen === undefined || chosen.suite !== suite) return items
  if (chosen.sha256 !== undefined && chosen.sha256 !== sha256)
    throw new HoldfastError(
      'CONFIG',
      `Failed to take the items of ${chosen.path}: they are of other data of ${suite} (sha256 ${chosen.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Run with the data the file was made from, or make it again.`,
    )
  const wanted = new Set(chosen.items)
  const known = new Set(items.map(({ id }) => id))
  const unknown = [...wanted].filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new HoldfastError(
      'CONFIG',
      `Failed to take the items of ${chosen.path}: ${suite} has no item ${JSON.stringify(unknown[0])}${unknown.length > 1 ? `, nor ${counted(unknown.length - 1, 'other')} of them` : ''}. Mend the ids, or run with the data and options they are from.`,
    )
  return items.filter(({ id }) => wanted.has(id))
}

interface Shardable<Item> {
  readonly item: Item
  readonly id: string
  readonly prefix: string
}

/**
 * The items of a shard, in their old order. Items of one prefix stay together as far as shards are about equal then, as they
 * share its tokens. Every shard deals out all items and keeps its own.
 *
 * @param tokens of an item, by which shards are made equal; without, by number of items.
 * @throws HoldfastError for a shard that nothing falls to.
 */
export function ofShard<Item, Entry extends Shardable<Item>>(
  name: string,
  items: readonly Entry[],
  shard: ResolvedConfig['shard'],
  tokens: ((item: Item) => { readonly total: number }) | undefined,
): readonly Entry[] {
  if (!shard) return items
  const dealt = items.map(({ id, prefix, item }) => ({ id, group: prefix || id, weight: tokens?.(item).total ?? 1 }))
  const parts = dealOut(dealt, shard.count)
  const own = items.filter(({ id }) => parts.get(id) === shard.index - 1)
  if (own.length === 0)
    throw new HoldfastError(
      'CONFIG',
      `Failed to run shard ${shard.index}/${shard.count} of ${name}: it has ${items.length} items. Use at most ${items.length} shards.`,
    )
  return own
}

/** What is dealt out: an item, and what it should stay together with. */
export interface DealtItem {
  readonly id: string
  /** Items of one group share the beginning of their prompts. */
  readonly group: string
  /** Tokens, or 1. */
  readonly weight: number
}

interface Group {
  readonly name: string
  readonly items: readonly DealtItem[]
  readonly weight: number
}

/** How much heavier than the mean a part may be, so that groups stay whole. */
const UNEQUAL = 1.05

/**
 * Deals items out to parts of about equal weight; which part an item falls to depends on the items and the number of parts alone.
 * Groups stay whole where that makes parts equal enough. Where it does not, groups are cut: every part that has some of a group
 * sends its shared beginning once more.
 *
 * @returns the part of each item, from 0, by its id.
 */
export function dealOut(items: readonly DealtItem[], count: number): ReadonlyMap<string, number> {
  const groups = groupsOf(items)
  const whole = dealGroups(groups, count)
  const mean = groups.reduce((sum, { weight }) => sum + weight, 0) / count
  return Math.max(...whole.loads) <= UNEQUAL * mean ? whole.parts : better(whole, dealItems(groups, count, mean))
}

interface Dealt {
  readonly parts: ReadonlyMap<string, number>
  readonly loads: readonly number[]
}

/** Cutting groups costs their beginnings again: only for parts that end sooner. */
function better(whole: Dealt, cut: Dealt): Dealt['parts'] {
  return Math.max(...cut.loads) < Math.max(...whole.loads) ? cut.parts : whole.parts
}

/** The heaviest group first; of equal ones the order is drawn by hash. */
function groupsOf(items: readonly DealtItem[]): Group[] {
  const byName = new Map<string, DealtItem[]>()
  for (const item of items) {
    const known = byName.get(item.group)
    if (known) known.push(item)
    else byName.set(item.group, [item])
  }
  const groups = [...byName].map(([name, own]) => ({ name, items: own, weight: own.reduce((sum, { weight }) => sum + weight, 0) }))
  const places = new Map(groups.map(({ name }) => [name, hashFraction('shard', name)]))
  const place = ({ name }: Group) => places.get(name) as number
  return groups.sort((one, other) => other.weight - one.weight || place(one) - place(other))
}

/** Each group to the part that has least. */
function dealGroups(groups: readonly Group[], count: number): Dealt {
  const loads = new Array<number>(count).fill(0)
  const parts = new Map<string, number>()
  for (const { items, weight } of groups) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + weight
    for (const { id } of items) parts.set(id, least)
  }
  return { parts, loads }
}

/**
 * Items one by one, the groups of the heaviest items first. Of a group a part takes what there is room for under the mean, then
 * the part with most room goes on: so what is left of each part is filled with smaller items.
 */
function dealItems(groups: readonly Group[], count: number, mean: number): Dealt {
  const loads = new Array<number>(count).fill(0)
  const parts = new Map<string, number>()
  const heaviest = new Map(groups.map(({ name, items }) => [name, items.reduce((most, { weight }) => Math.max(most, weight), 0)]))
  const bySize = groups.toSorted((one, other) => (heaviest.get(other.name) as number) - (heaviest.get(one.name) as number))
  for (const { items } of bySize) {
    let part: number | undefined
    for (const { id, weight } of items) {
      // What a part began is gone on with while there is room: it has sent the beginning.
      if (part === undefined || (loads[part] as number) + weight > mean) part = loads.indexOf(Math.min(...loads))
      loads[part] = (loads[part] as number) + weight
      parts.set(id, part)
    }
  }
  return { parts, loads }
}
