import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { knownOf } from '../base/collections.ts'
import { isBundled, readBundled } from '../base/data/bundledVersion.ts'
import { parse } from '../base/data/parse.ts'
import { configError } from '../base/errors.ts'
import { packageRoot } from '../base/packageRoot.ts'
import { didYouMean, nearest } from '../base/text/nearest.ts'
import { type Gates, rulesBySuite } from '../format/gates.ts'
import { type ModelEntry, modelEntry } from '../format/modelEntry.ts'
import { endpointUri, type ModelUri, parseModelUri } from '../format/modelUri.ts'
import { secretVariables } from '../format/requestExtras.ts'
import type { CallRole, Role } from '../format/role.ts'
import { findBrokenRun, newRunId, type RunFolder, runFolder, runFolderName } from '../format/runFolder.ts'
import type { BudgetLimits } from './budgetLimits.ts'
import { type ConfiguredItems, readConfiguredItems } from './configuredItems.ts'
import { type Environment, readEnvironment, withEntries } from './environment.ts'
import { type Recording, recordedDefaults, recordingOf } from './recording.ts'
import { readRunSettings } from './runSettings.ts'
import { type SchedulerNumbers, type Shard, schedulerShard } from './schedulerShard.ts'
import { configSchema, type HoldfastOptions } from './schema.ts'
import type { SettingOrigin } from './settingOrigins.ts'
import { type KnownSuite, readSuiteOptions, type UnreadOptions } from './suiteOptions.ts'
import { batchEntry, withPrice } from './withPrice.ts'

/** Configuration of a run, complete and plain data: it crosses from Vitest's process into the worker. */
export interface ResolvedConfig
  extends Pick<Merged, 'limit' | 'seed' | 'trials' | 'controls' | 'doubt' | 'concurrency' | 'strict' | 'better' | 'decide'> {
  /** Folder that relative paths start from. */
  readonly root: string
  readonly version: string
  readonly runId: string
  readonly startedAt: string
  /** Absolute path of the run folder. */
  readonly out: string
  readonly roles: Readonly<Partial<Record<Role, ModelEntry>>>
  /** Who answers when data is made. */
  readonly dataRoles: Readonly<Partial<Record<CallRole, ModelEntry>>>
  /** Variables that hold keys of configured models, of those too that no role of the run uses. */
  readonly secretVariables: readonly string[]
  /** `bundled`, `bundled@1` for the older bundled items, or the absolute path of a folder of official data. */
  readonly data: string
  /** Items that the run takes of a suite; all of every suite where undefined. */
  readonly items?: ConfiguredItems | undefined
  readonly votes: number
  /** What overrides explorations of tests. */
  readonly explore?: { readonly calls?: number | undefined } | undefined
  /** Absolute folder of the response cache; none where it is off. */
  readonly cache: string | undefined
  readonly cacheBytes: number
  /** Whether the run folder holds a run to be finished. */
  readonly resume: boolean
  /** Whether its own command has started it again, and not a person who named it: then tries that were used up stay so. */
  readonly restarted?: boolean | undefined
  readonly budget: BudgetLimits
  readonly shard?: Shard | undefined
  /** How the scheduler that said so numbers the parts. */
  readonly scheduler?: SchedulerNumbers | undefined
  /** Absolute folder that all parts of a job share their limits and their budget in; none where each has a fixed share. */
  readonly shared?: string | undefined
  /** Seconds that calls under way may take after a signal that ends the run. */
  readonly graceSeconds: number
  /** Whether calls to endpoints are written down for the Batch API instead of being sent. */
  readonly exportsBatch?: boolean
  readonly gates: Gates | undefined
  /** Validated options of each bundled suite that the configuration says something of. */
  readonly suites: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The recorded run that the candidate is: the run takes no items beyond it. */
  readonly recording?: Recording | undefined
  /** What is given for suites of the user's own, which is validated where they are run. */
  readonly ownSuites: Readonly<Record<string, UnreadOptions>>
  /** Who gave what is no default, for people; undefined where nobody asked. */
  readonly origins?: readonly SettingOrigin[] | undefined
}

/** Merges defaults, the plugin's options and the environment, which wins. Throws HoldfastError for the first thing that is wrong. */
export function resolveConfig(
  options: HoldfastOptions,
  environment: Environment,
  root: string,
  suites: readonly KnownSuite[],
): ResolvedConfig {
  const given = parse(configSchema, options, 'holdfast({...}) in the Vitest configuration')
  const own = ownNames(given.suites ?? {}, suites)
  const fromEnvironment = readEnvironment(environment, suites, own)
  const { models: _entries, ...fields } = fromEnvironment.fields as Partial<Merged>
  const models =
    parse(
      configSchema.shape.models,
      withEntries(options, fromEnvironment).models,
      'models in the configuration, with HOLDFAST_MODELS over it',
    ) ?? {}
  const model = fields.model ?? given.model
  const recording = recordingOf(uriOf(model, models), root)
  const unread = (name: string): UnreadOptions => ({
    configured: { ...recording?.suites[name]?.options, ...given.suites?.[name] },
    variables: fromEnvironment.suites[name] ?? {},
  })
  const recorded = Object.entries(recording ? recordedDefaults(model, recording) : {})
  const unsaid = Object.fromEntries(recorded.filter(([name]) => options[name as keyof HoldfastOptions] === undefined))
  const merged: Merged = { ...given, ...unsaid, ...fields, models }
  for (const [name] of rulesBySuite(merged.gates)) if (!own.includes(name)) assertNotNearly('gates', name, suites, 1)
  const { limit, seed, trials, controls, doubt, concurrency, strict, gates, better, decide } = merged
  const endpoint = environment.OPENAI_BASE_URL
  const exportsBatch = merged.batch === 'export'
  const roles = resolveRoles(merged, (name) => namedEntry(name, models, (own) => batchEntry(withPrice(own, endpoint), exportsBatch)))
  const resumed = findResumed(merged, root)
  const begun = resumed && readRunSettings(resumed)
  const startedAt = new Date(begun?.startedAt ?? Date.now())
  const runId = begun?.id ?? /^\d{4}-\d\d-\d\dT\d{4}-(.+)$/.exec(basename(merged.out ?? ''))?.[1] ?? newRunId()
  return {
    ...{ limit, seed, trials, controls, doubt, concurrency, strict, gates },
    ...(better && { better }),
    ...(decide && { decide }),
    root,
    version: readVersion(),
    runId,
    startedAt: startedAt.toISOString(),
    out: resumed?.path ?? resolve(root, merged.out ?? join('reports', 'runs', runFolderName(runId, startedAt))),
    roles,
    // Commands on data ask at once: what they ask next depends on the answer.
    dataRoles: resolveDataRoles(merged, (name, embeds) =>
      namedEntry(name, models, (own) => ({ ...withPrice(own, endpoint, embeds), batch: undefined })),
    ),
    // A role may be a URI that names its variable.
    secretVariables: secretVariables({ ...models, ...roles }),
    data: resolveData(merged.data, root),
    items: merged.items === undefined ? undefined : readConfiguredItems(merged.items, root),
    // A panel without a number of votes: one each.
    votes: merged.votes ?? roles.judge?.members?.length ?? 1,
    ...(merged.exploreCalls !== undefined && { explore: { calls: merged.exploreCalls } }),
    cache: merged.cache === 'off' ? undefined : resolve(root, merged.cache),
    cacheBytes: merged.cacheMegabytes * 2 ** 20,
    resume: resumed !== undefined,
    restarted: resumed !== undefined && merged.resume === 'auto',
    budget: { maxUsd: merged.maxUsd, maxTokens: merged.maxTokens },
    ...readShard(merged, environment),
    shared: merged.jobFolder === undefined ? undefined : resolve(root, merged.jobFolder),
    graceSeconds: merged.grace,
    ...(exportsBatch && { exportsBatch }),
    suites: Object.fromEntries(
      suites.flatMap(({ name, options }) => (options ? [[name, readSuiteOptions({ name, options }, unread(name))]] : [])),
    ),
    ...(recording && { recording }),
    // A suite that nobody names is not loaded, and reads what a recording says where it is run.
    ownSuites: Object.fromEntries([...own, ...Object.keys(recording?.suites ?? {})].map((name) => [name, unread(name)])),
  }
}

/** Whether the run's folder, or one that it lies beside, has a name that the user gave. */
export function isNamedFolder({ out, runId, startedAt }: Pick<ResolvedConfig, 'out' | 'runId' | 'startedAt'>): boolean {
  return basename(out) !== runFolderName(runId, new Date(startedAt))
}

/** The same settings for another run of watch mode, in a folder beside the one before and with nothing to go on from. */
export function withNewRun(config: ResolvedConfig): ResolvedConfig {
  const now = new Date()
  const runId = newRunId()
  const out = isNamedFolder(config) ? freshBeside(config.out) : join(dirname(config.out), runFolderName(runId, now))
  return { ...config, runId, startedAt: now.toISOString(), out, resume: false, restarted: false }
}

/** `run`, `run.2`, `run.3`: the first that is not there. */
function freshBeside(path: string): string {
  const first = path.replace(/\.\d+$/, '')
  let number = 2
  while (existsSync(`${first}.${number}`)) number += 1
  return `${first}.${number}`
}

/** The run that is to be finished. `auto` is the one in the run folder, if one was begun there. */
function findResumed({ resume, out }: Merged, root: string): RunFolder | undefined {
  if (resume !== 'auto') return resume === undefined ? undefined : findBrokenRun(resume, root)
  if (out === undefined) {
    throw configError(
      'Failed to resume: HOLDFAST_RESUME=auto goes on with the run in HOLDFAST_OUT, which is not set. Set it to a folder that outlives this process.',
    )
  }
  return existsSync(runFolder(resolve(root, out)).settings) ? findBrokenRun(out, root) : undefined
}

/** The part of the run that this process is. Options of the configuration count as their variables do. */
function readShard({ shard }: Merged, environment: Environment): Pick<ResolvedConfig, 'shard' | 'scheduler'> {
  if (shard === undefined) return { shard: undefined }
  const isFromZero = shard.startsWith('at:')
  const [index, count] = shard.replace('at:', '').split('/')
  if (index === 'auto') return schedulerShard(environment, count === undefined ? undefined : Number(count))
  return { shard: { index: Number(index) + (isFromZero ? 1 : 0), count: Number(count) } }
}

type Merged = ReturnType<typeof configSchema.parse>

type Entries = Readonly<Record<string, ModelEntry>>

/** Names are words of the user, `constructor` among them. */
const entryNamed = (name: string, models: Entries) => (Object.hasOwn(models, name) ? models[name] : undefined)

const uriOf = (name: string, models: Entries) => entryNamed(name, models)?.uri ?? name

/** A model by its name in the configuration, or its URI; `priced` gives it its price. Throws HoldfastError for what is neither. */
function namedEntry(name: string, models: Entries, priced: (entry: ModelEntry) => ModelEntry): ModelEntry {
  const named = entryNamed(name, models)
  const uri = named?.uri ?? name
  if (!named && !name.includes(':') && Object.keys(models).length > 0)
    throw configError(
      `Failed to find the model ${JSON.stringify(name)}: the configuration has ${Object.keys(models).join(', ')}.${didYouMean(name, Object.keys(models))} Name one of them or give a URI.`,
    )
  const parsed = parseModelUri(uri)
  const own = named ?? modelEntry.parse({ uri })
  if (parsed.scheme === 'openai') return priced(atEndpoint(own, parsed))
  if (parsed.scheme !== 'panel') return priced(own)
  const members = parsed.members.map((member) => {
    if (!uriOf(member, models).startsWith('panel:')) return namedEntry(member, models, priced)
    throw configError(`Failed to read the model ${JSON.stringify(name)}: a panel within a panel. Name its models.`)
  })
  return priced({ ...own, uri: `panel:${members.map((member) => member.uri).join(';')}`, members })
}

/** The entry with its endpoint in the URI and its key beside it, wherever they were written: one model has one name in runs. */
function atEndpoint({ baseURL, ...entry }: ModelEntry, parsed: Extract<ModelUri, { scheme: 'openai' }>): ModelEntry {
  const apiKeyEnv = parsed.apiKeyEnv ?? entry.apiKeyEnv
  return {
    ...entry,
    uri: endpointUri(entry.uri, baseURL),
    // Calls go to the whole of it, with what the name leaves out.
    ...(parsed.baseURL === undefined && baseURL !== undefined && { baseURL }),
    ...(apiKeyEnv !== undefined && { apiKeyEnv }),
  }
}

/** Unset helper roles fall back to the judge, and the judge of a simulated candidate is simulated (docs/formats.md, section 2). */
function resolveRoles(merged: Merged, entry: (name: string) => ModelEntry): ResolvedConfig['roles'] {
  const judge = merged.judge ?? (isSimulated(merged.model, merged) ? 'sim:judge' : undefined)
  const { model: candidate, refuter = judge, interactor = judge, user = judge } = merged
  return entriesOf({ candidate, judge, refuter, interactor, user }, entry)
}

/** The entries of roles by the names of their models. */
function entriesOf(names: Readonly<Record<string, string | undefined>>, entry: (name: string, role: string) => ModelEntry) {
  return knownOf(Object.keys(names), (role) => (names[role] === undefined ? undefined : entry(names[role], role)))
}

/** Whoever works with a simulated author is simulated too, unless named. What a real one writes is left to nobody simulated. */
function resolveDataRoles(merged: Merged, entry: (name: string, embeds: boolean) => ModelEntry): ResolvedConfig['dataRoles'] {
  const { author } = merged
  const standIns = isSimulated(author, merged) ? { solver: 'sim:oracle', judge: 'sim:judge', embedder: 'sim:embedder' } : {}
  const { solver = standIns.solver, judge = standIns.judge, embedder = standIns.embedder } = merged
  return entriesOf({ author, solver, judge, embedder }, (name, role) => entry(name, role === 'embedder'))
}

function isSimulated(name: string, { models = {} }: Merged): boolean {
  return uriOf(name, models).startsWith('sim:')
}

function resolveData(data: string, root: string): string {
  if (isBundled(data)) return readBundled(data, 'HOLDFAST_DATA')
  const folder = resolve(root, data)
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder
  throw configError(`Failed to read HOLDFAST_DATA: no folder ${folder}. Use bundled, or a folder with one subfolder per benchmark.`)
}

/** Names of the user's own suites in the configuration. Throws HoldfastError for one that is nearly a known suite's. */
function ownNames(configured: Readonly<Record<string, unknown>>, suites: readonly KnownSuite[]): string[] {
  const own = Object.keys(configured).filter((name) => suites.every((suite) => suite.name !== name))
  for (const name of own) assertNotNearly('suites in the configuration', name, suites)
  return own
}

/** Throws HoldfastError where a setting names nearly a known suite. @param most letters by which it may differ: a benchmark of a test file has any name. */
function assertNotNearly(setting: string, name: string, suites: readonly KnownSuite[], most?: number): void {
  const known = suites.map((suite) => suite.name)
  const near = known.includes(name) ? undefined : nearest(name, known, most)
  if (near === undefined) return
  throw configError(
    `Failed to read ${setting}: no suite ${JSON.stringify(name)}. Did you mean ${near}? A suite of your own needs another name.`,
  )
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
}
