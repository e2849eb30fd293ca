import { z } from 'zod'
import { anyNames, count, flag } from '../../src/kit.ts'

/** Options of the suite, `HOLDFAST_KIEVAL_<OPTION>`. */
export const kievalOptions = z.strictObject({
  /** Question sets, by name; all there are by default. */
  sets: anyNames.optional(),
  /** Questions of each set that are used: the first valid ones. */
  questions: count.default(200),
  /** `prefix` as in the official code, `random` as the paper says. */
  selection: z.enum(['prefix', 'random']).default('prefix'),
  /** Which questions count: those a list names as answered rightly by an evaluator model, those the judge answers now, or all. */
  validation: z.enum(['list', 'live', 'none']).default('list'),
  /** The evaluator model of the list. */
  list: z.enum(['gpt4', 'gpt35']).default('gpt4'),
  /** Rounds of an interview at most. */
  rounds: count.default(5),
  /** Whether the evaluator may end an interview; off is an ablation of the paper. */
  stop: flag.default(true),
  /** Weights of the rounds; `constant` is an ablation of the paper. */
  weights: z.enum(['decay', 'constant']).default('decay'),
  /** How the static answer is read: `robust`, or `official`, the first capital letter that names a choice. */
  parse: z.enum(['robust', 'official']).default('robust'),
  /** Put all questions with their answers before everything the candidate is asked: a leak of the test, on purpose. */
  leak: flag.default(false),
})

/** Validated options. */
export type KievalOptions = z.output<typeof kievalOptions>
