import { z } from 'zod'
import { parse } from '../core/base/data/parse.ts'
import { dataError } from '../core/base/errors.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import { served, sessionState, usedTokens } from '../core/format/records.ts'
import { type Answer, finishOf, isBroken, type PlainMessage, RetryableError, type SessionState } from './transport.ts'

/** What an application under test is told beside the messages. A model behind a function goes by the parameters; an agent need not. */
export interface CandidateContext {
  /** Aborted when the run stops or the call takes too long. */
  readonly signal: Signal
  readonly item: { readonly suite: string; readonly id: string }
  readonly trial: number
  /** Cap on the answer in tokens, with room for thoughts where the entry gives `reasoningTokens`. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** Seed of sampling; trials and votes have different ones. */
  readonly seed?: number
  /** The reply is to be one JSON object: any, or one of this JSON schema where the entry says `structuredOutput`. */
  readonly json?: true | { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
}

/** What an application under test answers, where it is more than a text. */
export type CandidateReply = Readonly<z.input<typeof reply>>

/** An application under test, named by `module:./agent.ts#ask`: gets the conversation so far and returns its answer. */
export type Candidate = (
  messages: readonly PlainMessage[],
  context: CandidateContext,
) => string | CandidateReply | Promise<string | CandidateReply>

/** An application under test that keeps its own conversation: an export with `open`. */
export interface SessionCandidate {
  open(context: OpenContext): Session | Promise<Session>
}

/** What a session begins with. */
export interface OpenContext extends Omit<CandidateContext, 'json'> {
  /** A made-up user, new for each session, forks too: key memory by it. */
  readonly user: string
  /** What `dialogue.system()` said. */
  readonly instructions?: string
}

/** What a turn is told. */
export interface TurnContext extends CandidateContext {
  /** Number of the turn, from 1; the same when a refused turn is sent again. A compaction has that of the turn before it. */
  readonly turn: number
}

/** One conversation that an application keeps. Only the new text is sent. */
export interface Session {
  send(text: string, context: TurnContext): string | SessionReply | Promise<string | SessionReply>
  /** A session that goes on from here by itself: what is said in either is unknown to the other. Without it branches are told all turns anew. */
  fork?(context: OpenContext): Session | Promise<Session>
  /** Compacts the memory now; returns the state after it. */
  compact?(context: TurnContext): SessionState | Promise<SessionState>
  /** Asked after each turn whose reply has no state. */
  state?(context: TurnContext): SessionState | Promise<SessionState>
  close?(context: TurnContext): unknown
}

const reply = z.object({
  content: z.string(),
  usage: usedTokens.optional(),
  /** Why it ended: `stop`, `length` (cut by a cap), `content_filter`. After `error` the call is made again, but in a session. */
  finish: z.string().optional(),
  reasoning: z.string().optional(),
  served: served.optional(),
  refused: z.boolean().optional(),
  /** How it came to the answer, in any form. */
  trace: z.unknown().optional(),
})
const sessionReply = reply.extend({
  state: sessionState.optional(),
  /** US dollars of the turn, compactions included, where the application knows them. */
  usd: z.number().nonnegative().optional(),
})

/** What a session answers, where it is more than a text. */
export type SessionReply = Readonly<z.input<typeof sessionReply>>

/** An answer of a session, with what it says of its state. */
export type SessionAnswer = Answer & Pick<SessionReply, 'state' | 'usd'>

/** What an application returned, as an answer. Throws HoldfastError that says what came in its place; RetryableError for a broken end. */
export function readReply(value: unknown, label: string): Answer {
  return answerFrom(checkedReply(value, label, reply))
}

/** What a turn of a session returned, as {@link readReply} reads it. */
export function readSessionReply(value: unknown, label: string): SessionAnswer {
  return answerFrom(checkedReply(value, label, sessionReply))
}

/** What a session says of its state. Throws HoldfastError naming the field that does not fit. */
export function readState(value: unknown, label: string): SessionState {
  return parse(sessionState, value, `the state of a session of ${label}`)
}

/** What `open` or `fork` returned. Throws HoldfastError where it is no session. */
export function readSession(value: unknown, label: string, by: 'open' | 'fork'): Session {
  if (typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function') return value as Session
  throw dataError(`Failed to read the session of ${label}: ${by} returned no object with a function send. Return one.`)
}

function checkedReply<Reply extends z.ZodType<{ content: string }>>(value: unknown, label: string, schema: Reply): z.output<Reply> {
  const whole = typeof value === 'string' ? { content: value } : value
  if (typeof whole === 'object' && whole !== null && 'content' in whole && typeof whole.content !== 'function')
    return parse(schema, whole, `the reply of ${label}`)
  throw dataError(
    `Failed to read the reply of ${label}: it is ${kindOf(value)}, expected a text or an object with the text as content. Return one of them.`,
  )
}

function answerFrom<Reply extends { readonly trace?: unknown; readonly finish?: string | undefined }>(value: Reply) {
  const { trace: _, finish: told, ...answer } = value
  if (isBroken(told)) throw new RetryableError(`the module says that its model ended with ${told}`)
  const finish = finishOf(told)
  return { ...answer, ...(finish !== undefined && { finish }) }
}

/** What a value is, in words. */
function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'a function' : String(value)
  if (Array.isArray(value)) return 'a list'
  if (Symbol.asyncIterator in value || 'getReader' in value || 'textStream' in value) return 'a stream, which is not read here'
  if ('choices' in value) return 'a whole chat completion: return its choices[0].message'
  const names = Object.keys(value).slice(0, 5).join(', ')
  return names === '' ? 'an object without fields' : `an object with the fields ${names}`
}
