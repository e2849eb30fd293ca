import { Z, Z_FOUR_OF_FIVE } from './normal.ts'

/** Labelled records that a metric must have before it is corrected: of fewer nobody knows how far the judge is off. */
export const LEAST_LABELLED = 10

/** What a corrected figure varies by, and how many labels it has. */
export interface LabelledPrecision {
  readonly ci95: readonly [number, number]
  /** The share of its variance that comes of few labels, 0 to 1. */
  readonly ofLabels: number
  readonly labelled: number
  readonly records: number
}

/**
 * Labels that tell a corrected figure from a bound at `distance` over 0 in 4 of 5 runs, two-sided at 5 %: they add variance by 1/n - 1/N.
 * Undefined where all records would not do: then it takes more items.
 */
export function labelsNeeded(distance: number, { ci95, ofLabels, labelled, records }: LabelledPrecision): number | undefined {
  const variance = ((ci95[1] - ci95[0]) / 2 / Z) ** 2
  const perLabel = (variance * ofLabels) / (1 / labelled - 1 / records)
  const allowed = (distance / (Z + Z_FOUR_OF_FIVE)) ** 2 - variance * (1 - ofLabels)
  if (!(allowed > 0)) return undefined
  // Where all are labelled, or labels add nothing, there is nothing to divide by.
  return Number.isFinite(perLabel) ? Math.max(1, Math.ceil(1 / (allowed / perLabel + 1 / records))) : records
}
