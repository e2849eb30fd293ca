import { z } from 'zod'
import { HoldfastError } from '../../base/errors.ts'
import { hashFraction } from '../../base/random.ts'
import type { PrivateChannel } from '../transport.ts'

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
      const damaged = hashFraction('degraded', hints.seed, hints.item) < Number(p)
      return damaged ? (hints.simulation.mistaken ?? firstHalf(reference)) : reference
    },
  },
  stubborn: { parameters: NONE, answer: ({ hints }) => hints.simulation.stubborn ?? hints.reference() },
  forgetful: {
    parameters: z.strictObject({ after: z.string().regex(/^\d+$/, 'expected a whole number') }),
    answer: ({ hints }, { after }) => hints.simulation.remembering?.((answersSince) => answersSince <= Number(after)) ?? hints.reference(),
  },
  memorised: { parameters: NONE, answer: ({ hints }) => hints.simulation.memorised ?? hints.reference() },
  sycophant: { parameters: NONE, answer: ({ hints }) => hints.simulation.sycophant ?? hints.reference() },
  judge: {
    parameters: z.strictObject({ noise: share.optional(), garbage: share.optional(), bias: z.enum(['first']).optional() }),
    answer: ({ hints }, { noise = '0', garbage = '0', bias }) => {
      const { seed, item, call, vote = 0, simulation } = hints
      // Unusable on every re-ask: the draw does not depend on how often the question was put.
      if (hashFraction('garbage', seed, item, call) < Number(garbage)) return simulation.unusable ?? 'I would rather not say.'
      const flipped = (index: number) => hashFraction('noise', seed, item, call, vote, index) < Number(noise)
      const { comparison } = simulation
      if (comparison) {
        const preferred = bias === 'first' ? 'a' : comparison.better
        return comparison.reply((preferred === 'a') === flipped(0) ? 'b' : 'a')
      }
      if (!simulation.verdict) {
        throw new HoldfastError(
          'USAGE',
          `Failed to simulate the judge of ${item}: its criteria have no checks. Name a real judge with HOLDFAST_JUDGE.`,
        )
      }
      return simulation.verdict(flipped)
    },
  },
}

/** An answer cut off half-way. */
function firstHalf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}
