import type { Model } from '../../../models/model.ts'
import { askJudge } from '../../askJudge.ts'
import { Dialogue, type Partner, type Turn } from '../dialogue.ts'
import { type Conversation, type ConverseOptions, converse } from './converse.ts'
import { readMove, type UserMove, writeMove } from './userMove.ts'
import { asksFor, type NamedFact, type ReadProfile, readProfile, says, type UserProfile } from './userProfile.ts'
import { RULES, userPrompt } from './userPrompt.ts'

/** Cap on what a user says, in tokens: messages are short. */
const MOVE_TOKENS = 400

/** How the next move is asked for. */
interface NextOptions {
  /** Beginning of the call's name in the journal. Default `user`. */
  readonly call?: string
  /** Takes a move that gives the instructions away too, which is else refused. */
  readonly asItIs?: boolean
}

/**
 * A model that plays a user with a goal: it sees what a user would see, tells what it knows when asked, and stops when it has got
 * what it wants or is fed up.
 */
export class SimulatedUser implements Partner<ConverseOptions, Conversation> {
  readonly profile: ReadProfile
  readonly #model: Model

  /** @throws HoldfastError for a profile that does not fit. */
  constructor(profile: UserProfile, model: Model) {
    this.profile = readProfile(profile)
    this.#model = model
  }

  /** Whether an embedded model plays the user. */
  get simulated(): boolean {
    return this.#model.simulated
  }

  /** Whether the profile's own program finds that the user has got what they want; undefined where it has none. */
  isDone(turns: readonly Turn[]): boolean | undefined {
    return turns.length === 0 ? false : this.profile.done?.(new Dialogue(undefined, turns))
  }

  /**
   * Talks with the candidate of a dialogue until the user stops: what `dialogue.with(user)` does.
   *
   * @throws HoldfastError for a number of turns that is not a whole one of at least 1; UnscoredError where the model that plays the
   * user gave no usable reply.
   */
  talk(dialogue: Dialogue, options?: ConverseOptions): Promise<Conversation> {
    return converse(dialogue, this, options)
  }

  /**
   * What the user says next.
   *
   * @param turns the conversation so far.
   * @throws UnscoredError where the model gave no usable reply.
   */
  async next(turns: readonly Turn[], { call = 'user', asItIs = false }: NextOptions = {}): Promise<UserMove> {
    const { opening } = this.profile
    if (turns.length === 0 && opening !== undefined && !this.simulated) return { message: opening, state: 'goes-on' }
    const isDone = () => this.isDone(turns) ?? (this.profile.solved !== undefined && turns.at(-1)?.assistant === this.profile.solved)
    return askJudge(this.#model, {
      prompt: userPrompt(this.profile, turns),
      call: `${call}-${turns.length + 1}`,
      verb: 'play the user',
      options: {
        temperature: 0,
        maxTokens: MOVE_TOKENS,
        json: true,
        simulation: { verdict: (flipped) => writeMove(scriptedMove(this.profile, turns, isDone(), flipped(0))) },
      },
      parse: ({ content }) => readMove(content, asItIs ? undefined : RULES),
    })
  }
}

/**
 * What a simulated user says: the facts that the last answer asks for, else what it wants once more, until it has got that or its
 * patience is at an end.
 *
 * @param leaks whether it blurts out a fact that nobody asked for, so that the controls have something to find.
 */
function scriptedMove(profile: ReadProfile, turns: readonly Turn[], isDone: boolean, leaks: boolean): UserMove {
  const { goal, opening = goal, facts, patience } = profile
  const said = (fact: NamedFact) => turns.some(({ user }) => says(user, fact.value))
  const blurted = leaks ? facts.filter((fact) => !said(fact)).slice(0, 1) : []
  const withLeak = (message: string) =>
    [message, ...blurted.filter(({ text }) => !message.includes(text)).map(({ text }) => text)].join(' ')
  const last = turns.at(-1)
  if (!last) return { message: withLeak(opening), state: 'goes-on' }
  if (isDone) return { message: 'Thank you, that is all.', state: 'done' }
  const wanted = facts.filter((fact) => asksFor(fact, last.assistant) === true)
  if (wanted.length > 0) return { message: withLeak(wanted.map(({ text }) => text).join(' ')), state: 'goes-on' }
  if (idleTurns(facts, turns) >= patience) return { message: 'I give up.', state: 'fed-up' }
  return { message: withLeak(`I do not know. What I want is this. ${goal}`), state: 'goes-on' }
}

/** Answers in a row, up to the last, that asked for nothing the user knows. */
function idleTurns(facts: readonly NamedFact[], turns: readonly Turn[]): number {
  const asking = turns.findLastIndex(({ assistant }) => facts.some((fact) => asksFor(fact, assistant) === true))
  return turns.length - 1 - asking
}
