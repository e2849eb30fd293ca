import { assertWhole } from '../../../core/base/scale.ts'
import type { Dialogue, Turn, TurnOptions } from '../dialogue.ts'
import type { UserMove } from './userMove.ts'
import { asksFor, type ReadProfile, says } from './userProfile.ts'

/** Who talks. */
interface Talker {
  readonly profile: ReadProfile
  isDone(turns: readonly Turn[]): boolean | undefined
  next(turns: readonly Turn[]): Promise<UserMove>
}

/** How a conversation with a simulated user is held. */
export interface ConverseOptions extends Omit<TurnOptions, 'call' | 'reference' | 'simulation'> {
  /** Most messages of the user. Default 10. */
  readonly turns?: number | undefined
  /** What simulated candidates answer to a message of the user. */
  readonly reference?: string | ((message: string, dialogue: Dialogue) => string) | undefined
}

/** A fact that the user has told. */
export interface ToldFact {
  readonly fact: string
  /** Turn in whose message it was told, from 1. */
  readonly turn: number
  /** Whether an answer had asked for it; undefined where the profile does not say how that reads. */
  readonly asked: boolean | undefined
}

/** A conversation that has ended. */
export interface Conversation {
  /**
   * `done`: the user has got what they want. `mistaken`: the user says so, and the program of the profile does not. `fed-up`: the
   * user gave up. `turns`: the most messages were said.
   */
  readonly ended: 'done' | 'mistaken' | 'fed-up' | 'turns'
  /** Messages of the user. */
  readonly turns: number
  readonly told: readonly ToldFact[]
  /** What the user said last, where it ended the conversation and was not answered; else empty. */
  readonly farewell: string
}

/** Most messages of a user where a test names none. */
const TURNS = 10

/**
 * Lets a simulated user talk with the candidate of a dialogue until the user stops, or has said as much as may be said.
 *
 * @throws HoldfastError for a number of turns that is not a whole one of at least 1.
 */
export async function converse(dialogue: Dialogue, user: Talker, options: ConverseOptions = {}): Promise<Conversation> {
  const { turns: most = TURNS, reference, ...asking } = options
  assertWhole('converse', 'the number of turns', most)
  const before = dialogue.turns.length
  const since = () => dialogue.turns.slice(before)
  const end = (ended: Conversation['ended'], farewell = ''): Conversation => {
    const told = user.profile.facts.flatMap((fact) => {
      const at = since().findIndex((turn) => says(turn.user, fact.value))
      if (at === -1) return []
      const asks = since()
        .slice(0, at)
        .map(({ assistant }) => asksFor(fact, assistant))
      return [{ fact: fact.name, turn: at + 1, asked: fact.asked === undefined ? undefined : asks.includes(true) }]
    })
    return { ended, turns: since().length, told, farewell }
  }
  for (;;) {
    const isDone = user.isDone(since())
    if (isDone) return end('done')
    if (since().length === most) return end('turns')
    const { message, state } = await user.next(since())
    if (state === 'done') return end(isDone === false ? 'mistaken' : 'done', message)
    if (state === 'fed-up') return end('fed-up', message)
    const text = typeof reference === 'function' ? reference(message, dialogue) : reference
    await dialogue.ask(message, { ...asking, ...(text !== undefined && { reference: text }) })
  }
}
