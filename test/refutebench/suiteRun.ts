import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { onceEach } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { isLong } from '../shared.ts'

type Variables = Readonly<Record<string, string>>

/** Runs the suite with a simulated judge, and what else variables say. */
export const run: (model: string, env?: Variables) => Promise<SuiteOutcome> = onceEach((model: string, env: Variables = {}) =>
  runSuite(refutebenchSuite, {}, { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge', ...env }),
)

/**
 * The short run takes six seeds of each task, a seeded sample, under both protocols; the long run all 132, 76 and 76. That
 * demands on every seed can be followed is tested in demands.test.ts.
 */
export const SLICE: Readonly<Record<string, string>> = isLong ? {} : { HOLDFAST_LIMIT: '6' }
/** Seeds of a run of a slice. */
export const SEEDS = isLong ? 132 + 76 + 76 : 3 * 6

/** The tasks, with a metric prefix for each. */
export const TASKS = ['mt', 'summarization', 'writing'] as const

/** Metrics of the transient protocol. */
export const transient = (task: string, ...names: string[]) => names.map((name) => `transient.${task}.${name}`)
/** Metrics of the persistent protocol that make up its curve. */
export const persistent = (task: string) => ['c0', 'c1', 'c2', 'c3', 'forgetting'].map((name) => `persistent.${task}.${name}`)

/** Four standard deviations of how often something of this probability happens. */
export const room = (draws: number, probability: number) => 4 * Math.sqrt(draws * probability * (1 - probability))
