import type { Auxiliary } from './prompts.ts'

/** How the two outputs are set against each other. */
export type Comparison =
  /** The judge names the better one, both orders by themselves. */
  | { readonly kind: 'direct'; readonly shots: 0 | 1 | 2 }
  /** The same after a short explanation. */
  | { readonly kind: 'reasoned' }
  /** Reasoned in both orders; where they contradict each other, the judge decides again with both explanations before it. */
  | { readonly kind: 'synthesis'; readonly reasoned: boolean }
  /** Each output is rated by itself. */
  | { readonly kind: 'rating' }
  /** Several referees discuss and vote. */
  | { readonly kind: 'debate' }

/** A judging strategy: what the judge writes for itself first, and how it then compares. */
export interface PairwiseStrategy {
  readonly rules: boolean
  readonly auxiliaries: readonly Auxiliary['name'][]
  readonly comparison: Comparison
}

const direct = { kind: 'direct', shots: 0 } as const
const rating = { kind: 'rating' } as const
const make = (comparison: Comparison, ...auxiliaries: Auxiliary['name'][]): PairwiseStrategy => ({ rules: true, auxiliaries, comparison })

/** The strategies of LLMBar's paper and code, by their official names. */
export const STRATEGIES = {
  Vanilla_NoRules: { ...make(direct), rules: false },
  Vanilla: make(direct),
  Vanilla_1shot: make({ kind: 'direct', shots: 1 }),
  Vanilla_2shot: make({ kind: 'direct', shots: 2 }),
  CoT: make({ kind: 'reasoned' }),
  Swap: make({ kind: 'synthesis', reasoned: false }),
  Swap_CoT: make({ kind: 'synthesis', reasoned: true }),
  Metrics: make(direct, 'metrics'),
  Reference: make(direct, 'reference'),
  Metrics_Reference: make(direct, 'metrics', 'reference'),
  Rating: make(rating),
  Rating_NoRules: { ...make(rating), rules: false },
  Rating_Metrics: make(rating, 'metrics'),
  Rating_Reference: make(rating, 'reference'),
  Rating_Metrics_Reference: make(rating, 'metrics', 'reference'),
  ChatEval: make({ kind: 'debate' }),
} as const satisfies Record<string, PairwiseStrategy>

/** Name of a strategy. */
export type StrategyName = keyof typeof STRATEGIES

/** All names, for options. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as [StrategyName, ...StrategyName[]]
