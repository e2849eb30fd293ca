import type { ModelEntry } from '../config/modelEntry.ts'
import { HoldfastError, messageOf } from '../errors.ts'
import type { Journal } from '../run/journal.ts'
import { stopped, timedAttempt } from './attempt.ts'
import type { Limiter } from './limiter.ts'
import { AttemptsError, withRetries } from './retry.ts'
import {
  type Answer,
  type CallKey,
  contentText,
  type Message,
  type PrivateChannel,
  type RequestOptions,
  type Simulation,
  type Transport,
} from './types.ts'

/** Tokens and attempts of the calls of one item, by role. */
export interface CallCounts {
  calls: number
  retries: number
  /** Calls that were answered from a recording or the cache. */
  cached?: number
  promptTokens: number
  completionTokens: number
  /** Whether any answer came from a simulated model, also when it is replayed. */
  simulated?: boolean
}

/** Messages, or what makes them when the call's turn comes: all prompts of LIFBench at once are 480 MB. */
export type Prompt = string | readonly Message[] | (() => readonly Message[])

/** How one call is made. */
export interface AskOptions extends RequestOptions {
  /** Name of the call in the journal. Default `answer`. */
  readonly call?: string
  readonly ask?: number
  readonly vote?: number
  /** What simulated models say to this call; the item's reference is the right answer by default. */
  readonly simulation?: Simulation | undefined
}

/** A model in the hands of one item: its calls are limited, retried, journaled and counted. */
export interface Model {
  /** URI without credentials. */
  readonly name: string
  readonly simulated: boolean
  /**
   * One call.
   *
   * @throws HoldfastError when the endpoint fails for good.
   */
  ask(prompt: Prompt, options?: AskOptions): Promise<Answer>
}

/** What a model is bound to. */
export interface ModelBinding {
  readonly transport: Transport
  readonly entry: ModelEntry
  readonly limiter: Limiter
  readonly journal: Journal
  readonly key: Pick<CallKey, 'suite' | 'item' | 'role' | 'trial'>
  readonly hints: Pick<PrivateChannel, 'item' | 'seed' | 'reference'>
  readonly counts: CallCounts
  readonly signal: AbortSignal
}

/** Binds a model to an item. */
export function bindModel(binding: ModelBinding): Model {
  const { transport, limiter } = binding
  return {
    name: transport.label,
    simulated: transport.simulated,
    ask: (prompt, options = {}) => limiter.run(() => call(binding, prompt, options)),
  }
}

async function call(binding: ModelBinding, prompt: Prompt, options: AskOptions): Promise<Answer> {
  const { transport, entry, journal, counts, signal } = binding
  const messages = readPrompt(prompt)
  const key: CallKey = { ...binding.key, call: options.call ?? 'answer', ask: options.ask ?? 0, vote: options.vote ?? 0 }
  const { simulation = {} } = options
  const hints: PrivateChannel = {
    ...binding.hints,
    call: key.call,
    vote: key.vote,
    simulation,
    reference: () => simulation.reference ?? binding.hints.reference(),
  }
  const plain = messages.map(({ role, content }) => ({ role, content: contentText(content) }))
  const request = { key, messages: plain, options, hints }
  const send = () => timedAttempt((attemptSignal) => transport.send(request, attemptSignal), entry.timeoutSeconds, signal, transport.label)
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  try {
    const { value, attempts } = await withRetries(send, entry.maxAttempts, signal)
    await journal.write(key, messages, { ...value, model: value.model ?? transport.label, ms: elapsed(), attempts })
    count(counts, value, attempts)
    if (value.refused && key.role === 'candidate') {
      throw new HoldfastError(
        'ENDPOINT',
        `Failed to call ${transport.label}: its provider refused the prompt for its content. Leave the item out or ask another provider.`,
      )
    }
    return value
  } catch (error) {
    if (!(error instanceof AttemptsError)) throw error
    count(counts, undefined, error.attempts)
    const failure = signal.aborted ? stopped(transport.label) : finalFailure(error, transport.label)
    await journal.write(key, messages, { model: transport.label, ms: elapsed(), attempts: error.attempts, error: failure.message })
    throw failure
  }
}

function readPrompt(prompt: Prompt): readonly Message[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  return typeof prompt === 'function' ? prompt() : prompt
}

function count(counts: CallCounts, answer: Answer | undefined, attempts: number): void {
  counts.calls += 1
  counts.retries += attempts - 1
  if (answer?.simulated) counts.simulated = true
  if (answer?.cached) counts.cached = (counts.cached ?? 0) + 1
  counts.promptTokens += answer?.usage?.promptTokens ?? 0
  counts.completionTokens += answer?.usage?.completionTokens ?? 0
}

function finalFailure({ cause, attempts }: AttemptsError, label: string): HoldfastError {
  if (cause instanceof HoldfastError) return cause
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return new HoldfastError('ENDPOINT', `Failed to call ${label}: ${messageOf(cause)}, tried ${tries}. Check that the endpoint is up.`, {
    cause,
  })
}
