import type { AskedCall } from '../../format/batchFolder.ts'
import { heldToCap } from '../heldToCap.ts'
import { withReasoningApart } from '../reasoning.ts'
import type { Answer } from '../transport.ts'

/** An answer as a direct call gives it: its thoughts apart, and held to its cap. */
export function heldAnswer(told: Answer, hold: AskedCall['hold']): Answer {
  const apart = withReasoningApart(told)
  return hold ? heldToCap(apart, hold.cap, hold.tokenizer) : apart
}
