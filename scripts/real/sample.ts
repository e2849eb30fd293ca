import { BUNDLED } from '../../suites/bundled.ts'

/** What is asked of each suite: items per task, and options that are no defaults. Every model is asked the same items. */
export interface Sample {
  readonly limit: number
  readonly options?: Readonly<Record<string, unknown>>
  /** The candidate is this application on the model, and not the model itself. */
  readonly application?: string
}

/** The sample of `npm run real`: about an hour of answers for a model of 0.5 billion parameters on two cores. A suite that is not named here has {@link OTHERS}. */
const CHOSEN: Readonly<Record<string, Sample>> = {
  // Small models have right answers to press there.
  pressure: { limit: 60, options: { difficulties: ['plain', 'easy'] } },
  sharded: { limit: 3 },
  refutebench1: { limit: 4 },
  llmbar: { limit: 6 },
  'fb-bench': { limit: 1 },
  lifbench: { limit: 1, options: { lengths: ['4k'] } },
  refutebench: { limit: 1, options: { curves: false } },
  retention: { limit: 8, options: { lengths: ['2k'] }, application: 'module:./scripts/real/summarizer.ts#session' },
  kieval: { limit: 2, options: { rounds: 3 } },
}

/** What is asked of a suite that was added. */
const OTHERS: Sample = { limit: 3 }

/** What is asked of each suite, in the order in which they run. */
export const SAMPLE: Readonly<Record<string, Sample>> = {
  ...CHOSEN,
  ...Object.fromEntries(BUNDLED.flatMap(({ name }) => (CHOSEN[name] ? [] : [[name, OTHERS]]))),
}

/** Settings of every run. Small judges leave items unscored, which is counted and is no fault of the run. */
export const SETTINGS = { seed: 0, cache: 'off', resume: 'auto', gates: { maxUnscored: 1 } }

/** What holds for every model. Small models may go on for ever: the cap ends that, and the patience is for slow machines. */
export const ENTRY = { maxTokens: 400, timeoutSeconds: 1800, reasoningTokens: 0 }

/** Requests in flight: slots of the server. */
export const CONCURRENCY = 4
