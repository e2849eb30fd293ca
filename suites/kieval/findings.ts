import type { ItemRecord } from '../../src/kit.ts'

/** What stands beside the last reply of an interview: how it ended and what it scored. */
export function kievalFindings({ scores, tags }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  const { rounds } = scores
  if (rounds === undefined) return {}
  const ended = tags.stop === 'none' ? 'not ended early' : `ended in round ${rounds}: ${tags.stop}`
  return { [`answer-${rounds}`]: [`${ended}; overall ${scores['score.overall']?.toFixed(1) ?? 'none'} of 100`] }
}
