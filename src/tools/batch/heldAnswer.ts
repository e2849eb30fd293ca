import { heldToCap } from '../../models/heldToCap.ts'
import { withReasoningApart } from '../../models/reasoning.ts'
import type { Answer } from '../../models/transport.ts'
import type { AskedCall } from './batchFolder.ts'

/** An answer as a direct call gives it: its thoughts apart, and held to its cap. */
export function heldAnswer(told: Answer, hold: AskedCall['hold']): Answer {
  const apart = withReasoningApart(told)
  return hold ? heldToCap(apart, hold.cap, hold.tokenizer) : apart
}
