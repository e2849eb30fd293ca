import { usageError } from './errors.ts'

/** What a threshold is given on. */
export interface Scale {
  /** What is held against the threshold, as the beginning of a sentence. */
  readonly name: string
  readonly least: number
  readonly most: number
  /** Whether the lowest value may be a threshold: one from which everything passes. */
  readonly mayBeLeast: boolean
}

/** Totals of rubrics and of items. A threshold of 0 is no slip of the scale: it scores an answer and lets it pass. */
export const TOTALS: Scale = { name: 'Totals', least: 0, most: 1, mayBeLeast: true }

/** A judge's ratings. A threshold of 1 is taken for a slip: on most scales it means full marks, here it would let everything pass. */
export const RATINGS: Scale = { name: 'Ratings', least: 1, most: 5, mayBeLeast: false }

/** Overall scores of interviews. */
export const INTERVIEW_SCORES: Scale = { name: 'Overall scores', least: 10, most: 100, mayBeLeast: false }

/** Checks a user's threshold. Throws HoldfastError, "Failed to `doing`", for one off the scale, which everything or nothing would pass. */
export function assertThreshold(doing: string, threshold: number, { name, least, most, mayBeLeast }: Scale): void {
  const fail = (wrong: string, effect: string) =>
    usageError(
      `Failed to ${doing}: threshold ${shown(threshold)} ${wrong}. ${name} run from ${least} to ${most}${effect}. Give ${least} ${mayBeLeast ? '<=' : '<'} threshold <= ${most}.`,
    )
  if (!Number.isFinite(threshold)) throw fail('is no number', '')
  if (threshold > most) throw fail('is above the scale', `: ${threshold} would let nothing pass`)
  if (threshold < least) throw fail('is below the scale', `: ${threshold} would let everything pass`)
  if (threshold === least && !mayBeLeast) throw fail('is the end of the scale', `: ${threshold} would let everything pass`)
}

/** Checks a number of things that a user gave. Throws HoldfastError for what is not a whole number of at least 1. */
export function assertWhole(doing: string, what: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return
  throw usageError(`Failed to ${doing}: ${what} is ${shown(value)}. Give a whole number of at least 1.`)
}

/** Checks a weight that a user gave. Throws HoldfastError for what is not a finite number over 0. */
export function assertPositive(doing: string, what: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw usageError(`Failed to ${doing}: ${what} is ${shown(value)}. Give a finite number over 0.`)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
