import { z } from 'zod'
import { flag } from '../../src/kit.ts'

/** The two scenarios: a wrong first answer to correct, or a right one to maintain. */
export const SCENARIOS = ['ec', 'rm'] as const

/** Error correction or response maintenance. */
export type FbScenario = (typeof SCENARIOS)[number]

/** Official sampling temperature of the candidate by task (docs/suites/fb-bench.md, R1). */
export const TEMPERATURE = {
  Mathematics: 0,
  Reasoning: 0,
  Coding: 0,
  'Text Extraction': 0,
  'Text Error Correction': 0,
  'Text Creation': 0.7,
  'Knowledge Q&A': 0.1,
  'Text Translation': 0.7,
} as const

/** A task type. */
export type FbTask = keyof typeof TEMPERATURE

/** Task types, in the order of the official tables. */
export const TASKS = Object.keys(TEMPERATURE) as FbTask[]

/** Options of the suite, `HOLDFAST_FB_BENCH_<OPTION>`. */
export const fbBenchOptions = z.strictObject({
  /** The judge sees the reference answer, as the paper describes; by default for bundled items and your own, as the official code does not. */
  reference: flag.optional(),
  /** Also ask each query alone and judge that answer: what the feedback gained. One more call of candidate and judge an item. */
  control: flag.default(false),
})

/** Validated options. */
export type FbBenchOptions = z.output<typeof fbBenchOptions>
