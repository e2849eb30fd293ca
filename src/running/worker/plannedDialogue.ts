import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { capOf, plannedUses, tokenCounter } from './callTally.ts'
import type { PlannedCalls } from './suite.ts'

/** A message to the candidate, with the tokens that its answer typically has. */
export interface PlannedMessage {
  readonly tokens: number
  readonly typical: number
  /** It is asked in a branch of its own: what is said later does not hold it. */
  readonly isAside?: boolean
}

/**
 * Plans items that are one conversation with the candidate each.
 * @param answerTokens cap of an answer, where the model's entry has none of its own.
 * @param saidIn what is said in the conversation of an item, by a counter of tokens: its opening, by default nothing, then each message.
 */
export function planDialogue<Item>(
  { roles }: Pick<ResolvedConfig, 'roles'>,
  answerTokens: number,
  saidIn: (item: Item, of: (text: string) => number) => { readonly opening?: number; readonly messages: readonly PlannedMessage[] },
): (item: Item) => PlannedCalls {
  const { of } = tokenCounter(roles.candidate)
  const cap = capOf(roles.candidate, answerTokens)
  return (item) => {
    const { opening = 0, messages } = saidIn(item, of)
    const roles = plannedUses<(typical: number) => number>(
      (typical) => Math.min(typical, cap),
      () => cap,
      (counted, lengthOf) => {
        const conversation = counted.conversation('candidate', opening)
        for (const { tokens, typical, isAside } of messages) (isAside ? conversation.branch() : conversation).ask(tokens, lengthOf(typical))
      },
    )
    return { waves: messages.length, roles }
  }
}
