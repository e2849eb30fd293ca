import { z } from 'zod'
import { STRATEGY_NAMES } from '../../src/judges/pairwise/strategies.ts'
import { MAIN_SUBSETS, SUBSETS } from './subsets.ts'

const subset = z.enum(SUBSETS)
const flag = z.union([z.boolean(), z.enum(['0', '1']).transform((text) => text === '1')])

/** Options of the suite, `HOLDFAST_LLMBAR_<OPTION>`. */
export const llmbarOptions = z.strictObject({
  /** How the judge is asked. */
  strategy: z.enum(STRATEGY_NAMES).default('Vanilla'),
  /** Subsets to run: a list, in a variable with commas between. */
  subsets: z
    .union([
      z.array(subset).nonempty(),
      z
        .string()
        .transform((text) => text.split(',').map((name) => name.trim()))
        .pipe(z.array(subset).nonempty()),
    ])
    .default([...MAIN_SUBSETS]),
  /** Also report figures by the strict reading of replies (the last claim wins), as `strict.…`. */
  strict: flag.default(false),
})

/** Validated options. */
export type LlmbarOptions = z.output<typeof llmbarOptions>
