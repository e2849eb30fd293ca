import { z } from 'zod'
import { hashFraction } from '../../random.ts'
import type { PrivateChannel } from '../types.ts'

/** What a policy answers from. */
export interface SimulatedRequest {
  /** Text of the last user message. */
  lastUserMessage(): string
  /** The item's private facts, which no real endpoint ever sees. */
  readonly hints: PrivateChannel
}

/** A simulated model. */
export interface SimulatedPolicy {
  /** Parameters after the `?` of the URI. */
  readonly parameters: z.ZodObject
  answer(request: SimulatedRequest, parameters: Readonly<Record<string, string>>): string
}

const NONE = z.strictObject({})
const share = z.string().refine((text) => text !== '' && Number(text) >= 0 && Number(text) <= 1, 'expected a number from 0 to 1')

/** The embedded models, by the name after `sim:`. They calibrate suites and stand in where there is no key. */
export const SIMULATED_POLICIES: Readonly<Record<string, SimulatedPolicy>> = {
  oracle: { parameters: NONE, answer: ({ hints }) => hints.reference() },
  null: { parameters: NONE, answer: () => '' },
  echo: { parameters: NONE, answer: (request) => request.lastUserMessage() },
  degraded: {
    parameters: z.strictObject({ p: share }),
    // The item is damaged or not by its own hash, so that a larger p damages a superset of the items.
    answer: ({ hints }, { p }) => {
      const reference = hints.reference()
      return hashFraction('degraded', hints.seed, hints.item) < Number(p) ? firstHalf(reference) : reference
    },
  },
}

/** An answer cut off half-way. */
function firstHalf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}
