import { diffWords } from 'diff'

/** Characters of both texts together that are compared. */
export const MOST_CHARS = 40_000
/** Words by which two texts may differ: beyond that, marks help nobody and take long. */
const MOST_EDITS = 1200

/** A piece of two texts: in both, in the first only, or in the second only. */
export interface DiffPiece {
  readonly text: string
  readonly side: 'both' | 'before' | 'after'
}

/** How a text differs from an earlier one, word by word; or why that is not shown. */
export function wordDiff(before: string, after: string): readonly DiffPiece[] | 'too long' | 'too different' {
  if (before.length + after.length > MOST_CHARS) return 'too long'
  const changes = diffWords(before, after, { maxEditLength: MOST_EDITS })
  if (!changes) return 'too different'
  return changes.map(({ value, added, removed }) => ({ text: value, side: added ? 'after' : removed ? 'before' : 'both' }))
}
