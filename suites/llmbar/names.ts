import { z } from 'zod'
import { listOf, STRATEGY_NAMES } from '../../src/kit.ts'

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

/** Options of the suite, `HOLDFAST_LLMBAR_<OPTION>`. */
export const llmbarOptions = z.strictObject({
  /** How the judge is asked. */
  strategy: z.enum(STRATEGY_NAMES).default('Vanilla'),
  /** Subsets to run: a list, in a variable with commas between. */
  subsets: listOf(SUBSETS).default([...MAIN_SUBSETS]),
  /** The official rule that replies to `CoT` are read by: `line` is what the official code has for PaLM 2. */
  cotRule: z.enum(['phrase', 'line']).default('phrase'),
})

/** Validated options. */
export type LlmbarOptions = z.output<typeof llmbarOptions>
