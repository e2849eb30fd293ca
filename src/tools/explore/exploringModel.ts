import { createHash } from 'node:crypto'
import { type Answer, type AskOptions, contentText, counted, type Model, messagesIn, type Prompt, type Role } from '../../kit.ts'

/** Thrown where an exploration has made all calls that it may make. */
export class CallsSpent extends Error {}

/** What all examples of an exploration share: answers, and how many calls they took. */
export class ExploredCalls {
  readonly #most: number
  readonly #answers = new Map<string, Promise<Answer>>()
  /** Calls that are kept back: a failure has to be confirmed with answers that nothing was chosen by. */
  keptBack = 0
  /** Calls made so far, those of a run before or of the response cache among them. */
  made = 0
  /** Questions put so far, those that were answered before among them. */
  asked = 0
  /** Whether a call did not fit. */
  isSpent = false

  constructor(most: number) {
    this.#most = most
  }

  /** The answer to a question; one that was asked before in the same repeat is not asked again. */
  answer(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    this.asked += 1
    const known = this.#answers.get(question)
    if (known) return known
    if (this.made >= this.#most - this.keptBack) {
      this.isSpent = true
      return Promise.reject(new CallsSpent(`Failed to call: the exploration may make no more than ${counted(this.#most, 'call')}.`))
    }
    this.made += 1
    const answer = ask()
    this.#answers.set(question, answer)
    return answer
  }
}

/**
 * A model whose calls are named after what they say, so that examples share the dialogues that they begin with, and a run that is
 * finished finds its answers whatever the order of the examples.
 *
 * @param repeat which time it is asked the same, from 0.
 */
export function exploringModel(role: Role, model: Model, calls: ExploredCalls, repeat: number): Model {
  return {
    name: model.name,
    simulated: model.simulated,
    ask(prompt: Prompt, options: AskOptions = {}) {
      const { maxTokens, temperature, json, ask = 0, vote = 0, reference, simulation } = options
      const said = messagesIn(prompt).map(({ role, content }) => [role, contentText(content)])
      const standIn = simulation?.reference ?? reference ?? simulation?.standIn ?? null
      const name = JSON.stringify([role, said, maxTokens ?? null, temperature ?? null, json ?? null, standIn])
      const call = `explored-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`
      return calls.answer(`${call}/${repeat}/${ask}/${vote}`, () => model.ask(prompt, { ...options, call }))
    },
  }
}
