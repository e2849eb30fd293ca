/** How a judgement ended: it failed the item, it did not, or it is a figure beside the score. */
export type JudgementState = 'failed' | 'passed' | 'noted'

/** A row of a judgement's table. */
export interface JudgementRow {
  readonly cells: readonly string[]
  readonly tone: 'good' | 'bad' | 'none'
  /** The candidate's call that the row is about. */
  readonly about?: string | undefined
}

/** A judgement as a table, for instance of a checklist. */
export interface JudgementTable {
  readonly columns: readonly string[]
  /** Position of the column with the judge's words. */
  readonly words: number
  readonly rows: readonly JudgementRow[]
}

/** One judgement of an item, for people. */
export interface JudgementView {
  /** What was judged: `Answer 2, objection 2`. */
  readonly title: string
  /** What came of it: `1 of 5, needs 4`. */
  readonly outcome: string
  readonly state: JudgementState
  /** The judge's calls that it is made of. */
  readonly calls: readonly string[]
  /** The candidate's call whose answer was judged. */
  readonly about?: string | undefined
  /** Lost points of the item's message that it explains, by their names there. */
  readonly lost?: readonly string[] | undefined
  /** What the judge said, one text a vote. */
  readonly words: readonly string[]
  readonly table?: JudgementTable | undefined
}
