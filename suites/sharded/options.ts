import { z } from 'zod'
import { listOf } from '../../src/kit.ts'
import { DEFAULT_FORMS, FORMS, KINDS, LEVELS } from './names.ts'

/** Options of the suite, `HOLDFAST_SHARDED_<OPTION>`. */
export const shardedOptions = z.strictObject({
  /** Forms in which each task is put. A loss needs `sharded` and `full` or `concat`; a gain `sharded` and `recap` or `snowball`. */
  forms: listOf(FORMS).default([...DEFAULT_FORMS]),
  /** Which kinds of tasks to run. */
  kinds: listOf(KINDS).default([...KINDS]),
  /** Which levels of tasks to run. */
  levels: listOf(LEVELS).default([...LEVELS]),
})

/** Validated options. */
export type ShardedOptions = z.output<typeof shardedOptions>
