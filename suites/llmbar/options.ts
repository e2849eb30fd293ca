import { z } from 'zod'
import { listOf, STRATEGY_NAMES } from '../../src/kit.ts'
import { MAIN_SUBSETS, SUBSETS } from './subsets.ts'

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
