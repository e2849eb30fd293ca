import { HoldfastError } from '../errors.ts'

/** A judge that gave no usable reply: the item has no score, which is not a zero (DESIGN section 3). */
export class UnscoredError extends HoldfastError {
  constructor(message: string) {
    super('UNSCORED', message)
  }
}
