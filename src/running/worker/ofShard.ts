import { HoldfastError } from '../../core/base/errors.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { dealOut } from './dealOut.ts'

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
