import { HoldfastError } from '../base/errors.ts'
import { hashFraction } from '../base/random.ts'
import type { ResolvedConfig } from '../config/resolve.ts'

interface Shardable<Item> {
  readonly item: Item
  readonly id: string
  readonly prefix: string
}

/**
 * The items of a shard, in their old order. Items of one prefix stay together, as they share its tokens; the largest groups
 * are dealt out first, each to the shard that has least, so that machines end at about the same time. Every shard deals out
 * all items and keeps its own.
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
  const weights = new Map<string, number>()
  for (const entry of items) weights.set(unitOf(entry), (weights.get(unitOf(entry)) ?? 0) + (tokens?.(entry.item).total ?? 1))
  const order = [...weights].map(([unit, weight]) => ({ unit, weight, at: hashFraction('shard', unit) }))
  order.sort((one, other) => other.weight - one.weight || one.at - other.at)
  const loads = new Array<number>(shard.count).fill(0)
  const own = new Set<string>()
  for (const { unit, weight } of order) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + weight
    if (least === shard.index - 1) own.add(unit)
  }
  if (own.size === 0)
    throw new HoldfastError(
      'CONFIG',
      `Failed to run shard ${shard.index}/${shard.count} of ${name}: its items make no more than ${weights.size} parts, since those of one context stay together. Use at most ${weights.size} shards.`,
    )
  return items.filter((entry) => own.has(unitOf(entry)))
}

function unitOf({ prefix, id }: Shardable<unknown>): string {
  return prefix || id
}
