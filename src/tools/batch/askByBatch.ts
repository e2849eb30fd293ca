import {
  type Answer,
  BATCH_DEFAULTS,
  type BatchAccess,
  type BuiltRequest,
  countAnswer,
  HoldfastError,
  type ModelBinding,
  messageOf,
  RUN_STOPPED,
  redacted,
  samplingOf,
} from '../../kit.ts'
import type { BatchDesk } from './batchDesk.ts'
import type { AskedCall } from './batchFolder.ts'
import { heldAnswer } from './heldAnswer.ts'

/**
 * One call by way of a batch: no limit, gate or timeout of direct calls holds for it.
 *
 * @throws HoldfastError where there is no answer.
 */
export async function askByBatch(
  binding: ModelBinding,
  { desk, access }: { readonly desk: BatchDesk; readonly access: BatchAccess },
  build: () => BuiltRequest,
  caching: (answer: Answer) => Promise<void>,
): Promise<Answer> {
  const { transport, entry, journal, counts, budget, stopping } = binding
  const { label } = transport
  const began = performance.now()
  const first = build()
  const { key } = first
  const hold = holdOf(binding, first)
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
        const maxTokens = capOf(binding, built)
        return {
          ...access.request(built),
          messages: built.parts,
          purchase: { messages: built.messages, maxTokens, price: entry.price, label, signal: stopping, mayComeLater: true },
        }
      },
      keep: async (told, batch) => {
        const answered = redacted(heldAnswer(told, hold))
        const entryOf = { ...answered, model: label, ms: Math.round(performance.now() - began), attempts: 1, batch }
        await journal.write(key, build().parts, entryOf)
        await caching(told)
        return answered
      },
    })
    countAnswer(counts, answer, 1)
    return answer
  } catch (error) {
    // An error of the endpoint, and not the end of the run or the budget.
    if (!(error instanceof HoldfastError) || error.code !== 'ENDPOINT' || messageOf(error).includes(RUN_STOPPED)) throw error
    countAnswer(counts, undefined, 1)
    const ms = Math.round(performance.now() - began)
    await journal.write(key, build().parts, { model: label, ms, attempts: 1, error: messageOf(error) })
    throw error
  }
}

/** What an answer is held to that has room for thoughts on top of its cap. */
function holdOf({ transport: { reasoningTokens: room = 0 }, entry }: ModelBinding, built: BuiltRequest): AskedCall['hold'] {
  const { maxTokens: cap } = samplingOf(entry, built)
  return room > 0 && cap !== undefined ? { cap, tokenizer: entry.tokenizer } : undefined
}

function capOf({ transport: { reasoningTokens: room = 0 }, entry }: ModelBinding, built: BuiltRequest): number | undefined {
  const { maxTokens: cap } = samplingOf(entry, built)
  return cap === undefined ? undefined : cap + room
}
