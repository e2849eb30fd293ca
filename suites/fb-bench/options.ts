import { z } from 'zod'
import { flag } from '../../src/kit.ts'

/** Options of the suite, `HOLDFAST_FB_BENCH_<OPTION>`. */
export const fbBenchOptions = z.strictObject({
  /** The judge sees the reference answer, as the paper describes; by default for bundled items and your own, as the official code does not. */
  reference: flag.optional(),
  /** Also ask each query alone and judge that answer: what the feedback gained. One more call of candidate and judge an item. */
  control: flag.default(false),
})

/** Validated options. */
export type FbBenchOptions = z.output<typeof fbBenchOptions>
