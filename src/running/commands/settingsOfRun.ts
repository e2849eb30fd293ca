import { resolve } from 'node:path'
import { isBundled as isBundledData } from '../../core/base/data/bundledVersion.ts'
import { parse } from '../../core/base/data/parse.ts'
import { configError, type HoldfastError } from '../../core/base/errors.ts'
import { shellWord } from '../../core/base/text/shellWord.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { readConfiguredItems } from '../../core/config/configuredItems.ts'
import { type GivenSettings, readEnvironment, withEntries } from '../../core/config/environment.ts'
import { isFileOption } from '../../core/config/optionTypes.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import { optionVariable } from '../../core/config/suiteOptions.ts'
import { endpointUri, withoutCredentials } from '../../core/format/modelUri.ts'
import type { Role } from '../../core/format/role.ts'
import { isBundledSuite, loadSuites } from '../catalogue.ts'
import { configuredSuites, loadOptions } from './commandConfig.ts'

/** The setting that names the model of a role. */
const FIELDS = { candidate: 'model', judge: 'judge', refuter: 'refuter', interactor: 'interactor', user: 'user' } as const

/** What is taken of a run. */
export interface WantedSettings {
  /** Its suites whose options are taken. Default: all. */
  readonly suites?: readonly string[]
  /** Whether its models are asked, with those that flags name in place of them; none is where undefined. */
  readonly models?: Readonly<Partial<Record<Role, string | undefined>>> | undefined
  /** Flags of the command that name models. */
  readonly flags?: Readonly<Partial<Record<Role, string>>>
}

/**
 * The settings that make a run again. Its folder may be another's: nothing that runs, is opened or is sent to is taken from it but what
 * comes with the package. @throws HoldfastError that says what to pass where the run names what the user does not.
 */
export async function settingsOfRun(settings: RunSettings, caller: CallerSettings, root: string, wanted: WantedSettings = {}) {
  const missing: Missing[] = []
  const taken = {
    data: ownData(settings, caller, missing),
    items: ownItems(settings, caller, root, missing),
    suites: await optionsOf(settings, caller, root, wanted.suites ?? Object.keys(settings.suites), missing),
    ...(wanted.models && ownModels(settings, caller, wanted, missing)),
  }
  if (missing.length > 0) throw refusal(missing)
  const { seed, trials, votes, controls, doubt, decide, limit } = settings
  return { seed, trials, votes, controls, doubt, decide, limit, ...taken }
}

/** What a run names and the user does not. */
interface Missing {
  readonly what: string
  readonly named: string
  /** The variable or flag that says it. */
  readonly by: string
}

function refusal(missing: readonly Missing[]): HoldfastError {
  const listed = missing.map(({ what, named }) => `${what} ${JSON.stringify(singleLine(named))}`).join(', ')
  const passed = missing.map(({ by, named }) => `${by}${by.startsWith('-') ? ' ' : '='}${shellWord(named)}`).join(' ')
  return configError(
    `Failed to make the run again: its run.json names the ${listed}, and the configuration here does not. A run folder may be another's. If you trust what it names, pass ${passed}.`,
  )
}

function ownData(settings: RunSettings, { options, given }: CallerSettings, missing: Missing[]): unknown {
  const { data } = settings
  if (isBundledData(data)) return data
  const own = String(given.data ?? options.data ?? 'bundled')
  // Where it lies may differ: what it holds is compared by its hash.
  if (!isBundledData(own)) return own
  missing.push({ what: 'data', named: data, by: 'HOLDFAST_DATA' })
  return undefined
}

function ownItems({ items }: RunSettings, { options, given }: CallerSettings, root: string, missing: Missing[]): unknown {
  if (!items) return undefined
  const own = given.items ?? options.items
  if (typeof own === 'string' && readConfiguredItems(own, root).hash === items.sha256) return own
  missing.push({ what: 'items', named: items.path, by: 'HOLDFAST_ITEMS' })
  return undefined
}

/** Options of bundled suites; what a suite of the user's own was run with stands in the configuration still. */
async function optionsOf(
  { suites }: RunSettings,
  { options: { suites: configured = {} }, texts }: CallerSettings,
  root: string,
  names: readonly string[],
  missing: Missing[],
): Promise<GivenSettings['suites']> {
  const asked = Object.keys(suites).filter((name) => names.includes(name) && isBundledSuite(name))
  return Object.fromEntries(
    (await loadSuites(asked)).map(({ name, options }) => {
      const values = Object.fromEntries(Object.entries(suites[name] ?? {}).filter(([, value]) => value !== undefined && value !== null))
      const read = Object.entries(parse(options, values, `run.json, field suites.${name}`))
      return [name, Object.fromEntries(read.map(([option, value]) => [option, own(name, option, value, options.shape[option])]))]
    }),
  )

  function own(suite: string, option: string, value: unknown, type: unknown): unknown {
    if (typeof value !== 'string' || !isFileOption(type as never) || value === 'bundled') return value
    const variable = optionVariable(suite, option)
    const present = texts[suite]?.[variable] ?? configured[suite]?.[option]
    if (typeof present === 'string' && resolve(root, present) === resolve(root, value)) return present
    missing.push({ what: `${option} of ${suite}`, named: value, by: variable })
    return undefined
  }
}

function membersOf(panel: string): string[] {
  return panel.slice('panel:'.length).split(';')
}

/** The models of a run as the user names them: an entry says more than a URI. */
function ownModels(
  { roles }: RunSettings,
  { options, given }: CallerSettings,
  { models: named = {}, flags = {} }: WantedSettings,
  missing: Missing[],
): GivenSettings {
  const { models = {} } = options
  const uriOf = (name: string): string => {
    const { uri = name, baseURL } = (Object.hasOwn(models, name) ? models[name] : undefined) ?? {}
    return uri.startsWith('panel:') ? `panel:${membersOf(uri).map(uriOf).join(';')}` : endpointUri(uri, baseURL)
  }
  const isSame = (name: string, uri: string) => withoutCredentials(uriOf(name)) === uri
  const find = (uri: string, present: string | undefined): string | undefined => {
    const entry = Object.keys(models).find((name) => isSame(name, uri))
    if (entry !== undefined) return entry
    if (present !== undefined && isSame(present, uri)) return present
    if (uri.startsWith('sim:')) return uri
    if (!uri.startsWith('panel:')) return undefined
    const members = membersOf(uri).map((member) => find(member, undefined))
    return members.includes(undefined) ? undefined : `panel:${members.join(';')}`
  }
  const chosen: Partial<Record<Role, string | undefined>> = {}
  for (const [role, field] of Object.entries(FIELDS) as [Role, (typeof FIELDS)[Role]][]) {
    const uri = roles[role]
    if (named[role] !== undefined) chosen[role] = named[role]
    else if (uri === undefined) continue
    // A role that the judge played is played by the judge again.
    else if (role !== 'judge' && role !== 'candidate' && uri === roles.judge) chosen[role] = chosen.judge
    else {
      const present = given[field] as string | undefined
      // Where no flag names it, the variable does.
      chosen[role] = find(uri, present ?? options[field]) ?? (flags[role] === undefined ? present : undefined)
      if (chosen[role] === undefined) missing.push({ what: role, named: uri, by: flags[role] ?? `HOLDFAST_${field.toUpperCase()}` })
    }
  }
  return Object.fromEntries(Object.entries(chosen).map(([role, name]) => [FIELDS[role as Role], name]))
}

/** What the user of a command says: by the configuration file of the folder, and by variables, which win. */
export type CallerSettings = Awaited<ReturnType<typeof callerSettings>>

/** Settings that say how a run is made, and nothing of what it measures. */
const HOW = ['models', 'concurrency', 'cache', 'cacheMegabytes', 'maxUsd', 'maxTokens', 'grace'] as const
/** Settings that say what a new run measures, and where it goes. */
const WHAT = [
  ...(['model', 'judge', 'refuter', 'interactor', 'user'] as const),
  ...(['data', 'limit', 'seed', 'trials', 'votes', 'controls', 'doubt', 'out'] as const),
]

/** Reads what the user says. No file that it names is opened. @throws HoldfastError for an unknown variable, and a value that does not fit. */
export async function callerSettings(root: string) {
  const options = await loadOptions(root)
  const own = Object.keys(options.suites ?? {}).filter((name) => !isBundledSuite(name))
  const { fields, suites } = readEnvironment(process.env, await configuredSuites(options, process.env), own)
  // What variables say, and options of suites by their variables, by suite.
  return { options: withEntries(options, { fields }), given: fields, texts: suites }
}

/** What a process that makes a run again is given beside the run's settings: limits, gates, and options of the user's own suites. */
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
