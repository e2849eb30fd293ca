import type { WrittenCheck } from '../../core/format/writtenCheck.ts'

/** What a matcher found out about one answer. */
export interface Verdict {
  readonly passed: boolean
  /** Scores by name for the item's record, `total` among them. */
  readonly scores: Readonly<Record<string, number>>
  /** Names of scores that say nothing about how good the answer is, or on another scale, and so stay under `not`. */
  readonly neutral?: readonly string[]
  readonly threshold: number
  /** How doubtful the judge's own votes and orders leave it, 0 to 1 (src/judging/doubt.ts); absent where they show nothing. */
  readonly doubt?: number | undefined
  /** A figure beside the item's score: no part of its total. */
  readonly recordOnly?: boolean | undefined
  /** Tags that are known only once the item has run. */
  readonly tags?: Readonly<Record<string, string>>
  /** Share of the total lost at each point, by the point's title; only points that lost something. */
  readonly lost: Readonly<Record<string, number>>
  /** Checks of points that lost something, by the point's title. */
  readonly checks?: Readonly<Record<string, WrittenCheck>> | undefined
  /** The whole message, as a failing test shows it; of an answer that passes, the one that `not` fails with. */
  readonly message: string
}
