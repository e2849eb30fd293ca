import { type ModelEntry, tokenCounter } from '../../src/kit.ts'
import { conversationTexts } from './givenTurns.ts'
import type { FbItem } from './items.ts'

/** Official cap on an answer, in tokens. */
const ANSWER_TOKENS = 4096
/** Tokens that the official code leaves free in the window for the chat template. */
const TEMPLATE_TOKENS = 100

/**
 * The official cap on the answer to an item: 4,096 tokens, or what the candidate's window leaves beside the conversation where
 * that is less. Below 1 where it leaves nothing. Where the window is not known it is not looked at.
 */
export function answerCap(candidate: Pick<ModelEntry, 'contextTokens' | 'tokenizer'> | undefined): (item: FbItem) => number {
  const window = candidate?.contextTokens
  if (window === undefined) return () => ANSWER_TOKENS
  const counter = tokenCounter(candidate)
  return (item) => Math.min(ANSWER_TOKENS, window - counter.of(conversationTexts(item).join(' ')) - TEMPLATE_TOKENS)
}
