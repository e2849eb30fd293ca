import { createHash } from 'node:crypto'
import { HoldfastError, messageOf, UnscoredError } from '../core/base/errors.ts'
import { monotonicClock } from '../core/base/ownGlobals.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import { redacted } from '../core/base/secrets.ts'
import type { CallCounts } from '../core/format/itemResult.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { type Budget, cost, type Reservation } from './budget.ts'
import type { ResponseCache } from './cache/responseCache.ts'
import { countAnswer } from './countAnswer.ts'
import type { EndpointGate, Pass } from './endpointGate.ts'
import { heldToCap } from './heldToCap.ts'
import type { CallJournal, JournalCall } from './journal.ts'
import type { Limiter } from './limiter.ts'
import { withReasoningApart } from './reasoning.ts'
import type { RecordedCalls, RetryLog } from './recordedCalls.ts'
import { samplingOf } from './sampling.ts'
import { Conversations, turnFailure } from './session/conversations.ts'
import { newThread, type Thread } from './session/thread.ts'
import {
  type Answer,
  type BatchAccess,
  type CallKey,
  type Message,
  noAnswer,
  type PrivateChannel,
  plainMessages,
  type RequestOptions,
  RetryableError,
  type Simulation,
  stopped,
  type Transport,
  type TransportRequest,
  timedAttempt,
  withRetries,
} from './transport.ts'

/** Messages, or what makes them when the call's turn comes: all prompts of LIFBench at once are 480 MB. */
export type Prompt = string | readonly Message[] | (() => readonly Message[])

/** How one call is made. */
export interface AskOptions extends RequestOptions {
  /** Name of the call in the journal. Default `answer`. */
  readonly call?: string
  readonly ask?: number
  readonly vote?: number
  /** The asker says by {@link taken} that it could read the reply; only then is it cached. Default: each reply is. */
  readonly unread?: boolean
  /** What simulated models answer to this call; the item's reference by default. No other model learns of it. */
  readonly reference?: string | undefined
  /** What simulated models say to this call, by what they pretend to be. */
  readonly simulation?: Simulation | undefined
  /** The conversation that it is a turn of, for a candidate that keeps its own. Default: one by itself. */
  readonly thread?: Thread | undefined
  /** Asks a candidate that keeps its own conversation to compact it, in place of a turn. */
  readonly compact?: boolean | undefined
}

/** A model in the hands of one item: its calls are limited, retried, journaled and counted. */
export interface Model {
  /** URI without credentials. */
  readonly name: string
  readonly simulated: boolean
  /** Id of the item that it is bound to, for messages. */
  readonly item?: string
  /** Names of the models of a panel, of which vote `n` is that of the model `n` (from 0, and round again). */
  readonly members?: readonly string[] | undefined
  /** Counts a trace of whether the model reads, in a reply of this vote, in the item's record; absent outside of items. */
  readonly note?: ((trace: string, vote?: number) => void) | undefined
  /** Told how many votes were not asked for, since the others had decided; absent where every vote is to be asked. */
  readonly spare?: ((votes: number) => void) | undefined
  /** One call. Throws HoldfastError when the endpoint fails for good. */
  ask(prompt: Prompt, options?: AskOptions): Promise<Answer>
  /** Closes the conversations that it keeps, once the item has ended. Never throws. Absent where it keeps none. */
  close?(): Promise<void>
}

/** What a model is bound to. */
export interface ModelBinding {
  readonly transport: Transport
  readonly entry: ModelEntry
  /** Whether answers tell what they cost: where the run's price of the role is another. */
  readonly tellsCost?: boolean | undefined
  /** Where calls wait for their batch; none where they are made directly. */
  readonly batches?: Promise<OpenBatches> | undefined
  /** Keeps the endpoint's limits; none for embedded models. */
  readonly gate?: EndpointGate | undefined
  readonly limiter: Limiter
  readonly journal: CallJournal
  readonly budget?: Budget | undefined
  readonly cache?: ResponseCache | undefined
  /** Answers of the cache must be as young, in milliseconds since 1970. */
  readonly cachedSince?: number | undefined
  /** Answers of the run that is being finished. */
  readonly recorded?: Promise<RecordedCalls> | undefined
  /** Where failed attempts are written down, and those of the run that was started again. */
  readonly retries?: RetryLog | undefined
  readonly key: Pick<CallKey, 'suite' | 'item' | 'role' | 'trial'>
  readonly hints: Pick<PrivateChannel, 'item' | 'seed' | 'reference' | 'wrong'>
  readonly counts: CallCounts
  /** Whether the item has made a call before: such items are finished before others begin. */
  readonly begun?: (() => boolean) | undefined
  /** Ends the item: from then on no attempt begins. */
  readonly stopping: Signal
  /** From when on an attempt that is under way is not waited for. Default: the signal above. */
  readonly ending?: Signal | undefined
}

/** A request with what the journal keeps of it. */
export interface BuiltRequest extends Omit<TransportRequest, 'asked'>, JournalCall {}

/** Keeps an answer for later runs: as the endpoint told it, and as its asker gets it. */
export type Caching = (told: Answer, answer: Answer) => Promise<void>

/** Calls of a run that go by batch. */
export interface OpenBatches {
  /** Counts an item that begins; what comes back is called when it ends. */
  begin(): () => void
  /** One call by way of a batch: no limit, gate or timeout of direct calls holds for it. Throws HoldfastError where there is no answer. */
  ask(binding: ModelBinding, access: BatchAccess, build: () => BuiltRequest, caching: Caching): Promise<Answer>
}

/** Binds a model to an item. */
export function bindModel(binding: ModelBinding): Model {
  const { label, simulated } = binding.transport
  const { item } = binding.key
  const conversations = new Conversations(label)
  const ask: Model['ask'] = async (prompt, options = {}) => {
    const keeps = await binding.transport.keepsConversation?.()
    const answer = await (keeps ? turnIn(binding, conversations, prompt, options) : answerTo(binding, prompt, options))
    return options.compact ? answer : checked(answer, binding)
  }
  const close = async () => {
    const left = await conversations.close()
    if (left > 0) binding.counts.unclosed = (binding.counts.unclosed ?? 0) + left
  }
  return { name: label, simulated, item, ask, ...(binding.transport.keepsConversation && { close }) }
}

/** From the journal of the run that is being finished, from the cache, or from the model. */
async function answerTo(binding: ModelBinding, prompt: Prompt, options: AskOptions): Promise<Answer> {
  const { limiter, transport, cache, recorded, batches } = binding
  const key = keyOf(binding, options)
  // Prompts are built inside the limiter's slot, never before it, and not kept while a call waits for its endpoint: those of
  // LIFBench are 480 MB.
  const build = () => request(binding, key, prompt, options)
  const known = await recordedAnswer(binding, key, await recorded, build)
  if (known) return known
  const { place, hit } =
    cache && transport.cacheBody ? await limiter.run(async () => lookUp(binding, cache, build()), binding.begun?.()) : {}
  if (hit) return hit
  /** Keeps an answer for later runs. What is no answer may be one another time, and what a timeout chose another one. */
  const caching = async (told: Answer, answer: Answer) => {
    if (place === undefined || told.refused || told.timedOut || noAnswer('', answer) !== undefined) return
    if (options.unread) untaken.set(answer, () => cache?.put(place, told))
    else await cache?.put(place, told)
  }
  if (batches && transport.batch) return (await batches).ask(binding, transport.batch, build, caching)
  return call(binding, key, build, caching)
}

function keyOf({ key }: ModelBinding, { call = 'answer', ask = 0, vote = 0 }: AskOptions): CallKey {
  return { ...key, call, ask, vote }
}

/** The answer of the run that is being finished, where the same was asked. */
async function recordedAnswer(binding: ModelBinding, key: CallKey, recorded: RecordedCalls | undefined, build: () => BuiltRequest) {
  const { counts } = binding
  const answers = recorded?.find(key)
  if (!answers) return undefined
  const known = answers.get(await askedOf(binding, build))
  if (!known) {
    counts.askedAnew = (counts.askedAnew ?? 0) + 1
    return undefined
  }
  countAnswer(counts, known, 1, binding.entry.price)
  return redacted(withReasoningApart(known))
}

/** A turn of a conversation that the candidate keeps. What is recorded counts for finished items alone: the sessions of others are gone. */
function turnIn(binding: ModelBinding, conversations: Conversations, prompt: Prompt, options: AskOptions): Promise<Answer> {
  const { thread = newThread() } = options
  const made = (call: string, parts: Prompt, compact: boolean) => {
    const own = { ...options, call, compact, thread }
    const key = keyOf(binding, own)
    return { key, build: () => request(binding, key, parts, own) }
  }
  const turn = { call: options.call ?? 'answer', messages: messagesIn(prompt), isCompaction: options.compact === true }
  const answers = {
    recorded: async () => {
      const recorded = await binding.recorded
      const { key, build } = made(turn.call, turn.messages, turn.isCompaction)
      return recorded?.isFinished(key) ? recordedAnswer(binding, key, recorded, build) : undefined
    },
    ask: ({ call: name, messages, isCompaction }: typeof turn) => {
      const { key, build } = made(name, messages, isCompaction)
      return call(binding, key, build, async () => undefined)
    },
  }
  return conversations.turn(turn, answers, thread)
}

/** The hash of what is asked. */
function askedOf({ limiter, begun }: ModelBinding, build: () => BuiltRequest): Promise<string> {
  return limiter.run(async () => build().asked, begun?.())
}

/** What puts an answer into the cache that its asker has not read yet. */
const untaken = new WeakMap<Answer, () => Promise<void> | undefined>()

/** Caches an answer that its asker could read: a reply that nobody can use would be given again in every later run. */
export async function taken(answer: Answer): Promise<void> {
  await untaken.get(answer)?.()
}

/** An answer that counts. Throws HoldfastError for a candidate's refused prompt; UnscoredError for a reply that is no answer. */
function checked(answer: Answer, { key, transport: { label } }: ModelBinding): Answer {
  if (key.role !== 'candidate') return answer
  if (answer.refused)
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to call ${label}: its provider refused the prompt for its content. Leave the item out or ask another provider.`,
    )
  const none = noAnswer(label, answer)
  if (none !== undefined) throw new UnscoredError(`Failed to get an answer: ${none}`)
  return answer
}

function request(binding: ModelBinding, key: CallKey, prompt: Prompt, options: AskOptions): BuiltRequest {
  const parts = messagesIn(prompt)
  const { simulation = {}, reference: own, unread: _unread, thread, compact, ...sent } = options
  const hints: PrivateChannel = {
    ...binding.hints,
    call: key.call,
    vote: key.vote,
    trial: key.trial,
    simulation,
    reference: () => own ?? simulation.reference ?? binding.hints.reference(simulation.standIn),
  }
  const messages = plainMessages(parts)
  return { key, parts, messages, asked: askedHash(messages, sent), options: sent, hints, thread, compact }
}

/** A call is known by what was asked: its messages, and the parameters that the suite gave. 128 bits, hexadecimal. */
function askedHash(messages: BuiltRequest['messages'], { maxTokens, temperature, json, seed }: RequestOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([maxTokens, temperature, json, ...(seed === undefined ? [] : [seed])]))
  // Text by text: a prompt of 600 kB is not copied to be hashed.
  for (const { role, content } of messages) hash.update(`\0${role}\0${content.length}\0`).update(content)
  return hash.digest('hex').slice(0, 32)
}

/** The messages of a prompt. */
export function messagesIn(prompt: Prompt): readonly Message[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  return typeof prompt === 'function' ? prompt() : prompt
}

/** The answer from the cache, and where it is or would be; neither for a request that is not to be cached. */
async function lookUp({ transport, journal, counts, cachedSince }: ModelBinding, cache: ResponseCache, built: BuiltRequest) {
  const began = monotonicClock()
  const body = transport.cacheBody?.(built)
  if (body === undefined) return {}
  const place = cache.placeOf({ ...built.key, endpoint: transport.label, body })
  const hit = redacted(cache.get(place, cachedSince))
  if (!hit) return { place }
  const ms = Math.round(monotonicClock() - began)
  await journal.write(built, { ...hit, model: transport.label, ms, attempts: 0 })
  countAnswer(counts, hit, 1)
  return { place, hit }
}

/** One call with its attempts; each takes a place in the run for itself, so that a wait in between holds up nobody else. */
async function call(binding: ModelBinding, key: CallKey, build: () => BuiltRequest, caching: Caching): Promise<Answer> {
  const { transport, entry, journal, counts, gate, limiter, budget, retries, stopping } = binding
  const { label } = transport
  const { maxAttempts } = entry
  const earlier = await retries?.before(key, () => askedOf(binding, build))
  const { attempt: before = 0, error: lastError = '', timedOut: wasCut = false } = earlier ?? {}
  if (before >= maxAttempts) {
    countAnswer(counts, undefined, before)
    const remedy = 'Check that the endpoint is up, then name the run in HOLDFAST_RESUME in place of auto.'
    throw givenUp(label, lastError, before, ` before the run was started again. ${remedy}`)
  }
  let began: number | undefined
  let sent = before
  let timedOut = wasCut
  let asked: string | undefined
  const elapsed = () => Math.round(monotonicClock() - (began ?? monotonicClock()))
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
        began ??= monotonicClock()
        const built = build()
        asked = built.asked
        const { told: own, reserved } = await send(binding, built, pass, () => {
          sent += 1
        })
        const told = timedOut ? { ...own, timedOut } : own
        // Before anybody reads it: what is scored now is what is scored when the journal is replayed.
        const answer = redacted(told)
        const { adapted: _adapted, ...kept } = answer
        await journal.write(built, { ...kept, model: answer.model ?? label, ms: elapsed(), attempts: sent })
        if (told.usage) reserved?.journaled()
        await caching(told, answer)
        return answer
      } catch (error) {
        pass?.failed(error)
        throw error
      }
    }, urgent)
  }
  const failed = async (error: RetryableError, attempts: number) => {
    timedOut ||= error.timedOut
    const facts = { asked, attempt: attempts, of: maxAttempts, ...(timedOut && { timedOut }) }
    await retries?.failed(key, { model: label, error: messageOf(error), ...facts })
  }
  try {
    const answer = await withRetries(attempt, maxAttempts, stopping, before, failed)
    countAnswer(counts, answer, sent, entry.price)
    return answer
  } catch (error) {
    if (!stopping.aborted) gate?.gaveUp(label, error)
    // What is no failure of an endpoint (a full disk, a prompt that cannot be built) is told as it is.
    const known = error instanceof RetryableError ? givenUp(label, messageOf(error), sent, '. Check that the endpoint is up.') : error
    const failure = stopping.aborted ? stopped(label) : known
    if (sent === before || error instanceof UnscoredError) throw failure
    countAnswer(counts, undefined, sent)
    await journal.write(build(), { model: label, ms: elapsed(), attempts: sent, error: messageOf(failure) })
    throw failure
  }
}

/** One attempt, within the budget. */
async function send(
  { transport, entry, tellsCost, counts, stopping, ending = stopping, gate, budget, retries }: ModelBinding,
  built: BuiltRequest,
  pass: Pass | undefined,
  sending: () => void,
): Promise<{ readonly told: Answer; readonly reserved: Reservation | undefined }> {
  const { label, reasoningTokens: room = 0 } = transport
  const { maxTokens: cap } = samplingOf(entry, built)
  const maxTokens = cap === undefined ? undefined : cap + room
  const reserved = await budget?.reserve({ messages: built.messages, maxTokens, price: entry.price, label, signal: stopping })
  sending()
  try {
    const seconds = built.compact ? entry.compactSeconds : entry.timeoutSeconds
    const { pauseMs, ...told } = await timedAttempt((signal) => transport.send(built, signal), seconds, ending, label)
    const apart = withReasoningApart(told)
    const held = room > 0 && cap !== undefined ? heldToCap(apart, cap, entry.tokenizer) : apart
    const answer = tellsCost && held.usage && held.usd === undefined ? { ...held, usd: cost(held.usage, entry.price) } : held
    reserved?.spend(answer.usage, answer.usd)
    if (gate?.isFailing) await retries?.answered(label)
    pass?.answered(answer.usage)
    if (pauseMs !== undefined) gate?.pause(pauseMs)
    return { told: answer, reserved }
  } catch (error) {
    const paid = error instanceof RetryableError ? error.usage : undefined
    if (paid) {
      reserved?.spend(paid)
      counts.promptTokens += paid.promptTokens
      counts.completionTokens += paid.completionTokens
    } else if (error instanceof RetryableError && error.timedOut) {
      // The endpoint may go on, and send its bill.
      reserved?.spend(undefined)
    } else reserved?.giveBack()
    throw built.thread ? turnFailure(built.thread, error, label) : error
  }
}

function givenUp(label: string, reason: string, attempts: number, remedy: string): HoldfastError {
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return new HoldfastError('ENDPOINT', `Failed to call ${label}: ${reason}, tried ${tries}${remedy}`)
}
