import type { CallCounts } from '../core/format/itemResult.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { type Answer, hasThoughts, isCut } from './transport.ts'

type Counted = Exclude<keyof CallCounts, 'simulated' | 'served' | 'fingerprints' | 'adapted'>

/** Counts a call, with its answer if it has one. Fields appear with the first of a kind: counts cross processes for every item. */
export function countAnswer(counts: CallCounts, answer: Answer | undefined, attempts: number, price?: ModelEntry['price']): void {
  counts.calls += 1
  counts.retries += attempts - 1
  if (!answer) return
  const { simulated, cached, cachedAt, askedOtherwise, usage, served, adapted, malformed, timedOut, usd } = answer
  const add = (field: Counted, count: number | boolean | undefined) => {
    if (count) counts[field] = (counts[field] ?? 0) + Number(count)
  }
  if (simulated) counts.simulated = true
  if (adapted) counts.adapted = adapted
  add('cached', cached)
  add('askedOtherwise', askedOtherwise)
  add('fromCache', cachedAt !== undefined)
  if (cachedAt !== undefined) counts.oldestCached = Math.min(counts.oldestCached ?? cachedAt, cachedAt)
  add('cut', isCut(answer))
  add('timedOut', timedOut)
  add('malformed', malformed !== undefined)
  add('thought', hasThoughts(answer))
  add('unmetered', price !== undefined && (usage ?? usd ?? cached ?? simulated) === undefined)
  if (served && !counts.served?.includes(served.model)) counts.served = [...(counts.served ?? []), served.model]
  const { fingerprint } = served ?? {}
  if (fingerprint !== undefined && !counts.fingerprints?.includes(fingerprint))
    counts.fingerprints = [...(counts.fingerprints ?? []), fingerprint]
  // The tokens of a cached answer were paid for when it was recorded.
  if (cached) return
  counts.promptTokens += usage?.promptTokens ?? 0
  counts.completionTokens += usage?.completionTokens ?? 0
  add('usd', usd)
  add('cachedTokens', usage?.cachedTokens)
  add('reasoningTokens', usage?.reasoningTokens)
}
