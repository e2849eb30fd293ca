import {
  type Answer,
  type AskOptions,
  type CallRole,
  contentText,
  excerpt,
  HoldfastError,
  type ItemBinding,
  type Model,
  type Prompt,
  type Runtime,
  singleLine,
} from '../../../kit.ts'

/** A turn of a conversation that is written in a test. */
export interface WrittenTurn {
  /** What the user says. */
  readonly user: string
  /** What was answered when the test was written: given by the item, or by the model of then. For readers: nothing is compared with it. */
  readonly answered?: string | undefined
}

/** Roles that speak as the user of a conversation. */
const SPEAK_AS_USER: ReadonlySet<CallRole> = new Set<CallRole>(['refuter', 'interactor'])

/**
 * Holds an item to the conversation that is written in its test: whoever objects or interviews says what is written there, so that the
 * model under test is asked the same again; and where the item begins with another question than the written one, it says so.
 */
export class WrittenConversation {
  readonly #turns: readonly WrittenTurn[]
  readonly #spoken: string[] = []
  #asked: readonly string[] | undefined

  constructor(turns: readonly WrittenTurn[]) {
    this.#turns = turns
  }

  /** A runtime whose models keep to the conversation. */
  runtimeFor(runtime: Runtime, config: Runtime['config']): Runtime {
    const model = (role: CallRole, binding: ItemBinding): Model => {
      const bound = () => runtime.model(role, binding)
      if (SPEAK_AS_USER.has(role)) return this.#speaker(role, bound)
      return role === 'candidate' ? this.#candidate(bound()) : bound()
    }
    return Object.create(runtime, { config: { value: config }, model: { value: model } })
  }

  /**
   * Says that the item was not asked what is written.
   *
   * @throws HoldfastError where it was asked something else.
   */
  assertAsked(id: string): void {
    const [first] = this.#turns
    if (!first) return
    const differs = this.#asked?.find((text, at) => text !== this.#turns[at]?.user)
    if (this.#asked && differs === undefined) return
    throw new HoldfastError(
      'DATA',
      `Failed to hold the written conversation of ${id}: the item now asks ${differs === undefined ? 'nothing of it' : `"${excerpt(singleLine(differs), 0, 80)}"`}. Its data or its suite have changed: shrink the item again.`,
    )
  }

  #speaker(role: CallRole, bound: () => Model): Model {
    return {
      name: `the ${role} of the test`,
      simulated: false,
      ask: async (prompt, options = {}) => {
        const text = this.#textFor(`${role} ${options.call}`)
        // What the conversation does not have is said by the model itself.
        return text === undefined ? bound().ask(prompt, options) : { content: text }
      },
    }
  }

  /** What is said in a call: calls of one name, repeated as a reply was of no use, say the same. The first turn is the item's own. */
  #textFor(call: string): string | undefined {
    if (!this.#spoken.includes(call)) this.#spoken.push(call)
    return this.#turns[1 + this.#spoken.indexOf(call)]?.user
  }

  #candidate(model: Model): Model {
    return {
      name: model.name,
      simulated: model.simulated,
      ask: (prompt: Prompt, options?: AskOptions): Promise<Answer> => {
        this.#note(prompt)
        return model.ask(prompt, options)
      },
    }
  }

  /** Notes the first call that begins as the conversation does, or the first of all: later turns may depend on what was answered. */
  #note(prompt: Prompt): void {
    const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : typeof prompt === 'function' ? prompt() : prompt
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => contentText(content))
    if (said[0] !== this.#turns[0]?.user && this.#asked) return
    if (this.#asked?.[0] === this.#turns[0]?.user) return
    this.#asked = said
  }
}
