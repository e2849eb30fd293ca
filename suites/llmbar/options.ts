import { z } from 'zod'
import { flag, listOf, STRATEGY_NAMES } from '../../src/kit.ts'
import { MAIN_SUBSETS, SUBSETS } from './subsets.ts'

/** Options of the suite, `HOLDFAST_LLMBAR_<OPTION>`. */
export const llmbarOptions = z.strictObject({
  /** How the judge is asked. */
  strategy: z.enum(STRATEGY_NAMES).default('Vanilla'),
  /** Subsets to run: a list, in a variable with commas between. */
  subsets: listOf(SUBSETS).default([...MAIN_SUBSETS]),
  /** The official rule that replies to `CoT` are read by: `line` is what the official code has for PaLM 2. */
  cotRule: z.enum(['phrase', 'line']).default('phrase'),
  /** Also report figures by the strict reading of replies (what a person reads), as `strict.…`. */
  strict: flag.default(false),
})

/** Validated options. */
export type LlmbarOptions = z.output<typeof llmbarOptions>
