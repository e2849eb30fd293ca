import { usageError } from '../../core/base/errors.ts'
import { hashFraction } from '../../core/base/random.ts'
import type { SimulatedPolicyName } from '../../core/format/modelUri.ts'
import type { PrivateChannel, TransportRequest } from '../transport.ts'

/** What a policy answers from: what is asked, and the item's private facts, which no real endpoint ever sees. */
type SimulatedRequest = Pick<TransportRequest, 'messages' | 'hints'>

type Parameters = Readonly<Record<string, string>>

/** What a simulated model answers, given the parameters of its URI; `cut` where a cap ended it. */
type SimulatedPolicy = (request: SimulatedRequest, parameters: Parameters) => string | { readonly cut: string }

/** The embedded models. They calibrate suites and stand in where there is no key. */
const SIMULATED_POLICIES: Readonly<Record<Exclude<SimulatedPolicyName, 'compacting'>, SimulatedPolicy>> = {
  oracle: ({ hints }) => hints.reference(),
  null: () => '',
  echo: ({ messages }) => messages.findLast(({ role }) => role === 'user')?.content ?? '',
  wrong: ({ hints }) => {
    const { comparison, verdict, wrong } = hints.simulation
    // As a judge: every verdict is turned round.
    if (comparison) return comparison.reply(comparison.better === 'a' ? 'b' : 'a')
    if (verdict) return verdict(() => true)
    const answer = wrong ?? hints.wrong?.()
    if (answer !== undefined) return answer
    throw usageError(
      `Failed to simulate ${hints.item}: it has no wrong answer. Give the benchmark a function \`wrong\`, or choose another simulated model.`,
    )
  },
  degraded: (request, parameters) => {
    if (!strikes('degraded', request.hints, parameters)) return rightReply(request)
    const { comparison, verdict, damaged } = request.hints.simulation
    if (comparison || verdict) return SIMULATED_POLICIES.wrong(request, {})
    return damaged ?? beginningOf(request.hints.reference())
  },
  stubborn: ({ hints }) => hints.simulation.stubborn ?? hints.reference(),
  forgetful: ({ hints }, { after }) => hints.simulation.remembering?.((answersSince) => answersSince <= Number(after)) ?? hints.reference(),
  lost: ({ hints }, parameters) => (strikes('lost', hints, parameters) ? hints.simulation.lost : undefined) ?? hints.reference(),
  cut: (request, { left, ...parameters }) => {
    const reply = rightReply(request)
    return strikes('cut', request.hints, parameters) ? { cut: beginningOf(reply, left) } : reply
  },
  memorised: ({ hints }) => hints.simulation.memorised ?? hints.reference(),
  // With `after` it holds out until the follow-up of that number; a single objection is the first.
  sycophant: ({ hints }, { after = '1' }) => {
    const { sycophant, pressed = 1 } = hints.simulation
    return pressed >= Number(after) ? (sycophant ?? hints.reference()) : hints.reference()
  },
  judge: ({ hints }, parameters) => judgeReply(hints, parameters),
  embedder: ({ hints }) => {
    throw usageError(
      `Failed to simulate ${hints.item}: sim:embedder turns texts into vectors and answers nothing. Name it with HOLDFAST_EMBEDDER only.`,
    )
  },
}

function judgeReply({ seed, item, call, vote = 0, simulation }: PrivateChannel, { noise = '0', garbage = '0', bias }: Parameters): string {
  // Unusable on every re-ask: the draw does not depend on how often the question was put.
  if (hashFraction('garbage', seed, item, call) < Number(garbage)) return simulation.unusable ?? 'I would rather not say.'
  const flipped = (index: number) => hashFraction('noise', seed, item, call, vote, index) < Number(noise)
  const { comparison } = simulation
  if (comparison) {
    const preferred = bias === 'first' ? 'a' : comparison.better
    return comparison.reply((preferred === 'a') === flipped(0) ? 'b' : 'a')
  }
  if (!simulation.verdict) {
    throw usageError(
      `Failed to simulate the judge of ${item}: nothing says what it finds. Give the criterion or the matcher \`calibration: { simulated }\`, let a \`check\` decide, or name a real judge with HOLDFAST_JUDGE.`,
    )
  }
  return simulation.verdict(flipped)
}

/** What one says who is right, be it as a judge or as what is measured. */
function rightReply({ hints }: SimulatedRequest): string {
  return hints.simulation.comparison || hints.simulation.verdict ? judgeReply(hints, {}) : hints.reference()
}

/** Whether a fault strikes an item: drawn by its own hash, so that a larger p strikes a superset of the items. */
function strikes(fault: string, { seed, item, trial = 0 }: PrivateChannel, { p, vary }: Parameters): boolean {
  return hashFraction(fault, seed, item, ...(vary === 'trial' ? [trial] : [])) < Number(p)
}

/** The beginning of an answer, by default half of it. */
function beginningOf(text: string, share: string | number = 0.5): string {
  return text.slice(0, Math.floor(text.length * Number(share)))
}

/** A simulated model, without network. @param reasoningTokens what the caps of its calls are larger by, as with a model that thinks. */
export function simulatedTransport(policy: keyof typeof SIMULATED_POLICIES, parameters: Parameters, label: string, reasoningTokens = 0) {
  return {
    ...{ label, simulated: true, reasoningTokens },
    async send(request: TransportRequest) {
      const answer = SIMULATED_POLICIES[policy](request, parameters)
      const [content, finish] = typeof answer === 'string' ? [answer, 'stop'] : [answer.cut, 'length']
      // A reference of a test in JavaScript may be anything.
      if (typeof content !== 'string') throw usageError(`Failed to simulate an answer: the reference is a ${typeof answer}. Give a text.`)
      return { content, finish, served: { model: policy } }
    },
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
