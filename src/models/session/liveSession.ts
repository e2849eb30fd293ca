import { createHash, randomUUID } from 'node:crypto'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import {
  type CandidateContext,
  type OpenContext,
  readSession,
  readState,
  type Session,
  type SessionAnswer,
  type SessionCandidate,
  type TurnContext,
} from '../candidate.ts'
import { timedAttempt, withRetries } from '../retry.ts'
import type { Answer, SessionInfo, SessionState, TransportRequest } from '../transport.ts'
import type { OpenSession, Thread } from './thread.ts'

/** Seconds that an application has to close a session. */
const CLOSE_SECONDS = 10

/** An application that keeps its own conversations, with how it is spoken to. */
export interface Conversing {
  readonly label: string
  readonly entry: ModelEntry
  readonly candidate: SessionCandidate
  /** Whether a turn that was not answered may be sent again: then nothing of it was kept. */
  readonly repeats?: boolean
  /** What a call tells the application beside the text. */
  context(request: TransportRequest, signal: AbortSignal): CandidateContext
  /** The answer in what a turn returned. Throws HoldfastError for what is none. */
  read(value: unknown): SessionAnswer
  /** What an exception of a turn amounts to: throws, or gives the answer of a provider that refused the prompt. */
  failed(error: unknown): Answer
}

/** One session of an application, whose turns are counted and whose state is kept. */
export class LiveSession implements OpenSession {
  readonly #by: Conversing
  readonly #session: Session
  readonly #id: string
  readonly #forkOf: string | undefined
  #turn: number
  #state: SessionState | undefined
  /** The call that was made last, whose item and parameters a fork and the end are told. */
  #last: TransportRequest

  private constructor(by: Conversing, session: Session, user: string, last: TransportRequest, from?: LiveSession) {
    this.#by = by
    this.#session = session
    this.#id = createHash('sha256').update(user).digest('hex').slice(0, 12)
    this.#last = last
    this.#forkOf = from ? from.#id : undefined
    this.#turn = from ? from.#turn : 0
    this.#state = from ? from.#state : undefined
  }

  /** Opens a session for a conversation. Throws HoldfastError for what is no session, and what the application throws. */
  static async open(by: Conversing, request: TransportRequest, signal: AbortSignal): Promise<LiveSession> {
    const context = openContext(by, request, signal)
    const session = await explained(by, () => by.candidate.open(context))
    return new LiveSession(by, readSession(session, by.label, 'open'), context.user, request)
  }

  /** Forks the session where the application can. `ended` ends the attempts. */
  get fork(): ((ended?: AbortSignal) => Promise<LiveSession>) | undefined {
    const [by, session] = [this.#by, this.#session]
    if (!session.fork) return undefined
    return async (ended = new AbortController().signal) => {
      const forking = async (signal: AbortSignal) => {
        const context = openContext(by, this.#last, signal)
        const forked = readSession(await explained(by, () => session.fork?.(context)), by.label, 'fork')
        return new LiveSession(by, forked, context.user, this.#last, this)
      }
      return withRetries(() => timedAttempt(forking, by.entry.timeoutSeconds, ended, by.label), by.entry.maxAttempts, ended)
    }
  }

  /** Takes a turn, or compacts. `thread` is told when the application has it. */
  async take(request: TransportRequest, thread: Thread, signal: AbortSignal): Promise<Answer> {
    this.#last = request
    const context: TurnContext = { ...this.#by.context(request, signal), turn: this.#turn + (request.compact ? 0 : 1) }
    thread.isWaiting = !this.#by.repeats
    const answer = request.compact ? await this.#compact(context) : await this.#send(request, context)
    thread.isWaiting = false
    return answer
  }

  async close(): Promise<void> {
    const closing = async (signal: AbortSignal) => this.#session.close?.({ ...this.#by.context(this.#last, signal), turn: this.#turn })
    await timedAttempt(closing, CLOSE_SECONDS, new AbortController().signal, this.#by.label)
  }

  async #send(request: TransportRequest, context: TurnContext): Promise<Answer> {
    const { state, ...answer } = await this.#answered(() => this.#session.send(request.messages.at(-1)?.content ?? '', context))
    this.#turn += 1
    this.#state = state ?? (await this.#told(context))
    return { ...answer, session: this.#info({ state: this.#state }) }
  }

  async #compact(context: TurnContext): Promise<Answer> {
    const { label } = this.#by
    // What stands here tells a compaction from a turn, also of an application that says nothing of itself.
    const before = (await this.#told(context)) ?? this.#state ?? {}
    // An application whose model refuses the prompt of the compaction has not compacted.
    const after = await this.#answered(async () => ({ content: '', state: readState(await this.#session.compact?.(context), label) }))
    this.#state = after.state
    return { ...after, finish: 'stop', session: this.#info({ before, state: after.state }) }
  }

  async #answered(turn: () => unknown): Promise<SessionAnswer> {
    try {
      return this.#by.read(await turn())
    } catch (error) {
      return this.#by.failed(error)
    }
  }

  /** What the application says of the session where it is asked. */
  async #told(context: TurnContext): Promise<SessionState | undefined> {
    return this.#session.state && readState(await this.#session.state(context), this.#by.label)
  }

  #info(state: Pick<SessionInfo, 'before' | 'state'>): SessionInfo {
    const can = (['fork', 'compact'] as const).filter((name) => typeof this.#session[name] === 'function')
    return { id: this.#id, turn: this.#turn, ...(this.#forkOf !== undefined && { forkOf: this.#forkOf }), can, ...state }
  }
}

/** What `open` or `fork` returned; what it throws is told as of any call. */
async function explained(by: Conversing, what: () => unknown): Promise<unknown> {
  try {
    return await what()
  } catch (error) {
    by.failed(error)
    throw error
  }
}

function openContext(by: Conversing, request: TransportRequest, signal: AbortSignal): OpenContext {
  const { json: _, ...context } = by.context(request, signal)
  const instructions = request.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')
  return { ...context, user: `user-${randomUUID()}`, ...(instructions !== '' && { instructions }) }
}
