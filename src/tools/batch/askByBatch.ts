import {
  type Answer,
  BATCH_DEFAULTS,
  type BatchAccess,
  type BatchSettings,
  type Budget,
  type BuiltRequest,
  type Caching,
  type CallKey,
  countAnswer,
  HoldfastError,
  type JournalCall,
  type ModelBinding,
  messageOf,
  type Purchase,
  RUN_STOPPED,
  redacted,
  type Signal,
  samplingOf,
} from '../../kit.ts'
import type { AskedCall } from './batchLedger.ts'
import { heldAnswer } from './readResult.ts'

/** A call that is to go by batch. */
export interface BatchedCall {
  readonly key: CallKey
  /** Model, as reports name it. */
  readonly label: string
  readonly access: BatchAccess
  readonly settings: BatchSettings
  /** The request and what it asks, made anew each time: waiting calls keep no prompts. */
  build(): { readonly url: string; readonly body: unknown; readonly asking: JournalCall; readonly purchase: Purchase }
  readonly budget?: Budget | undefined
  readonly hold?: AskedCall['hold']
  /** Writes an answer down, before it counts as given. */
  keep(answer: Answer, id: string): Promise<Answer>
  /** Counts what a reply took that cannot be used: it is paid for all the same. */
  lost(usage: Answer['usage']): Promise<void>
  /** From when on nothing is waited for. */
  readonly stopping: Signal
}

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

/**
 * One call by way of a batch: no limit, gate or timeout of direct calls holds for it.
 *
 * @throws HoldfastError where there is no answer.
 */
export async function askByBatch(
  binding: ModelBinding,
  { desk, access }: { readonly desk: BatchDesk; readonly access: BatchAccess },
  build: () => BuiltRequest,
  caching: Caching,
): Promise<Answer> {
  const { transport, entry, journal, counts, budget, stopping } = binding
  const { label, reasoningTokens: room = 0 } = transport
  const began = performance.now()
  const first = build()
  const { key } = first
  const { maxTokens: cap } = samplingOf(entry, first)
  // What an answer is held to that has room for thoughts on top of its cap.
  const hold = room > 0 && cap !== undefined ? { cap, tokenizer: entry.tokenizer } : undefined
  if (journal.fault) throw journal.fault
  try {
    const answer = await desk.ask({
      key,
      label,
      access,
      settings: entry.batch ?? BATCH_DEFAULTS,
      budget,
      hold,
      stopping,
      build: () => {
        const built = build()
        const maxTokens = cap === undefined ? undefined : cap + room
        return {
          ...access.request(built),
          asking: built,
          purchase: { messages: built.messages, maxTokens, price: entry.price, label, signal: stopping, mayComeLater: true },
        }
      },
      keep: async (told, batch) => {
        const answered = redacted(heldAnswer(told, hold))
        const entryOf = { ...answered, model: label, ms: Math.round(performance.now() - began), attempts: 1, batch }
        await journal.write(build(), entryOf)
        await caching(told, answered)
        return answered
      },
      lost: async (usage) => {
        counts.promptTokens += usage?.promptTokens ?? 0
        counts.completionTokens += usage?.completionTokens ?? 0
        await budget?.spendUnjournaled(usage, entry.price)
      },
    })
    countAnswer(counts, answer, 1, entry.price)
    return answer
  } catch (error) {
    // An error of the endpoint, and not the end of the run or the budget.
    if (!(error instanceof HoldfastError) || error.code !== 'ENDPOINT' || messageOf(error).includes(RUN_STOPPED)) throw error
    countAnswer(counts, undefined, 1)
    const ms = Math.round(performance.now() - began)
    await journal.write(build(), { model: label, ms, attempts: 1, error: messageOf(error) })
    throw error
  }
}
