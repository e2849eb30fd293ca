/** What a rater can do, by button or key. */
export interface Controls {
  answer(value: number): void
  move(step: number): void
  skip(): void
  undo(): void
  /** Brings the text that is judged into view, after that what follows it. */
  showJudged(): void
  exportLabels(): void
}
