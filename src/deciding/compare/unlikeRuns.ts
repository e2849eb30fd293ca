import { type Comparable, comparableOf, incomparable } from '../baseline/baseline.ts'
import type { ComparedRun } from './comparedRun.ts'

/** A run that was made otherwise than the one it is held against. */
export interface UnlikeRun {
  readonly name: string
  /** Name of the run that it differs from. */
  readonly from: string
  /** What differs, after "made with". */
  readonly why: string
}

/** What is known of how a suite's runs are compared. */
export interface UnlikeOptions {
  /** Roles that the suite calls. */
  readonly calls: readonly string[]
  /** Option of the suite in which runs may differ. */
  readonly mayDiffer?: string | undefined
}

/**
 * The runs that were made otherwise than the first one that has the suite: with other data, another judge, other options or other
 * rules of scoring. Of runs without a scores.json it is not known.
 */
export function unlikeRuns(runs: readonly ComparedRun[], suite: string, { calls, mayDiffer }: UnlikeOptions): UnlikeRun[] {
  const known = runs.flatMap(({ name, document }) =>
    document?.suites[suite] ? [{ name, own: without(comparableOf(document, suite, calls), mayDiffer) }] : [],
  )
  const [first, ...others] = known
  return others.flatMap(({ name, own }) => {
    const why = first && incomparable(first.own, own)
    return first && why ? [{ name, from: first.name, why }] : []
  })
}

function without(comparable: Comparable, option: string | undefined): Comparable {
  if (option === undefined) return comparable
  const { [option]: _left, ...options } = (comparable.options ?? {}) as Readonly<Record<string, unknown>>
  return { ...comparable, options }
}
