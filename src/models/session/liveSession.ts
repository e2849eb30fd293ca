import { createHash, randomUUID } from 'node:crypto'
import { HoldfastError, usageError } from '../../core/base/errors.ts'
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
import { withReasoningApart } from '../reasoning.ts'
import {
  type Answer,
  type PlainMessage,
  RetryableError,
  type SessionInfo,
  type SessionState,
  type Transport,
  type TransportRequest,
  timedAttempt,
  type Usage,
  withRetries,
} from '../transport.ts'
import { turnFailure } from './conversations.ts'
import { newThread, type OpenSession, type Thread } from './thread.ts'

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
class LiveSession implements OpenSession {
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

/** Takes a turn of the conversation that a call belongs to, in its own session. */
export async function takeTurn(by: Conversing, request: TransportRequest, signal: AbortSignal) {
  const { thread } = request
  if (!thread) throw usageError(`Failed to call ${by.label}: it keeps its own conversation, and the call is part of none.`)
  if (!thread.session) {
    const opened = await LiveSession.open(by, request, signal)
    if (signal.aborted) {
      // The call was given up meanwhile, and another attempt opens its own.
      await opened.close().catch(() => undefined)
      throw signal.reason
    }
    thread.opened(opened)
  }
  const answer = await (thread.session as LiveSession).take(request, thread, signal)
  return thread.exact === undefined || !answer.session ? answer : { ...answer, session: { ...answer.session, exact: thread.exact } }
}

/** What a session within this process is told beside the text: the whole call, with the simulated models' private channel. */
export type InnerContext = TurnContext & { readonly request: TransportRequest }

/** A transport whose conversations are kept within this process. @param repeats whether a turn that was not answered may be sent again. */
export function innerSessions(transport: Transport, entry: Conversing['entry'], candidate: SessionCandidate, repeats = false): Transport {
  const { label } = transport
  const by: Conversing = {
    label,
    entry,
    candidate,
    repeats,
    context: (request, signal) => {
      const { suite, item: id, trial } = request.key
      const context: Omit<InnerContext, 'turn'> = { signal, item: { suite, id }, trial, request }
      return context
    },
    read: (value) => value as ReturnType<Conversing['read']>,
    failed: (error) => {
      throw error
    },
  }
  return {
    label,
    simulated: transport.simulated,
    get reasoningTokens() {
      return transport.reasoningTokens ?? 0
    },
    ...(transport.probe && { probe: transport.probe }),
    keepsConversation: async () => true,
    send: (request, signal) => takeTurn(by, request, signal),
  }
}

/**
 * A model as an application that keeps its own conversation: its entry says `session`. The whole transcript is its memory, a fork is a copy
 * and nothing is compacted, so it is the most that an application on the same model can reach.
 */
export function transcriptSessions(transport: Transport, entry: Conversing['entry']): Transport {
  const conversation = (said: readonly PlainMessage[]): Session => {
    let messages = said
    return {
      async send(content, context) {
        const { request, signal } = context as InnerContext
        const asked: PlainMessage[] = [...messages, { role: 'user', content }]
        const answer = await transport.send({ ...request, messages: asked }, signal as AbortSignal)
        // An answer that comes after its attempt was given up is none of the conversation.
        ;(signal as AbortSignal).throwIfAborted()
        messages = [...asked, { role: 'assistant', content: withReasoningApart(answer).content }]
        return answer
      },
      fork: () => conversation(messages),
    }
  }
  const open: SessionCandidate['open'] = ({ instructions }) =>
    conversation(instructions === undefined ? [] : [{ role: 'system', content: instructions }])
  // The transcript is ours, and grows by answers alone.
  return innerSessions(transport, entry, { open }, true)
}

const WHICH = 'Which codes have I told you in this conversation? Answer with the codes alone, or with "none".'

/**
 * Checks an application's conversations once, by the first question or else the first turn. What failed is looked at again by the next
 * call. It ends with the last call that waits for it, but for a call that waited too long: another attempt goes on waiting.
 */
export function isolationOnce(): (by: Conversing, signal: AbortSignal) => Promise<Usage> {
  let check: { readonly ending: AbortController; readonly isolated: Promise<Usage>; waiting: number } | undefined
  return (by, signal) => {
    if (!check) {
      const ending = new AbortController()
      const isolated = checkIsolation(by, ending.signal).catch((error: unknown) => {
        check = undefined
        // It was tried as often as a call may be.
        if (!(error instanceof RetryableError)) throw error
        throw new HoldfastError('ENDPOINT', `Failed to reach ${by.label}: ${error.message}. Check that the application is up.`)
      })
      check = { ending, isolated, waiting: 0 }
    }
    const own = check
    own.waiting += 1
    const end = () => {
      own.waiting -= 1
      const isLate = signal.reason instanceof RetryableError || signal.reason?.name === 'TimeoutError'
      if (own.waiting === 0 && !isLate) own.ending.abort(signal.reason)
    }
    signal.addEventListener('abort', end, { once: true })
    return own.isolated
  }
}

/**
 * Finds out whether conversations know of each other, with made-up codes: two sessions, and a fork and its trunk. Six turns at most.
 * @returns what the turns took. @throws HoldfastError where one conversation repeats a code that only the other was told.
 * @param signal the end of the run; each turn has its own time.
 */
async function checkIsolation(by: Conversing, signal: AbortSignal): Promise<Usage> {
  const usage = { promptTokens: 0, completionTokens: 0 }
  const [first, second, third] = Array.from({ length: 3 }, () => `hf-${randomUUID().slice(0, 8)}`) as [string, string, string]
  const attempt = <T>(thread: Thread, what: (own: AbortSignal) => Promise<T>) => {
    const once = () =>
      timedAttempt(what, by.entry.timeoutSeconds, signal, by.label).catch((error: unknown) => {
        throw turnFailure(thread, error, by.label)
      })
    return withRetries(once, by.entry.maxAttempts, signal)
  }
  const open = () => attempt(newThread(), (own) => LiveSession.open(by, requestOf(''), own))
  const say = async (session: LiveSession, text: string): Promise<Answer> => {
    const thread = newThread()
    const answer = await attempt(thread, (own) => session.take(requestOf(text), thread, own))
    usage.promptTokens += answer.usage?.promptTokens ?? 0
    usage.completionTokens += answer.usage?.completionTokens ?? 0
    return answer
  }
  const tell = (session: LiveSession, code: string) => say(session, `Remember this code for this conversation: ${code}`)
  const refuse = (answer: Answer, code: string, whose: string, why: string) => {
    if (!answer.content.includes(code)) return
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to call ${by.label}: ${whose}, ${code}. ${why} Mend the application: no figure of it would be right.`,
    )
  }
  const sessions: LiveSession[] = []
  try {
    const trunk = await open()
    sessions.push(trunk)
    await tell(trunk, first)
    const other = await open()
    sessions.push(other)
    refuse(await say(other, WHICH), first, 'a session repeats what only another one was told', 'They share their memory.')
    if (!trunk.fork) return usage
    const fork = await trunk.fork(signal)
    sessions.push(fork)
    await tell(trunk, second)
    await tell(fork, third)
    const why = 'The fork shares the memory of its trunk.'
    refuse(await say(fork, WHICH), second, 'a fork repeats what only its trunk was told', why)
    refuse(await say(trunk, WHICH), third, 'a session repeats what only its fork was told', why)
    return usage
  } finally {
    // Not waited for: one that hangs would be taken for a first answer that does not come.
    void Promise.allSettled(sessions.map((session) => session.close()))
  }
}

function requestOf(content: string): TransportRequest {
  const item = 'isolation'
  return {
    key: { suite: 'holdfast', item, role: 'candidate', call: item, trial: 0, ask: 0, vote: 0 },
    messages: [{ role: 'user', content }],
    options: {},
    hints: { item, seed: 0, call: item, reference: () => '', simulation: {} },
  }
}
