import { z } from 'zod'
import { HoldfastError } from '../../core/base/errors.ts'
import { hashFraction } from '../../core/base/random.ts'
import type { SimulatedPolicyName } from '../../core/format/modelUri.ts'
import type { PrivateChannel } from '../transport.ts'

/** What a policy answers from. */
interface SimulatedRequest {
  /** Text of the last user message. */
  lastUserMessage(): string
  /** The item's private facts, which no real endpoint ever sees. */
  readonly hints: PrivateChannel
}

/** What a simulated model answers, given the parameters of its URI. */
type SimulatedPolicy = (request: SimulatedRequest, parameters: Readonly<Record<string, string>>) => string

/** The embedded models. They calibrate suites and stand in where there is no key. */
const SIMULATED_POLICIES: Readonly<Record<SimulatedPolicyName, SimulatedPolicy>> = {
  oracle: ({ hints }) => hints.reference(),
  null: () => '',
  echo: (request) => request.lastUserMessage(),
  wrong: ({ hints }) => {
    const { comparison, verdict, wrong } = hints.simulation
    // As a judge: every verdict is turned round.
    if (comparison) return comparison.reply(comparison.better === 'a' ? 'b' : 'a')
    if (verdict) return verdict(() => true)
    const answer = wrong ?? hints.wrong?.()
    if (answer !== undefined) return answer
    throw new HoldfastError(
      'USAGE',
      `Failed to simulate ${hints.item}: it has no wrong answer. Give the benchmark a function \`wrong\`, or choose another simulated model.`,
    )
  },
  // The item is damaged or not by its own hash, so that a larger p damages a superset of the items.
  degraded: ({ hints }, { p }) => {
    const reference = hints.reference()
    const damaged = hashFraction('degraded', hints.seed, hints.item) < Number(p)
    return damaged ? (hints.simulation.mistaken ?? firstHalf(reference)) : reference
  },
  stubborn: ({ hints }) => hints.simulation.stubborn ?? hints.reference(),
  forgetful: ({ hints }, { after }) => hints.simulation.remembering?.((answersSince) => answersSince <= Number(after)) ?? hints.reference(),
  // By the item's own hash, so that a larger p loses a superset of the items.
  lost: ({ hints }, { p }) =>
    hints.simulation.lost !== undefined && hashFraction('lost', hints.seed, hints.item) < Number(p)
      ? hints.simulation.lost
      : hints.reference(),
  memorised: ({ hints }) => hints.simulation.memorised ?? hints.reference(),
  // With `after` it holds out until the follow-up of that number; a single objection is the first.
  sycophant: ({ hints }, { after = '1' }) => {
    const { sycophant, pressed = 1 } = hints.simulation
    return pressed >= Number(after) ? (sycophant ?? hints.reference()) : hints.reference()
  },
  judge: ({ hints }, { noise = '0', garbage = '0', bias }) => {
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
        `Failed to simulate the judge of ${item}: nothing says what it finds. Give the criterion or the matcher \`calibration: { simulated }\`, let a \`check\` decide, or name a real judge with HOLDFAST_JUDGE.`,
      )
    }
    return simulation.verdict(flipped)
  },
  embedder: ({ hints }) => {
    throw new HoldfastError(
      'USAGE',
      `Failed to simulate ${hints.item}: sim:embedder turns texts into vectors and answers nothing. Name it with HOLDFAST_EMBEDDER only.`,
    )
  },
}

/** An answer cut off half-way. */
function firstHalf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}

const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })

/** A `fetch` that answers chat completions by a policy, without network; the client tells it the item's facts beside the request. */
export function simulatedFetch(policyName: SimulatedPolicyName, parameters: Readonly<Record<string, string>>): typeof fetch {
  const policy = SIMULATED_POLICIES[policyName]
  return async (_input, init) => {
    const { hints } = init as { readonly hints: PrivateChannel }
    const lastUserMessage = () => {
      const { messages } = body.parse(JSON.parse(String(init?.body)))
      return messages.findLast((message) => message.role === 'user')?.content ?? ''
    }
    const content = policy({ lastUserMessage, hints }, parameters)
    return Response.json({
      id: 'simulated',
      object: 'chat.completion',
      created: 0,
      model: policyName,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    })
  }
}

/** Directions of a simulated vector. */
const DIRECTIONS = 128

/** A made-up vector of length 1 by hashes of a text's words and their beginnings: common words make texts near, without meaning. */
export function simulatedVector(text: string): number[] {
  const vector = Array<number>(DIRECTIONS).fill(0)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const feature of words.flatMap((word) => [word, `${word.slice(0, 4)}*`])) {
    const at = Math.floor(hashFraction('embedder', feature) * DIRECTIONS)
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length)
}
