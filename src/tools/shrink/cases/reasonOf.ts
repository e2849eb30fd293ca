import type { ForTheReason } from './repeatedCase.ts'
import type { CaseRun } from './runCase.ts'

/** What of a run tells why it failed. */
type Why = Pick<CaseRun, 'lost' | 'scored'>

/**
 * The reason for which the whole item fails: the points that all of these runs lost, or where they share none, that any of them lost.
 * A case fails for the same reason where it loses one of them.
 *
 * A point may be named by a number that is smaller in a smaller case, as RefuteBench names a rating by the queries before it
 * (`R(c3,r0)`). So where the item has a score of a point's name and the case has none, a point counts as the same whose name differs in
 * numbers alone.
 *
 * @param failures runs of the whole item that failed, at least one.
 */
export function reasonOf(failures: readonly Why[]): ForTheReason {
  const [first, ...others] = failures.map(({ lost }) => lost)
  const shared = (first ?? []).filter((point) => others.every((lost) => lost.includes(point)))
  const meant = shared.length > 0 ? shared : failures.flatMap(({ lost }) => lost)
  const named = new Set(failures.flatMap(({ scored }) => scored))
  return ({ lost, scored }: Why) => {
    // A verdict that tells of no points fails for the one reason there is.
    if (meant.length === 0) return true
    if (lost.some((point) => meant.includes(point))) return true
    const renamed = meant.filter((point) => named.has(point) && !scored.includes(point)).map(withoutNumbers)
    return lost.some((point) => renamed.includes(withoutNumbers(point)))
  }
}

function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, '#')
}
