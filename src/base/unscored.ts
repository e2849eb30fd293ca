import { HoldfastError } from './errors.ts'

/** A judge that gave no usable reply: the item has no score, which is not a zero (docs/contracts.md, section 1). */
export class UnscoredError extends HoldfastError {
  /** What is known of the item all the same, for its record: counts, no scores. */
  readonly facts: Readonly<Record<string, number>>

  constructor(message: string, facts: Readonly<Record<string, number>> = {}) {
    super('UNSCORED', message)
    this.facts = facts
  }
}
