import type { Shard } from './schedulerShard.ts'

/** Caps of a run; without a cap it may take what it takes. */
export interface BudgetLimits {
  /** US dollars. */
  readonly maxUsd?: number | undefined
  /** Tokens of prompts and answers together. */
  readonly maxTokens?: number | undefined
}

/** The budget of one part where parts do not share one: its share of the whole. */
export function divided({ maxUsd, maxTokens }: BudgetLimits, shard: Shard | undefined): BudgetLimits {
  const count = shard?.count ?? 1
  return {
    ...(maxUsd !== undefined && { maxUsd: maxUsd / count }),
    ...(maxTokens !== undefined && { maxTokens: Math.max(1, Math.floor(maxTokens / count)) }),
  }
}
