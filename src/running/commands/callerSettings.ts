import { type EnvironmentConfig, type GivenSettings, readEnvironment } from '../../core/config/environment.ts'
import type { HoldfastOptions } from '../../core/config/schema.ts'
import { isBundledSuite } from '../catalogue.ts'
import { configuredSuites } from '../configuredSuites.ts'
import { loadOptions } from '../vitest/loadOptions.ts'

/** What the user of a command says: by the configuration file of the folder, and by variables, which win. */
export interface CallerSettings {
  readonly options: HoldfastOptions
  /** What variables say. */
  readonly given: GivenSettings
  /** Options of suites by their variables, by suite. */
  readonly texts: EnvironmentConfig['suites']
}

/** Settings that say how a run is made, and nothing of what it measures. */
const HOW = ['concurrency', 'cache', 'maxUsd', 'maxTokens', 'grace'] as const
/** Settings that say what a new run measures, and where it goes. */
const WHAT = [
  ...(['model', 'judge', 'refuter', 'interactor', 'user'] as const),
  ...(['data', 'limit', 'seed', 'trials', 'votes', 'controls', 'doubt', 'out'] as const),
]

/**
 * Reads what the user says. No file that it names is opened.
 *
 * @throws HoldfastError for an unknown variable, and a value that does not fit.
 */
export async function callerSettings(root: string): Promise<CallerSettings> {
  const options = await loadOptions(root)
  const own = Object.keys(options.suites ?? {}).filter((name) => !isBundledSuite(name))
  const { fields, suites } = readEnvironment(process.env, await configuredSuites(options, process.env), own)
  return { options, given: fields, texts: suites }
}

/**
 * What a process that makes a run again is given beside the run's own settings: limits, the rules it is decided by, and options of
 * the user's own suites, which are taken from no run folder.
 */
export function againSettings({ options, given, texts }: CallerSettings): GivenSettings {
  const own = Object.keys(texts).filter((suite) => !isBundledSuite(suite))
  return { ...pick(given, HOW), ...textsOf(texts, own), gates: given.gates ?? options.gates, strict: given.strict }
}

/** What a new run is given. Which part of which run, and which items, another run of the user's takes is nothing to it. */
export function newRunSettings({ given, texts }: CallerSettings): GivenSettings {
  return { ...pick(given, [...HOW, ...WHAT]), ...textsOf(texts, Object.keys(texts)) }
}

function textsOf(texts: CallerSettings['texts'], suites: readonly string[]): Pick<GivenSettings, 'optionTexts'> {
  return { optionTexts: Object.assign({}, ...suites.map((suite) => texts[suite])) }
}

function pick(given: GivenSettings, names: readonly (keyof GivenSettings)[]): GivenSettings {
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}
