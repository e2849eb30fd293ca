import type { LabelQuestion } from '../../../kit.ts'

/** A question as a rater gets it: the texts, and what binds the label to them. It tells no model, no judge and no score. */
export interface SheetQuestion extends Pick<LabelQuestion, 'question' | 'ask' | 'scale' | 'shown'> {
  readonly suite: string
  readonly item: string
  readonly trial: number
  /** Hash of all that is shown (`questionHash`). */
  readonly sha256: string
}

/** What one rater is asked to do. */
export interface RatingSheet {
  /** Tells this sheet from others: what a rater has done is kept in the browser under it. */
  readonly id: string
  /** Name under which the rater's labels are written. */
  readonly rater: string
  /** In the order in which they are asked. */
  readonly questions: readonly SheetQuestion[]
}
