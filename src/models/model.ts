import type { CacheKey, ResponseCache } from '../cache/responseCache.ts'
import type { ModelEntry } from '../config/modelEntry.ts'
import { HoldfastError, messageOf } from '../errors.ts'
import type { Journal } from '../run/journal.ts'
import type { RecordedCalls } from '../run/recordedCalls.ts'
import { stopped, timedAttempt } from './attempt.ts'
import type { Budget } from './budget.ts'
import type { EndpointGate } from './endpointGate.ts'
import type { Limiter } from './limiter.ts'
import { AttemptsError, RetryableError, withRetries } from './retry.ts'
import {
  type Answer,
  type CallKey,
  contentText,
  type Message,
  type PrivateChannel,
  type RequestOptions,
  type Simulation,
  type Transport,
  type TransportRequest,
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
  /** Keeps the endpoint's limits; none for embedded models. */
  readonly gate?: EndpointGate | undefined
  readonly limiter: Limiter
  readonly journal: Journal
  readonly budget?: Budget | undefined
  readonly cache?: ResponseCache | undefined
  /** Answers of the run that is being finished. */
  readonly recorded?: Promise<RecordedCalls> | undefined
  readonly key: Pick<CallKey, 'suite' | 'item' | 'role' | 'trial'>
  readonly hints: Pick<PrivateChannel, 'item' | 'seed' | 'reference'>
  readonly counts: CallCounts
  readonly signal: AbortSignal
}

/** Binds a model to an item. */
export function bindModel(binding: ModelBinding): Model {
  const { transport } = binding
  return {
    name: transport.label,
    simulated: transport.simulated,
    ask: (prompt, options = {}) => answerTo(binding, prompt, options),
  }
}

/** From the journal of the run that is being finished, from the cache, or from the model. */
async function answerTo(binding: ModelBinding, prompt: Prompt, options: AskOptions): Promise<Answer> {
  const { limiter, gate, counts, signal, transport, cache, recorded, budget, entry } = binding
  const key: CallKey = { ...binding.key, call: options.call ?? 'answer', ask: options.ask ?? 0, vote: options.vote ?? 0 }
  const known = recorded && (await recorded).find(key)
  if (known) {
    budget?.spend(known.usage, entry.price)
    count(counts, known, 1)
    return checked(known, key, transport.label)
  }
  // Prompts are built inside the limiter's slot, never before it, and not kept while a call waits for its endpoint: those of
  // LIFBench are 480 MB.
  const build = () => request(binding, key, prompt, options)
  if (cache && transport.cacheBody) {
    const hit = await limiter.run(() => fromCache(binding, cache, build()))
    if (hit) return checked(hit, key, transport.label)
  }
  await gate?.enter(signal).catch((error: unknown) => giveUp(error, binding))
  return checked(await limiter.run(() => call(binding, build())), key, transport.label)
}

function giveUp(error: unknown, { signal, transport }: ModelBinding): never {
  throw signal.aborted ? stopped(transport.label) : error
}

function checked(answer: Answer, key: CallKey, label: string): Answer {
  if (!answer.refused || key.role !== 'candidate') return answer
  throw new HoldfastError(
    'ENDPOINT',
    `Failed to call ${label}: its provider refused the prompt for its content. Leave the item out or ask another provider.`,
  )
}

/** A request with the messages as the journal stores them. */
interface BuiltRequest extends TransportRequest {
  readonly parts: readonly Message[]
}

function request(binding: ModelBinding, key: CallKey, prompt: Prompt, options: AskOptions): BuiltRequest {
  const parts = readPrompt(prompt)
  const { simulation = {} } = options
  const hints: PrivateChannel = {
    ...binding.hints,
    call: key.call,
    vote: key.vote,
    simulation,
    reference: () => simulation.reference ?? binding.hints.reference(),
  }
  return { key, parts, messages: parts.map(({ role, content }) => ({ role, content: contentText(content) })), options, hints }
}

async function fromCache(binding: ModelBinding, cache: ResponseCache, built: BuiltRequest): Promise<Answer | undefined> {
  const { transport, journal, counts } = binding
  const key = cacheKey(transport, built)
  if (!key) return undefined
  const began = performance.now()
  const hit = await cache.get(key)
  if (!hit) return undefined
  await journal.write(built.key, built.parts, { ...hit, model: transport.label, ms: Math.round(performance.now() - began), attempts: 0 })
  count(counts, hit, 1)
  return hit
}

function cacheKey(transport: Transport, { key: { trial, ask, vote }, ...built }: BuiltRequest): CacheKey | undefined {
  const body = transport.cacheBody?.({ ...built, key: { trial, ask, vote } as CallKey })
  return body === undefined ? undefined : { endpoint: transport.label, body, trial, ask, vote }
}

async function call(binding: ModelBinding, built: BuiltRequest): Promise<Answer> {
  const { transport, entry, journal, counts, signal, gate, budget, cache } = binding
  const { key, parts } = built
  const characters = built.messages.reduce((sum, { content }) => sum + content.length, 0)
  const settle = budget?.reserve(characters, entry.maxTokens ?? built.options.maxTokens, entry.price, transport.label)
  let attempt = 0
  const send = async () => {
    attempt += 1
    if (attempt > 1) await gate?.enter(signal)
    try {
      return await timedAttempt((attemptSignal) => transport.send(built, attemptSignal), entry.timeoutSeconds, signal, transport.label)
    } catch (error) {
      if (error instanceof RetryableError) gate?.rejected(error.retryAfterMs, error.status === 429)
      throw error
    }
  }
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  try {
    const { value, attempts } = await withRetries(send, entry.maxAttempts, signal)
    settle?.(value.usage)
    gate?.answered(value.usage)
    const { pauseMs, ...answer } = value
    if (pauseMs !== undefined) gate?.pause(pauseMs)
    await journal.write(key, parts, { ...answer, model: value.model ?? transport.label, ms: elapsed(), attempts })
    const stored = cache && !value.refused ? cacheKey(transport, built) : undefined
    if (stored) await cache?.put(stored, answer)
    count(counts, value, attempts)
    return answer
  } catch (error) {
    if (!(error instanceof AttemptsError)) throw error
    settle?.(undefined)
    count(counts, undefined, error.attempts)
    const failure = signal.aborted ? stopped(transport.label) : finalFailure(error, transport.label)
    if (!signal.aborted && error.cause instanceof RetryableError) gate?.failed(transport.label, messageOf(error.cause))
    await journal.write(key, parts, { model: transport.label, ms: elapsed(), attempts: error.attempts, error: failure.message })
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
  if (answer?.cached) {
    // Its tokens were paid for when it was recorded.
    counts.cached = (counts.cached ?? 0) + 1
    return
  }
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
