import { assertKnownOptions, type OptionNames } from '../../../core/base/knownOptions.ts'
import { assertWhole } from '../../../core/base/scale.ts'
import type { Model } from '../../../models/model.ts'
import { askJudge } from '../../askJudge.ts'
import { Dialogue, type Partner, type Turn, type TurnOptions } from '../dialogue.ts'
import { asksFor, type NamedFact, type ReadProfile, readProfile, says, type UserProfile } from './userProfile.ts'
import { MOVE, readMove, type UserMove, userPrompt, writeMove } from './userPrompt.ts'

/** Cap on what a user says, in tokens: messages are short. */
const MOVE_TOKENS = 400

/** How a conversation with a simulated user is held. */
export interface ConverseOptions extends Omit<TurnOptions, 'call' | 'reference' | 'simulation'> {
  /** Most messages of the user. Default 10. */
  readonly turns?: number | undefined
  /** What simulated candidates answer to a message of the user. */
  readonly reference?: string | ((message: string, dialogue: Dialogue) => string) | undefined
}

const OPTIONS: OptionNames<ConverseOptions> = { turns: true, reference: true, maxTokens: true, temperature: true, seed: true, check: true }

/** A fact that the user has told, and the turn in whose message it was told, from 1. Whether it was asked for is undefined where the profile does not say how that reads. */
export type ToldFact = Readonly<ReturnType<typeof toldIn>[number]>

/** A conversation that has ended. */
export interface Conversation {
  /** `done`: they got what they want; `mistaken`: they say so, the profile's program does not; `fed-up`: gave up; `turns`: no more. */
  readonly ended: 'done' | 'mistaken' | 'fed-up' | 'turns'
  readonly turns: number
  readonly told: readonly ToldFact[]
  /** What the user said last, where it ended the conversation and was not answered; else empty. */
  readonly farewell: string
}

/** A model that plays a user with a goal: it sees what a user sees, tells what it knows when asked, and stops content or fed up. */
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
   * Talks with a candidate until the user stops or `turns` are said: `dialogue.with(user)`. Throws HoldfastError for no whole number of
   * turns; UnscoredError where the user's model gave no usable reply.
   */
  async talk(dialogue: Dialogue, options: ConverseOptions = {}): Promise<Conversation> {
    assertKnownOptions('converse', options, OPTIONS)
    const { turns: most = 10, reference, ...asking } = options
    assertWhole('converse', 'the number of turns', most)
    const before = dialogue.turns.length
    for (;;) {
      const turns = dialogue.turns.slice(before)
      const end = (ended: Conversation['ended'], farewell = ''): Conversation => {
        return { ended, turns: turns.length, told: this.profile.facts.flatMap((fact) => toldIn(turns, fact)), farewell }
      }
      const isDone = this.isDone(turns)
      if (isDone) return end('done')
      if (turns.length === most) return end('turns')
      const { message, state } = await this.next(turns)
      if (state === 'done') return end(isDone === false ? 'mistaken' : 'done', message)
      if (state === 'fed-up') return end('fed-up', message)
      const text = typeof reference === 'function' ? reference(message, dialogue) : reference
      await dialogue.ask(message, { ...asking, ...(text !== undefined && { reference: text }) })
    }
  }

  /**
   * What the user says next; `call` begins the call's name, `asItIs` takes a move that gives its instructions away. Throws UnscoredError
   * without a usable reply.
   */
  async next(turns: readonly Turn[], { call = 'user', asItIs = false } = {}): Promise<UserMove> {
    const { opening, solved } = this.profile
    if (turns.length === 0 && opening !== undefined && !this.simulated) return { message: opening, state: 'goes-on' }
    const shown = turns.map(({ assistant }) => assistant)
    const isDone = () => this.isDone(turns) ?? (solved !== undefined && turns.at(-1)?.assistant === solved)
    return askJudge(this.#model, {
      prompt: userPrompt(this.profile, turns),
      call: `${call}-${turns.length + 1}`,
      verb: 'play the user',
      options: {
        temperature: 0,
        maxTokens: MOVE_TOKENS,
        json: MOVE,
        simulation: { verdict: (flipped) => writeMove(scriptedMove(this.profile, turns, isDone(), flipped(0))) },
      },
      parse: ({ content }) => readMove(content, asItIs, shown),
    })
  }
}

/** When a fact was told, if it was. */
function toldIn(turns: readonly Turn[], fact: NamedFact) {
  const at = turns.findIndex(({ user }) => says(user, fact.value))
  if (at === -1) return []
  const asked = fact.asked && turns.slice(0, at).some(({ assistant }) => asksFor(fact, assistant))
  return [{ fact: fact.name, turn: at + 1, asked }]
}

/** What a simulated user says: asked-for facts, else its wish until it has it or loses patience; `leaks`: a fact nobody asked for. */
function scriptedMove(profile: ReadProfile, turns: readonly Turn[], isDone: boolean, leaks: boolean): UserMove {
  const { goal, opening = goal, facts, patience } = profile
  const blurted = leaks ? facts.find((fact) => !turns.some(({ user }) => says(user, fact.value)))?.text : undefined
  const goesOn = (message: string): UserMove => ({
    message: blurted === undefined || message.includes(blurted) ? message : `${message} ${blurted}`,
    state: 'goes-on',
  })
  const last = turns.at(-1)
  if (!last) return goesOn(opening)
  if (isDone) return { message: 'Thank you, that is all.', state: 'done' }
  const wanted = facts.filter((fact) => asksFor(fact, last.assistant))
  if (wanted.length > 0) return goesOn(wanted.map(({ text }) => text).join(' '))
  // Answers in a row, up to the last, that asked for nothing the user knows.
  const idle = turns.length - 1 - turns.findLastIndex(({ assistant }) => facts.some((fact) => asksFor(fact, assistant)))
  return idle >= patience ? { message: 'I give up.', state: 'fed-up' } : goesOn(`I do not know. What I want is this. ${goal}`)
}
