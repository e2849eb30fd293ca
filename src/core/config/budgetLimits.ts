/** Caps of a run; without a cap it may take what it takes. */
export interface BudgetLimits {
  /** US dollars. */
  readonly maxUsd?: number | undefined
  /** Tokens of prompts and answers together. */
  readonly maxTokens?: number | undefined
}
