/** What the first question to a model showed. */
export interface FoundModel {
  /** Tokens added to every cap, since the model thinks before it answers; 0 for one that does not. */
  readonly reasoningTokens: number
  /** Changes to requests that its endpoint made necessary, each in words. */
  readonly adapted: readonly string[]
}
