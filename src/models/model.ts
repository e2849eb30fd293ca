import { HoldfastError, messageOf } from '../core/base/errors.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import { redacted } from '../core/base/secrets.ts'
import { UnscoredError } from '../core/base/unscored.ts'
import { stopped, timedAttempt } from './attempt.ts'
import type { Reservation } from './budget.ts'
import type { CachePlace, ResponseCache } from './cache/responseCache.ts'
import { countAnswer } from './countAnswer.ts'
import { EndpointClosedError } from './endpointClosedError.ts'
import type { Pass } from './endpointGate.ts'
import { heldToCap } from './heldToCap.ts'
import type { BuiltRequest, ModelBinding } from './modelBinding.ts'
import { cutReason, isCutEmpty, withReasoningApart } from './reasoning.ts'
import { AttemptsError, RetryableError, withRetries } from './retry.ts'
import { samplingOf } from './sampling.ts'
import {
  type Answer,
  type CallKey,
  contentText,
  type Message,
  type PrivateChannel,
  type RequestOptions,
  type Simulation,
  type Transport,
} from './transport.ts'

/** Messages, or what makes them when the call's turn comes: all prompts of LIFBench at once are 480 MB. */
export type Prompt = string | readonly Message[] | (() => readonly Message[])

/** How one call is made. */
export interface AskOptions extends RequestOptions {
  /** Name of the call in the journal. Default `answer`. */
  readonly call?: string
  readonly ask?: number
  readonly vote?: number
  /** What simulated models answer to this call; the item's reference by default. No other model learns of it. */
  readonly reference?: string | undefined
  /** What simulated models say to this call, by what they pretend to be. */
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
  const { limiter, counts, transport, cache, recorded } = binding
  const key: CallKey = { ...binding.key, call: options.call ?? 'answer', ask: options.ask ?? 0, vote: options.vote ?? 0 }
  const known = recorded && (await recorded).find(key)
  if (known) {
    countAnswer(counts, known, 1)
    return checked(redacted(withReasoningApart(known)), key, binding)
  }
  // Prompts are built inside the limiter's slot, never before it, and not kept while a call waits for its endpoint: those of
  // LIFBench are 480 MB.
  const build = () => request(binding, key, prompt, options)
  let place: CachePlace | undefined
  if (cache && transport.cacheBody) {
    const lookUp = async () => {
      const built = build()
      place = placeOf(cache, transport, built)
      return place && fromCache(binding, cache, place, built)
    }
    const hit = await limiter.run(lookUp, binding.begun?.())
    if (hit) return checked(hit, key, binding)
  }
  const { batches } = binding
  if (batches && transport.batch) {
    const caching = async (told: Answer) => cached(binding, place, told)
    return checked(await (await batches).ask(binding, transport.batch, build, caching), key, binding)
  }
  return checked(await call(binding, key, build, place), key, binding)
}

/** Keeps an answer for later runs. What was cut before it began may have an answer another time. */
async function cached({ cache }: ModelBinding, place: CachePlace | undefined, told: Answer): Promise<void> {
  if (place && !told.refused && !isCutEmpty(redacted(told))) await cache?.put(place, told)
}

/**
 * An answer that counts as one.
 *
 * @throws HoldfastError for a candidate whose prompt was refused; UnscoredError for one whose answer was cut before it began.
 */
function checked(answer: Answer, key: CallKey, { transport: { label } }: ModelBinding): Answer {
  if (key.role !== 'candidate') return answer
  if (answer.refused)
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to call ${label}: its provider refused the prompt for its content. Leave the item out or ask another provider.`,
    )
  if (isCutEmpty(answer)) throw new UnscoredError(`Failed to get an answer: ${cutReason(label, answer)}`)
  return answer
}

function request(binding: ModelBinding, key: CallKey, prompt: Prompt, options: AskOptions): BuiltRequest {
  const parts = readPrompt(prompt)
  const { simulation = {}, reference: own, ...sent } = options
  const hints: PrivateChannel = {
    ...binding.hints,
    call: key.call,
    vote: key.vote,
    simulation,
    reference: () => own ?? simulation.reference ?? binding.hints.reference(simulation.standIn),
  }
  return { key, parts, messages: parts.map(({ role, content }) => ({ role, content: contentText(content) })), options: sent, hints }
}

async function fromCache(
  { transport, journal, counts }: ModelBinding,
  cache: ResponseCache,
  place: CachePlace,
  built: BuiltRequest,
): Promise<Answer | undefined> {
  const began = performance.now()
  const hit = redacted(cache.get(place))
  if (!hit) return undefined
  await journal.write(built.key, built.parts, { ...hit, model: transport.label, ms: Math.round(performance.now() - began), attempts: 0 })
  countAnswer(counts, hit, 1)
  return hit
}

/** Undefined for a request that is not to be cached. */
function placeOf(cache: ResponseCache, transport: Transport, built: BuiltRequest): CachePlace | undefined {
  const { trial, ask, vote } = built.key
  const body = transport.cacheBody?.(built)
  return body === undefined ? undefined : cache.placeOf({ endpoint: transport.label, body, trial, ask, vote })
}

/** One call with its attempts; each takes a place in the run for itself, so that a wait in between holds up nobody else. */
async function call(binding: ModelBinding, key: CallKey, build: () => BuiltRequest, place: CachePlace | undefined): Promise<Answer> {
  const { transport, entry, journal, counts, gate, limiter, budget, retries, stopping = binding.signal } = binding
  const { label } = transport
  const { attempts: before = 0, error: lastError = '' } = (await retries?.before(key)) ?? {}
  if (before >= entry.maxAttempts) {
    countAnswer(counts, undefined, before)
    throw usedUp(label, lastError, before)
  }
  let began: number | undefined
  let sent = before
  const elapsed = () => Math.round(performance.now() - (began ?? performance.now()))
  const attempt = async (): Promise<Answer> => {
    budget?.check(entry.price, label)
    const urgent = sent > 0 || binding.begun?.()
    const pass = await gate?.enter(stopping, urgent)
    return limiter.run(async () => {
      try {
        if (stopping.aborted) throw stopped(label)
        if (journal.fault) throw journal.fault
        journal.open?.()
        pass?.go()
        began ??= performance.now()
        const built = build()
        const { told, reserved } = await send(binding, built, pass, () => {
          sent += 1
        })
        // Before anybody reads it: what is scored now is what is scored when the journal is replayed.
        const answer = redacted(told)
        const { adapted: _adapted, ...kept } = answer
        await journal.write(built.key, built.parts, { ...kept, model: answer.model ?? label, ms: elapsed(), attempts: sent })
        if (told.usage) reserved?.journaled()
        await cached(binding, place, told)
        return answer
      } catch (error) {
        pass?.failed(error)
        throw error
      }
    }, urgent)
  }
  const failed =
    retries &&
    ((error: RetryableError, attempts: number) =>
      retries.failed(key, { model: label, error: messageOf(error), attempt: attempts, of: entry.maxAttempts }))
  try {
    const { value } = await withRetries(attempt, entry.maxAttempts, stopping, { before, failed })
    countAnswer(counts, value, sent)
    return value
  } catch (error) {
    if (!(error instanceof AttemptsError)) throw error
    const { cause } = error
    if (sent === before || cause instanceof UnscoredError) throw stopping.aborted ? stopped(label) : cause
    countAnswer(counts, undefined, sent)
    const failure = stopping.aborted ? stopped(label) : finalFailure(cause, sent, label)
    if (!stopping.aborted && cause instanceof RetryableError) gate?.failed(label, messageOf(cause))
    if (cause instanceof EndpointClosedError) gate?.close(cause)
    await journal.write(key, build().parts, { model: label, ms: elapsed(), attempts: sent, error: messageOf(failure) })
    throw failure
  }
}

/** One attempt, within the budget. */
async function send(
  { transport, entry, signal, stopping = signal, ending, gate, budget, retries }: ModelBinding,
  built: BuiltRequest,
  pass: Pass | undefined,
  sending: () => void,
): Promise<{ readonly told: Answer; readonly reserved: Reservation | undefined }> {
  const { label } = transport
  const { maxTokens: cap } = samplingOf(entry, built)
  const { reasoningTokens: room = 0 } = transport
  const maxTokens = cap === undefined ? undefined : cap + room
  const reserved = await budget?.reserve({ messages: built.messages, maxTokens, price: entry.price, label, signal: stopping })
  sending()
  try {
    const timed = (attemptSignal: Signal) => transport.send(built, attemptSignal)
    const { pauseMs, ...told } = await timedAttempt(timed, entry.timeoutSeconds, ending ? [ending] : [signal, stopping], label)
    const apart = withReasoningApart(told)
    const answer = room > 0 && cap !== undefined ? heldToCap(apart, cap, entry.tokenizer) : apart
    reserved?.spend(answer.usage)
    if (gate?.isFailing) await retries?.answered(label)
    pass?.answered(answer.usage)
    if (pauseMs !== undefined) gate?.pause(pauseMs)
    return { told: answer, reserved }
  } catch (error) {
    reserved?.giveBack()
    throw error
  }
}

function readPrompt(prompt: Prompt): readonly Message[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  return typeof prompt === 'function' ? prompt() : prompt
}

/** A call that used up its attempts before the run was started again. It ends as it did. */
function usedUp(label: string, reason: string, attempts: number): HoldfastError {
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return new HoldfastError(
    'ENDPOINT',
    `Failed to call ${label}: ${reason}, tried ${tries} before the run was started again. Check that the endpoint is up, then name the run in HOLDFAST_RESUME in place of auto.`,
  )
}

/** What the caller gets: what is no failure of an endpoint (a full disk, a prompt that cannot be built) as it is. */
function finalFailure(cause: unknown, attempts: number, label: string): unknown {
  if (!(cause instanceof RetryableError)) return cause
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return new HoldfastError('ENDPOINT', `Failed to call ${label}: ${messageOf(cause)}, tried ${tries}. Check that the endpoint is up.`, {
    cause,
  })
}
