import { Reading } from './checks/reading.ts'
import { writtenTexts } from './checks/writtenText.ts'
import type { ShardedTask } from './items.ts'
import { isTextKind } from './names.ts'

/** The readings of a reply: one, or for a task that asks for a text one for each text that the reply may be taken to hand over. */
export function readingsOf({ kind }: Pick<ShardedTask, 'kind'>, reply: string): Reading[] {
  return isTextKind(kind) ? writtenTexts(reply).map((text) => new Reading(reply, text)) : [new Reading(reply)]
}
