import { HoldfastError, messageOf, usageError } from '../../core/base/errors.ts'
import { type Answer, contentText, type Message, RetryableError } from '../transport.ts'
import type { Step, Thread } from './thread.ts'

/** A turn whose end is not known: the application may have taken it. Its item begins anew, in a new session. */
export class SessionLostError extends HoldfastError {
  constructor(label: string, reason: string) {
    super(
      'SESSION',
      `Failed to call ${label}: ${reason}, in the middle of a conversation. It may have taken the turn, which is not sent twice. Begin a new conversation, and raise timeoutSeconds if it is slow.`,
    )
  }
}

/** Statuses of a request that was clearly not taken. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([429, 503])

/** What a failed attempt of a turn means: only after a clear refusal another one may be made. */
export function turnFailure(thread: Thread, error: unknown, label: string): unknown {
  const wasSent = thread.isWaiting
  thread.isWaiting = false
  if (!wasSent || !(error instanceof RetryableError) || REFUSALS.has(error.status)) return error
  return new SessionLostError(label, messageOf(error))
}

/** A turn, or a compaction, as it is asked for. */
export interface AskedTurn {
  /** Name of the call. */
  readonly call: string
  /** The conversation, with what is new at its end. */
  readonly messages: readonly Message[]
  readonly isCompaction: boolean
}

/** How turns are answered. */
export interface TurnAnswers {
  /** The answer of the run that is being finished, if the item was finished there. */
  recorded(): Promise<Answer | undefined>
  /** Makes the call. */
  ask(turn: AskedTurn): Promise<Answer>
}

/** The conversations of one item, with a candidate that keeps them. */
export class Conversations {
  readonly #label: string
  readonly #threads = new Set<Thread>()
  /** One was lost: what is recorded is of others. */
  #isAnew = false

  constructor(label: string) {
    this.#label = label
  }

  /**
   * A turn: it comes after all that was asked for before, and is sent once. A branch that could not be forked is told all turns anew first.
   * Throws HoldfastError for words that were never said in it; {@link SessionLostError} where it cannot go on.
   */
  turn(turn: AskedTurn, answers: TurnAnswers, thread: Thread): Promise<Answer> {
    return thread.run(async () => {
      this.#threads.add(thread)
      await thread.begin()
      this.#assertSaid(thread, turn)
      if (thread.lost) throw thread.lost
      try {
        const answer = (this.#isAnew ? undefined : await answers.recorded()) ?? (await this.#ask(thread, turn, answers))
        thread.steps.push({ text: turn.isCompaction ? undefined : newText(turn), answer: answer.content })
        return answer
      } catch (error) {
        if (error instanceof SessionLostError) {
          this.#isAnew = true
          thread.lost = error
        }
        throw error
      }
    })
  }

  /** Closes all of them. Never throws. @returns how many sessions did not close. */
  async close(): Promise<number> {
    // A branch may be in the middle of a turn where another one has failed.
    await Promise.all([...this.#threads].map((thread) => thread.run(async () => undefined)))
    let left = 0
    for (const thread of this.#threads) left += await thread.close()
    this.#threads.clear()
    return left
  }

  async #ask(thread: Thread, turn: AskedTurn, { ask }: TurnAnswers): Promise<Answer> {
    // Its beginning came from the recording, and what follows is asked otherwise.
    if (!thread.session && thread.steps.length > 0) throw new SessionLostError(this.#label, 'only a part of it is recorded')
    const instructions = turn.messages.filter(({ role }) => role === 'system')
    const turns = thread.untold.filter(({ text }) => text !== undefined).length
    let same = 0
    for (const step of thread.untold.splice(0)) {
      const isCompaction = step.text === undefined
      const messages = [...instructions, ...messagesOf(thread.steps), ...(isCompaction ? [] : [userMessage(step.text)])]
      const answer = await ask({ call: `${turn.call}/again-${thread.steps.length + 1}`, messages, isCompaction })
      if (!isCompaction && answer.content === step.answer) same += 1
      thread.steps.push(step)
    }
    if (turns > 0) thread.exact = same / turns
    return ask(turn)
  }

  /** @throws HoldfastError for a conversation that holds other words than were said in it, and for an empty text. */
  #assertSaid(thread: Thread, turn: AskedTurn): void {
    const texts = (messages: readonly Message[]) =>
      messages.filter(({ role }) => role !== 'system').map(({ content }) => contentText(content))
    const refuse = (reason: string) => {
      throw usageError(`Failed to call ${this.#label}: ${reason}`)
    }
    const before = turn.isCompaction ? turn.messages : turn.messages.slice(0, -1)
    const [told, known] = [texts(before), texts(messagesOf([...thread.untold, ...thread.steps]))]
    if (told.length !== known.length || told.some((text, at) => text !== known[at]))
      refuse(
        'it keeps its own conversation, and cannot be told words that it never said. Leave out given(…), or name a model without memory.',
      )
    const instructions = turn.messages.flatMap(({ role, content }) => (role === 'system' ? [contentText(content)] : [])).join('\n\n')
    thread.instructions ??= instructions
    if (thread.instructions !== instructions)
      refuse('it was told its instructions when the conversation began. Call system(…) before the first turn.')
    if (!turn.isCompaction && newText(turn).trim() === '') refuse('there is no text. Say something in the turn.')
  }
}

function newText({ messages }: AskedTurn): string {
  return contentText(messages.at(-1)?.content ?? '')
}

function userMessage(content = ''): Message {
  return { role: 'user', content }
}

/** Steps as chat messages; a compaction says nothing. */
function messagesOf(steps: readonly Step[]): Message[] {
  return steps.flatMap(({ text, answer }) => (text === undefined ? [] : [userMessage(text), { role: 'assistant', content: answer }]))
}
