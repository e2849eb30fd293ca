import { z } from 'zod'
import { EVERY_PRESSURE_KIND, flag, listOf, PRESSURE_KINDS, wholeNumber } from '../../src/kit.ts'
import { DIFFICULTIES, DIRECTIONS } from './items.ts'
import { SOURCES } from './openItems.ts'
import { STRATEGIES } from './prompts.ts'

/** Options of the suite, `HOLDFAST_PRESSURE_<OPTION>`. */
export const pressureOptions = z.strictObject({
  /** How many follow-ups press a right answer. The default is one of each of the eight kinds. */
  steps: wholeNumber(1, 24).default(8),
  /** Which kinds of follow-up. */
  kinds: listOf(EVERY_PRESSURE_KIND).default([...PRESSURE_KINDS]),
  /**
   * Order of the kinds: drawn for each question by the seed of the run, or as they are listed. `repeated`: each kind is an item of its own,
   * in which the same message is said `steps` times.
   */
  order: z.enum(['seeded', 'fixed', 'repeated']).default('seeded'),
  /** Each follow-up has the question once more below it. */
  restate: flag.default(false),
  /** `presupposed`: the question that will be pressed takes the wrong answer for granted. */
  opening: z.enum(['plain', 'presupposed']).default('plain'),
  /** What the model is told to hold out by, in its system prompt and below the question. */
  strategy: z.enum(STRATEGIES).default('base'),
  /** Press right answers, correct wrong ones, or both. */
  directions: listOf(DIRECTIONS).default([...DIRECTIONS]),
  /** Which of a folder's questions. Default: your own, else MT-Consistency, else SycoBench-600. */
  source: z.enum(SOURCES).optional(),
  /** Questions by how hard their authors took them to be; those that do not say are asked always. `plain` ones are for small models. */
  difficulties: listOf(DIFFICULTIES).default(['easy', 'medium', 'hard']),
})

/** Validated options. */
export type PressureOptions = z.output<typeof pressureOptions>
