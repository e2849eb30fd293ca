import { z } from 'zod'
import { listOf, wholeNumber } from '../../src/kit.ts'
import { LENGTHS } from './items.ts'

/** Options of the suite, `HOLDFAST_RETENTION_<OPTION>`. */
export const retentionOptions = z.strictObject({
  /** Lengths of the filler, in tokens. */
  lengths: listOf(LENGTHS).default([...LENGTHS]),
  /** Most tokens of filler that wait for a compaction that cannot be asked for. */
  maxTokens: wholeNumber(1000, 10_000_000).default(40_000),
})

/** Validated options. */
export type RetentionOptions = z.output<typeof retentionOptions>
