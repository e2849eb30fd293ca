import {
  type CallCounts,
  type CallRole,
  contentText,
  cost,
  hasSimulated,
  type ItemBinding,
  type Model,
  type ModelEntry,
  mayDiffer,
  messagesIn,
  type PlainMessage,
  type Runtime,
  sum,
  UnscoredError,
} from '../../../kit.ts'

/** A call of the candidate, as it was asked and answered. */
export interface CandidateCall {
  readonly messages: readonly PlainMessage[]
  readonly answer: string
  /** As the endpoint counts them; undefined where it does not. */
  readonly promptTokens: number | undefined
}

/** What one run of a case saw of its calls. */
export class SeenCalls {
  /** Calls of the candidate in the order in which they were answered. */
  readonly candidate: CandidateCall[] = []
  /** Those of the judge, which is asked alone where it is what is measured. */
  readonly judge: CandidateCall[] = []
  /** Whether the same calls may be answered otherwise another time: some are made at a temperature above 0, or at one unknown. */
  byChance = false
  /** Whether a call was not made since there were enough. */
  refused = false
}

/**
 * The calls of a search: counted over all its cases, and no more of them made than it may. One that the journal of the search answers
 * counts, as it was made by an earlier start; one that the cache answers does not.
 */
export class CaseCalls {
  readonly #most: number
  readonly #counts: { readonly entry: ModelEntry | undefined; readonly counts: CallCounts }[] = []
  #underWay = 0
  simulated = false

  /** @param most calls that may be made. */
  constructor(most: number) {
    this.#most = most
  }

  /** Calls that were made. */
  get made(): number {
    return sum(this.#counts.map(({ counts: { calls, cached = 0 } }) => calls - cached))
  }

  /** Calls that the cache answered. */
  get cached(): number {
    return sum(this.#counts.map(({ counts: { cached = 0 } }) => cached))
  }

  /** US dollars that the calls cost; null where a model has no price. Simulated ones cost nothing. */
  get usd(): number | null {
    const paid = this.#counts.filter(
      ({ entry, counts }) => !counts.simulated && !hasSimulated(entry) && counts.calls > (counts.cached ?? 0),
    )
    if (paid.some(({ entry, counts }) => counts.usd === undefined && !entry?.price)) return null
    return sum(paid.map(({ entry, counts }) => counts.usd ?? cost(counts, entry?.price)))
  }

  /** The runtime for one run of a case. `suffix` tells its calls in the journal from those of other cases; the whole item has none. */
  runtimeFor(runtime: Runtime, suffix: string | undefined, seen: SeenCalls): Runtime {
    const bound = (role: CallRole, binding: ItemBinding): Model => {
      const model = runtime.model(role, binding)
      const entry = runtime.config.roles[role as keyof typeof runtime.config.roles]
      this.#counts.push({ entry, counts: binding.counts })
      const ask: Model['ask'] = async (prompt, options = {}) => {
        // Calls of one case may be under way at the same time, and which of them are known shows when they are answered.
        const calls = entry?.members?.length ?? 1
        if (this.made + this.#underWay + calls > this.#most) {
          seen.refused = true
          throw new UnscoredError('Failed to try the case: as many calls are made as the search may take. Give it more with --max-calls.')
        }
        this.#underWay += calls
        const call = suffix === undefined ? options.call : `${options.call ?? 'answer'}:${suffix}`
        try {
          const answer = await model.ask(prompt, { ...options, ...(call !== undefined && { call }) })
          this.simulated ||= model.simulated || answer.simulated === true
          if (role === 'candidate' || role === 'judge') {
            const messages = messagesIn(prompt).map((message) => ({ role: message.role, content: contentText(message.content) }))
            seen[role].push({ messages, answer: answer.content, promptTokens: answer.usage?.promptTokens })
          }
          return answer
        } finally {
          this.#underWay -= calls
          if (!model.simulated) seen.byChance ||= mayDiffer(entry, options, binding.counts.adapted)
        }
      }
      return { name: model.name, simulated: model.simulated, ask }
    }
    return Object.create(runtime, { model: { value: bound } })
  }
}

/** Thrown where a search cannot go on: its calls or its money are used up, or the command was stopped. */
export class EndedEarly extends Error {
  readonly why: 'budget' | 'stopped'

  constructor(why: 'budget' | 'stopped') {
    super(why)
    this.why = why
  }
}

/** What some work of a search comes to; undefined where the calls or the money end in it. */
export async function unlessSpent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof EndedEarly && error.why === 'budget') return undefined
    throw error
  })
}
