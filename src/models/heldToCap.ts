import { type TokenizerName, tokenizer } from '../core/base/text/tokenizer.ts'
import type { Answer } from './transport.ts'

/** An answer held to the cap in tokens where the request had room for thoughts, by the endpoint's count, else our tokenizer's. */
export function heldToCap(answer: Answer, cap: number, encoding: TokenizerName = 'o200k_base'): Answer {
  // A token has at least one character, but for a few of other scripts.
  if (answer.content.length <= cap) return answer
  const { count, truncate } = tokenizer(encoding)
  const ours = count(answer.content)
  const { completionTokens, reasoningTokens } = answer.usage ?? {}
  const theirs = completionTokens !== undefined && reasoningTokens ? completionTokens - reasoningTokens : ours
  if (theirs <= cap) return answer
  return { ...answer, content: truncate(answer.content, Math.floor((ours * cap) / theirs)), finish: 'length' }
}
