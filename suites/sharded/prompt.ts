import type { ShardedItem } from './items.ts'

/** What the user says, one message a turn. */
export function messagesOf({ form, task }: ShardedItem): readonly string[] {
  if (form === 'full') return [task.full]
  if (form === 'concat')
    return [
      `Here is all that I need, point by point. Please do it with every point in mind.\n\n${task.shards.map((shard) => `- ${shard}`).join('\n')}`,
    ]
  return task.shards
}
