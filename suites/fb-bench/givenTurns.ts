import type { FbItem } from './items.ts'

/** The turns that come before the last feedback: the query with the first answer, then the exchanges. */
export function givenTurns({ query, firstResponse, exchanges = [] }: FbItem): { readonly user: string; readonly assistant: string }[] {
  return [
    { user: query, assistant: firstResponse },
    ...exchanges.map(({ feedback, response }) => ({ user: feedback, assistant: response })),
  ]
}

/** All texts of an item's conversation, in their order, up to the last feedback. */
export function conversationTexts(item: FbItem): string[] {
  return [...givenTurns(item).flatMap(({ user, assistant }) => [user, assistant]), item.feedback]
}
