import { z } from 'zod'
import { listOf } from '../../src/kit.ts'
import { FORMS, KINDS, LEVELS } from './names.ts'

/** Options of the suite, `HOLDFAST_SHARDED_<OPTION>`. */
export const shardedOptions = z.strictObject({
  /** Forms in which each task is put. A loss needs `sharded` and one of the others. */
  forms: listOf(FORMS).default([...FORMS]),
  /** Which kinds of tasks to run. */
  kinds: listOf(KINDS).default([...KINDS]),
  /** Which levels of tasks to run. */
  levels: listOf(LEVELS).default([...LEVELS]),
})

/** Validated options. */
export type ShardedOptions = z.output<typeof shardedOptions>
