/** A text that an answer is compared with word by word. */
export interface LabelReference {
  readonly text: string
  /** What it is, in words: `the reference answer of the item`. */
  readonly of: string
}
