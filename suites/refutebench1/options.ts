import { z } from 'zod'
import { listOf } from '../../src/kit.ts'
import { KINDS, NCS, PAIRS, TASKS } from './names.ts'

/** Options of the suite, `HOLDFAST_REFUTEBENCH1_<OPTION>`. */
export const refutebench1Options = z.strictObject({
  /** Which tasks to run. */
  tasks: listOf(TASKS).default([...TASKS]),
  /** What comes after the feedback. */
  kinds: listOf(KINDS).default([...KINDS]),
  /** How many irrelevant queries come between; dialogues with several feedbacks have none. */
  ncs: listOf(NCS).default([...NCS]),
  /** Which translations. The bundled ones are English to Chinese. */
  pairs: listOf(PAIRS).default([...PAIRS]),
  /** What a word is to be translated as: another translation of it, or a fixed one that is none. */
  targets: z.enum(['translation', 'random']).default('translation'),
})

/** Validated options. */
export type Refutebench1Options = z.output<typeof refutebench1Options>
