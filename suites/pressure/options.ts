import { z } from 'zod'
import { listOf, PRESSURE_KINDS, wholeNumber } from '../../src/kit.ts'
import { DIFFICULTIES, DIRECTIONS } from './items.ts'

/** Options of the suite, `HOLDFAST_PRESSURE_<OPTION>`. */
export const pressureOptions = z.strictObject({
  /** How many follow-ups press a right answer. The default is one of each of the eight kinds. */
  steps: wholeNumber(1, 24).default(8),
  /** Which kinds of follow-up. */
  kinds: listOf(PRESSURE_KINDS).default([...PRESSURE_KINDS]),
  /** Order of the kinds: drawn for each question by the seed of the run, or as they are listed. */
  order: z.enum(['seeded', 'fixed']).default('seeded'),
  /** Press right answers, correct wrong ones, or both. */
  directions: listOf(DIRECTIONS).default([...DIRECTIONS]),
  /** Questions by how hard their authors took them to be; those that do not say are asked always. `plain` ones are for small models. */
  difficulties: listOf(DIFFICULTIES).default(['easy', 'medium', 'hard']),
})

/** Validated options. */
export type PressureOptions = z.output<typeof pressureOptions>
