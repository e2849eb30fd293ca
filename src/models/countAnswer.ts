import type { CallCounts } from '../core/format/callCounts.ts'
import { isCut } from './reasoning.ts'
import type { Answer } from './transport.ts'

/**
 * Counts a call with its attempts and what it took.
 *
 * @param answer undefined for a call that has none.
 */
export function countAnswer(counts: CallCounts, answer: Answer | undefined, attempts: number): void {
  counts.calls += 1
  counts.retries += attempts - 1
  if (answer) countKinds(counts, answer)
  if (answer?.cached) {
    // Its tokens were paid for when it was recorded.
    counts.cached = (counts.cached ?? 0) + 1
    return
  }
  counts.promptTokens += answer?.usage?.promptTokens ?? 0
  counts.completionTokens += answer?.usage?.completionTokens ?? 0
}

/** What kind of answers there were. Fields appear with the first of a kind: counts cross processes for every item. */
function countKinds(counts: CallCounts, answer: Answer): void {
  const { simulated, reasoning = '', usage, served, adapted, malformed } = answer
  if (simulated) counts.simulated = true
  if (isCut(answer)) counts.cut = (counts.cut ?? 0) + 1
  if (malformed) counts.malformed = (counts.malformed ?? 0) + 1
  if (reasoning !== '' || (usage?.reasoningTokens ?? 0) > 0) counts.thought = (counts.thought ?? 0) + 1
  if (usage?.reasoningTokens && !answer.cached) counts.reasoningTokens = (counts.reasoningTokens ?? 0) + usage.reasoningTokens
  if (served && !counts.served?.includes(served.model)) counts.served = [...(counts.served ?? []), served.model]
  const { fingerprint } = served ?? {}
  if (fingerprint !== undefined && !counts.fingerprints?.includes(fingerprint))
    counts.fingerprints = [...(counts.fingerprints ?? []), fingerprint]
  if (adapted) counts.adapted = adapted
}
