import type { ItemRecord } from '../../src/kit.ts'
import { FULFILLED, readName } from './ratingNames.ts'

/** What the ratings of an item say beside the answers they are about, by the candidate's call. */
export function refutebench1Findings({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  const findings: Record<string, string[]> = {}
  for (const [name, rating] of Object.entries(scores)) {
    const rated = readName(name)
    if (!rated) continue
    const { kind, feedbacks, query } = rated
    const met = rating >= FULFILLED
    const call = kind === 'FA' ? `feedback-${query}` : `answer-${query}`
    const word = kind === 'FA' ? (met ? 'met' : 'NOT MET') : met ? 'kept' : 'FORGOTTEN'
    findings[call] = [...(findings[call] ?? []), `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')} ${word}`]
  }
  return findings
}
