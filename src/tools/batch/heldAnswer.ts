import { type Answer, heldToCap, withReasoningApart } from '../../kit.ts'
import type { AskedCall } from './batchFolder.ts'

/** An answer as a direct call gives it: its thoughts apart, and held to its cap. */
export function heldAnswer(told: Answer, hold: AskedCall['hold']): Answer {
  const apart = withReasoningApart(told)
  return hold ? heldToCap(apart, hold.cap, hold.tokenizer) : apart
}
