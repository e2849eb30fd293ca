import { HoldfastError } from './errors.ts'

/** A judge that gave no usable reply: the item has no score, which is not a zero (docs/formats.md, section 1). */
export class UnscoredError extends HoldfastError {
  /** What was found of the item all the same, for its record: ratings and counts by name, which make no total. */
  readonly scores: Readonly<Record<string, number>>

  constructor(message: string, scores: Readonly<Record<string, number>> = {}) {
    super('UNSCORED', message)
    this.scores = scores
  }
}
