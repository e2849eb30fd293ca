import {
  type Answer,
  BATCH_DEFAULTS,
  type BatchAccess,
  type BuiltRequest,
  type Caching,
  countAnswer,
  HoldfastError,
  type ModelBinding,
  messageOf,
  RUN_STOPPED,
  redacted,
  samplingOf,
} from '../../kit.ts'
import { heldAnswer } from './readResult.ts'

/** Where calls wait for their batch. */
export interface BatchDesk {
  /**
   * The answer to a call.
   *
   * @throws HoldfastError where there is none: the run is stopped, or the request failed too often.
   */
  ask(call: BatchedCall): Promise<Answer>
  /** Counts an item that begins; what comes back is called when it ends. */
  begin(): () => void
}

/** A call that is to go by batch. */
export type BatchedCall = ReturnType<typeof batchedCall>

function batchedCall(binding: ModelBinding, access: BatchAccess, build: () => BuiltRequest, caching: Caching) {
  const { transport, entry, journal, counts, budget, stopping } = binding
  const { label, reasoningTokens: room = 0 } = transport
  const began = performance.now()
  const facts = () => ({ model: label, ms: Math.round(performance.now() - began), attempts: 1 })
  const first = build()
  const { maxTokens: cap } = samplingOf(entry, first)
  const maxTokens = cap === undefined ? undefined : cap + room
  // What an answer is held to that has room for thoughts on top of its cap.
  const hold = room > 0 && cap !== undefined ? { cap, tokenizer: entry.tokenizer } : undefined
  return {
    ...{ key: first.key, label, access, budget, hold, stopping },
    settings: entry.batch ?? BATCH_DEFAULTS,
    /** The request and what it asks, made anew each time: waiting calls keep no prompts. */
    build() {
      const asking = build()
      const purchase = { messages: asking.messages, maxTokens, price: entry.price, label, signal: stopping, mayComeLater: true }
      return { ...access.request(asking), asking, purchase }
    },
    /** Writes an answer down, before it counts as given. */
    async keep(told: Answer, batch: string): Promise<Answer> {
      const answered = redacted(heldAnswer(told, hold))
      await journal.write(build(), { ...answered, ...facts(), batch })
      await caching(told, answered)
      return answered
    },
    /** Counts what a reply took that cannot be used: it is paid for all the same. */
    async lost(usage: Answer['usage']): Promise<void> {
      counts.promptTokens += usage?.promptTokens ?? 0
      counts.completionTokens += usage?.completionTokens ?? 0
      await budget?.spendUnjournaled(usage, entry.price)
    },
    /** Writes down why there is no answer. */
    async failed(reason: string): Promise<void> {
      countAnswer(counts, undefined, 1)
      await journal.write(build(), { ...facts(), error: reason })
    },
  }
}

/**
 * One call by way of a batch: no limit, gate or timeout of direct calls holds for it.
 *
 * @throws HoldfastError where there is no answer.
 */
export async function askByBatch(
  binding: ModelBinding,
  desk: BatchDesk,
  ...how: [BatchAccess, () => BuiltRequest, Caching]
): Promise<Answer> {
  const call = batchedCall(binding, ...how)
  if (binding.journal.fault) throw binding.journal.fault
  try {
    const answer = await desk.ask(call)
    countAnswer(binding.counts, answer, 1, binding.entry.price)
    return answer
  } catch (error) {
    // An error of the endpoint, and not the end of the run or the budget.
    const isEndpoint = error instanceof HoldfastError && error.code === 'ENDPOINT' && !messageOf(error).includes(RUN_STOPPED)
    if (isEndpoint) await call.failed(messageOf(error))
    throw error
  }
}
