import type { ItemRecord } from '../../src/kit.ts'
import { answeredCall, FOLLOWED, readRating } from './ratingNames.ts'

/** What the ratings of an item say beside the answers they are about, by the candidate's call. */
export function refutebenchFindings({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  const findings: Record<string, string[]> = {}
  for (const [name, rating] of Object.entries(scores)) {
    const rated = readRating(name)
    if (!rated) continue
    const { answer, demand: objection, again } = rated
    const first = !again && (answer === 'c0' || answer === `a${objection}`)
    const finding = objection === undefined ? `task ${rating} of 5` : objectionFinding(objection, first, rating)
    const call = answeredCall(rated)
    findings[call] = [...(findings[call] ?? []), finding]
  }
  return findings
}

function objectionFinding(objection: number, first: boolean, rating: number): string {
  const kept = rating >= FOLLOWED
  const word = first ? (kept ? 'met' : 'NOT MET') : kept ? 'kept' : 'FORGOTTEN'
  return `objection ${objection} ${word} (${rating} of 5)`
}
