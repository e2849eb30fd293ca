import { setTimeout as delay } from 'node:timers/promises'
import type OpenAI from 'openai'
import type { z } from 'zod'
import { HoldfastError } from '../core/base/errors.ts'
import { startTimer, stopTimer } from '../core/base/ownGlobals.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import { counted } from '../core/base/text/counted.ts'
import { type CallRecord, RUN_STOPPED, type usedTokens } from '../core/format/records.ts'
import type { Thread } from './session/thread.ts'

/** Part of a long message, stored once in a run however many calls share it. */
export interface Segment {
  /** What it is, for instance `context` or `instruction`. */
  readonly name: string
  readonly text: string
}

/** A chat message; a long one in segments, whose texts follow one another without anything between. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly Segment[]
}

/** A chat message as models get it. */
export interface PlainMessage {
  readonly role: Message['role']
  readonly content: string
}

/** Tokens a call took, as the endpoint counts them. */
export type Usage = Readonly<z.output<typeof usedTokens>>

/** Who answered, by the endpoint's own word: an alias may point to another model tomorrow. */
export type Served = Readonly<NonNullable<CallRecord['served']>>

/** The session that an answer is from, as it stands in the journal. */
export type SessionInfo = Readonly<NonNullable<CallRecord['session']>>

/** What an application says of the memory of one of its sessions, as far as it knows. */
export type SessionState = Readonly<NonNullable<SessionInfo['state']>>

/**
 * What an answer says of itself, as the journal keeps it: its thoughts (`reasoning`) where the endpoint sends them, why it ended (`finish`:
 * `stop`, `length` for one cut by a cap, `content_filter` and the like), whether the provider refused the prompt for its content, whether it
 * is from a recording (`cached`) or the cache (`cachedAt`), and whether another was cut off by a timeout before, as a rule a longer one.
 */
type ToldOfAnswer = Readonly<
  Pick<
    CallRecord,
    'reasoning' | 'served' | 'timedOut' | 'finish' | 'refused' | 'cached' | 'cachedAt' | 'model' | 'session' | 'usd' | 'simulated'
  >
>

/** A model's answer. */
export interface Answer extends ToldOfAnswer {
  /** What it says, without its thoughts. */
  readonly content: string
  /** Changes to the request that the endpoint made necessary, each in words. */
  readonly adapted?: readonly string[] | undefined
  readonly usage?: Usage | undefined
  /** Fields of the reply that were of another kind than they should be, and left out. */
  readonly malformed?: readonly string[] | undefined
  /** Milliseconds until the endpoint takes further requests, where it says that none are left. */
  readonly pauseMs?: number | undefined
  /** Taken from a recording that was asked otherwise: other messages or parameters. */
  readonly askedOtherwise?: boolean | undefined
  /** Where the endpoint keeps the conversation: id of what it stored, and how often it compacted for it. In no journal. */
  readonly stored?: { readonly id: string; readonly compactions: number } | undefined
}

/**
 * Which call of which item; the key of replay and journal (docs/formats.md, section 3). `call` is its name within the item, for instance
 * `answer`; `ask` is 1, 2… for a question put again after an unusable reply, `vote` for further votes of a judge.
 */
export type CallKey = Readonly<Pick<CallRecord, 'suite' | 'item' | 'role' | 'call' | 'trial' | 'ask' | 'vote'>>

/** What simulated models answer to one call, by what they pretend to be. */
export interface Simulation {
  /** The right answer: what `sim:oracle` says. */
  readonly reference?: string | undefined
  /** What is said in place of an answer where a plain test gives none. */
  readonly standIn?: string | undefined
  /** What a model that never changes its mind says. */
  readonly stubborn?: string | undefined
  /** What a model says that answers in the right form and is wrong in content. */
  readonly wrong?: string | undefined
  /** What `sim:degraded` says where it is damaged: an answer that fails by construction. Default: half of the right answer. */
  readonly damaged?: string | undefined
  /** What a model says that has seen the test and understood nothing. */
  readonly memorised?: string | undefined
  /** What a model says that got lost in a task told in pieces. */
  readonly lost?: string | undefined
  /** What a model that always gives in says. */
  readonly sycophant?: string | undefined
  /** How many follow-ups have pressed its answer, this one included. */
  readonly pressed?: number | undefined
  /** What a model answers that remembers some objections only: told how many answers ago each was first complied with. */
  readonly remembering?: ((remembers: (answersSince: number) => boolean) => string) | undefined
  /** What the turn tells that is to be kept, by name: it holds from now on, or is changed or taken back. */
  readonly tells?: Readonly<Record<string, 'given' | 'changed'>> | undefined
  /** What a model says that keeps a conversation: told what it knows of a thing that it was told, and whether it acts by it. */
  readonly knowing?: ((known: (name: string) => Known) => string) | undefined
  /** An unusable reply of a helper role to this call. */
  readonly unusable?: string | undefined
  /** A judge's reply by the machine-checkable criteria; `flipped` tells which verdicts to turn round. */
  readonly verdict?: ((flipped: (index: number) => boolean) => string) | undefined
  /** A judge's comparison of two outputs: where the better one stands, and a reply that names a place. */
  readonly comparison?: { readonly better: 'a' | 'b'; reply(shown: 'a' | 'b'): string } | undefined
}

/** What a simulated model with a memory knows of something: as it was first told or as it was changed; nothing; and whether it acts by it. */
export interface Known {
  readonly as: 'given' | 'changed' | undefined
  readonly obeys: boolean
}

/** What a simulated model is told about the item, in the process and never over a wire. */
export interface PrivateChannel {
  readonly item: string
  readonly seed: number
  /** Name of the call, so that what is drawn at random differs between the calls of an item. */
  readonly call: string
  /** Which of a judge's votes it is: each is drawn by itself. */
  readonly vote?: number
  /** Which trial of the item it is, from 0. */
  readonly trial?: number
  /** The reference answer of this call, or what stands in for it. Throws HoldfastError where there is neither. */
  reference(standIn?: string): string
  /** A wrong answer of the right form, where the item has one. */
  readonly wrong?: (() => string | undefined) | undefined
  readonly simulation: Simulation
}

/** Parameters of one request. */
export interface RequestOptions {
  /** Cap on the answer, in tokens. */
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  /** Seed of sampling in the first trial, where a protocol says it; further trials and votes have others. */
  readonly seed?: number | undefined
  /** Ask the endpoint for one JSON object; of this JSON schema where the model's entry says it takes one. */
  readonly json?: boolean | { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } | undefined
}

/** What a real endpoint learns of a call. */
export interface SentRequest {
  readonly key: CallKey
  readonly messages: readonly PlainMessage[]
  readonly options: RequestOptions
  /** The endpoint keeps the conversation, and goes on from the response with this id; at its beginning from none. */
  readonly stored?: { readonly previous: string | undefined }
}

/** One attempt of a call. */
export interface TransportRequest extends SentRequest {
  readonly hints: PrivateChannel
  /** Hash of what was asked, which tells a recording whether it was asked otherwise. */
  readonly asked?: string
  /** The conversation it is a turn of, where the model keeps its own: the last message is new. */
  readonly thread?: Thread | undefined
  /** Asks to compact the conversation in place of a turn. */
  readonly compact?: boolean | undefined
}

/** What an endpoint says of itself, and what a first request showed. */
export interface ProbeResult {
  /** What asking took. */
  readonly usage?: Usage | undefined
  /** Tokens added to every cap since the model thinks before it answers; 0 for one that does not. */
  readonly reasoningTokens?: number | undefined
  readonly adapted?: readonly string[] | undefined
  /** Context window in tokens, where it tells. */
  readonly contextTokens?: number | undefined
}

/** Gives the client of an endpoint, made when it is first asked for: the SDK takes longest of all packages to load. */
export type OpenClient = () => Promise<OpenAI>

/** How calls reach a model by the Batch API. */
export interface BatchAccess {
  /** What a batch says in place of a direct request: path from the root of the API, and body. */
  request(request: SentRequest): { readonly url: string; readonly body: unknown }
  /** Client of the endpoint. */
  readonly client: OpenClient
}

/** How calls reach a model. */
export interface Transport {
  /** For reports: the model and where it runs, without credentials. */
  readonly label: string
  readonly simulated: boolean
  /** What would be sent, for the cache; undefined where answers are not reused: drawn at random, embedded or recorded. */
  cacheBody?(request: TransportRequest): unknown
  /** Tokens that every cap is larger by than asked for: room for thoughts. */
  readonly reasoningTokens?: number
  /** Checks endpoint, key, model and the later calls' parameters by one small request. Throws HoldfastError where they fail. */
  probe?(signal: Signal, options: RequestOptions): Promise<ProbeResult>
  /** The same requests by the Batch API; none for embedded models, recordings and applications. */
  readonly batch?: BatchAccess
  /** Whether it keeps its own conversation: each call is then a turn of a {@link Thread}. Absent where it does not. */
  keepsConversation?(): Promise<boolean>
  /** One attempt. Throws {@link RetryableError} where another one may help. */
  send(request: TransportRequest, signal: Signal): Promise<Answer>
}

/** The text of a message. */
export function contentText(content: Message['content']): string {
  return typeof content === 'string' ? content : content.map((segment) => segment.text).join('')
}

/** Messages as models get them. */
export function plainMessages(messages: readonly Message[]): PlainMessage[] {
  return messages.map(({ role, content }) => ({ role, content: contentText(content) }))
}

/** Statuses of a request that took too long: of the server, of a gateway before it, of Cloudflare. */
const TIMEOUTS: ReadonlySet<number | undefined> = new Set([408, 504, 524])

/** A failed attempt after which another may succeed. */
export class RetryableError extends Error {
  /** What the endpoint asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  /** It was cut off since it took too long, by us or by what stands before the model: the next attempt may give a shorter answer. */
  readonly timedOut: boolean
  /** Tokens of a reply that cannot be used: they are paid for all the same. */
  usage: Usage | undefined
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions & { status?: number; timedOut?: boolean }) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
    this.status = options?.status
    this.timedOut = options?.timedOut ?? TIMEOUTS.has(options?.status)
  }
}

/** Longest wait between two attempts, whatever `Retry-After` says. */
const MAX_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/**
 * Tries until success, a final failure or `maxAttempts` (`before` count), after the endpoint's wait, else half a second doubled with
 * jitter, a minute at most. `failed` hears of each failure before the wait. Throws the last one.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  maxAttempts: number,
  signal: AbortSignal,
  before = 0,
  failed?: (error: RetryableError, attempts: number) => Promise<void>,
): Promise<T> {
  for (let attempts = before + 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      // What ends with the run has not failed.
      if (!(error instanceof RetryableError) || signal.aborted) throw error
      await failed?.(error, attempts)
      if (attempts >= maxAttempts) throw error
      const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.5 + Math.random() / 2)
      await delay(Math.min(MAX_WAIT_MS, error.retryAfterMs || backoff), undefined, { signal })
    }
  }
}

/** Longest delay a timer takes, 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One attempt, ended by a signal (HoldfastError) or after `seconds` (RetryableError); it is not waited for, as it may ignore both. */
export async function timedAttempt<T>(send: (signal: AbortSignal) => Promise<T>, seconds: number, signal: AbortSignal, label: string) {
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)))
  ended.catch(() => undefined)
  const stop = () => controller.abort(stopped(label))
  const late = () => controller.abort(new RetryableError(`no answer within ${seconds} s`, undefined, { timedOut: true }))
  const timer = startTimer(late, Math.min(seconds * 1000, LONGEST_TIMER_MS))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([send(controller.signal), ended])
  } finally {
    stopTimer(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** What a stopped run's calls end with. */
export function stopped(label: string): HoldfastError {
  return new HoldfastError('ABORTED', `Failed to call ${label}: ${RUN_STOPPED}. Finish it with HOLDFAST_RESUME.`)
}

/** Reasons to end by which providers say that a cap or the window was reached. */
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'])
/** And that what was said is kept back. */
const FILTERED = new Set(['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii'])
/** And that the model waits for what a tool says. */
const TOOL = new Set(['tool_calls', 'function_call', 'tool_use'])
/** Gemini's words for calls of tools that are none. */
const BAD_TOOL = new Set(['malformed_function_call', 'unexpected_tool_call', 'too_many_tool_calls'])
/** The model was broken off by its own server: another attempt may end. */
const BROKEN = new Set(['error', 'abort', 'aborted', 'cancelled', 'insufficient_system_resource'])
/** The model has said what it had to say. */
const ENDED = new Set(['stop', 'eos', 'end_turn', 'stop_sequence', 'completed'])

/** A provider's reason to end, in OpenAI's words where it has one. */
export function finishOf(reason: string | undefined): string | undefined {
  const lower = reason?.toLowerCase() ?? ''
  if (CUT.has(lower)) return 'length'
  if (FILTERED.has(lower)) return 'content_filter'
  return TOOL.has(lower) ? 'tool_calls' : reason
}

/** Whether a reason to end says that another attempt may have an answer. */
export function isBroken(finish: string | undefined): boolean {
  return BROKEN.has(finish?.toLowerCase() ?? '')
}

/** Whether the model ended by itself, as far as its reason says. */
export function hasEnded(finish = 'stop'): boolean {
  return ENDED.has(finish.toLowerCase())
}

/** Whether an answer was ended by a cap on its length and not by the model. */
export function isCut({ finish }: Pick<Answer, 'finish'>): boolean {
  return finish === 'length'
}

/** Whether all that the cap let through was thought: there is no answer. */
export function isCutEmpty(answer: Pick<Answer, 'content' | 'finish'>): boolean {
  return isCut(answer) && answer.content.trim() === ''
}

/** Why there is no answer, and which setting gives it room. */
export function cutReason(label: string, answer: Pick<Answer, 'reasoning' | 'usage'>): string {
  const tokens = answer.usage ? ` after ${counted(answer.usage.completionTokens, 'token')}` : ''
  const thoughts = hasThoughts(answer) ? ', all of it thoughts' : ''
  return `${label} was cut off${tokens} with no text${thoughts}. Give its entry in models a larger reasoningTokens.`
}

/** Why a reply is no answer, and what to do about it; undefined for one that is. A refused prompt is its own case. */
export function noAnswer(label: string, answer: Answer): string | undefined {
  const { content, finish, malformed = [] } = answer
  if (answer.refused) return undefined
  if (finish === 'tool_calls' || BAD_TOOL.has(finish?.toLowerCase() ?? ''))
    return `${label} called a tool (${finish}), and here it has none. Switch tools off at its endpoint.`
  if (content.trim() !== '') return undefined
  if (isCut(answer)) return cutReason(label, answer)
  const other = malformed.find((field) => field.startsWith('content'))
  if (other) return `${label} sent no text but ${other}. Ask it for text alone.`
  if (finish === 'content_filter')
    return `the filter of its provider kept the answer of ${label} back. Leave the item out or ask another provider.`
  if (hasThoughts(answer))
    return `all that ${label} sent are thoughts. Check the reasoning parser of its server, or switch thoughts off in its parameters.`
  return hasEnded(finish) ? undefined : `${label} ended by ${finish} with no text. Look at the log of its server.`
}

/** Whether the model thought before it answered, as far as the endpoint tells. */
export function hasThoughts({ reasoning = '', usage }: Pick<Answer, 'reasoning' | 'usage'>): boolean {
  return reasoning !== '' || (usage?.reasoningTokens ?? 0) > 0
}
