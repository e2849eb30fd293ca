/** The benchmark: natural pairs, and the four kinds of adversarial ones. */
export const MAIN_SUBSETS = ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual'] as const
/** Subsets whose worse output was made to look better. */
export const ADVERSARIAL: readonly string[] = ['Neighbor', 'GPTInst', 'GPTOut', 'Manual']
/** Case studies and processed older data sets, run on request. */
const FURTHER_SUBSETS = ['Constraint', 'Negation', 'Normal', 'Base_9', 'Base_10', 'FairEval', 'LLMEval2', 'MT-Bench'] as const

/** Every subset there is; the further ones exist as official data only. */
export const SUBSETS = [...MAIN_SUBSETS, ...FURTHER_SUBSETS] as const

/** Name of a subset. */
export type Subset = (typeof SUBSETS)[number]
