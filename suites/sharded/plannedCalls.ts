import { CallTally, capOf, type PlannedCalls, plannedUses, type ResolvedConfig, tokenCounter } from '../../src/kit.ts'
import type { ShardedItem } from './items.ts'
import { messagesOf } from './prompt.ts'
import { ANSWER_TOKENS, TYPICAL } from './typicalLengths.ts'

/** Tells what an item takes: one call a message, each with all that was said before. */
export function planSharded({ roles }: Pick<ResolvedConfig, 'roles'>): (item: ShardedItem) => PlannedCalls {
  const { of } = tokenCounter(roles.candidate)
  const cap = capOf(roles.candidate, ANSWER_TOKENS)
  return (item) => {
    const messages = messagesOf(item)
    const tally = (answer: number) => {
      const counted = new CallTally()
      const conversation = counted.conversation('candidate', 0)
      for (const message of messages) conversation.ask(of(message), answer)
      return counted
    }
    const typical = Math.min(cap, Math.round(TYPICAL.perReference * of(item.task.reference)) + TYPICAL.around)
    return { waves: messages.length, roles: plannedUses(tally, { typical, most: cap }) }
  }
}
