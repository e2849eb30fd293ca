import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { configError } from '../base/errors.ts'
import { redacted } from '../base/secrets.ts'
import { leftOutBySuite } from '../format/leftOut.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import { RUN_SCHEMA, type RunFolder } from '../format/runFolder.ts'
import type { SuitePlan } from '../format/suitePlan.ts'
import type { ResolvedConfig } from './resolve.ts'
import { onlySuites, type RunSettings, readRunSettings, saveRunSettings, type TestFile } from './runSettings.ts'
import { optionVariable } from './suiteOptions.ts'

/** What of a run's settings its suites tell when they begin. */
export type BegunSuite = Pick<SuitePlan, 'suite' | 'items' | 'trials' | 'options' | 'headline' | 'leftOut'> & {
  readonly data: { readonly sha256: string }
  /** The file that declares it, where a test file does. */
  readonly declaredIn?: TestFile | undefined
}

/** The settings of a run as configured, whatever of it has begun. */
function settingsOf(
  config: ResolvedConfig,
): Omit<RunSettings, 'ran' | 'sha256' | 'planned' | 'headlines' | 'leftOut' | 'files' | 'declaredIn' | 'suites'> {
  const { runId: id, startedAt, version, data, seed, trials, votes, controls, items, roles, shard, scheduler } = config
  const { doubt = null, decide = null, limit = null } = config
  return {
    schema: RUN_SCHEMA,
    ...{ id, startedAt, version, data, seed, trials, votes, controls, doubt, decide, limit },
    items: items ? { path: items.path, sha256: items.hash } : null,
    roles: redacted(Object.fromEntries(Object.entries(roles).map(([role, { uri }]) => [role, withoutCredentials(uri)]))),
    sampling: redacted(Object.fromEntries(Object.entries(roles).map(([role, entry]) => [role, samplingOf(entry)]))),
    shard: shard ? `${shard.index}/${shard.count}` : null,
    ...(scheduler && { scheduler }),
  }
}

/** Limits, patience, prices, keys and room for thoughts may change between the parts of a run; these may not. */
function samplingOf(entry: ModelEntry): Record<string, unknown> {
  const { api, temperature, seed, maxTokens, parameters, structuredOutput, session, members } = entry
  return {
    ...(api !== 'chat' && { api }),
    ...(seed !== undefined && { seed }),
    ...{ temperature, maxTokens, parameters },
    ...(structuredOutput && { structuredOutput }),
    ...(session && { session }),
    members: members?.map(samplingOf),
  }
}

/** Writes a run's settings before its first call; `begun` are the suites that have begun, `gone` those that are no longer declared. */
export function writeRunSettings(folder: RunFolder, config: ResolvedConfig, begun: readonly BegunSuite[], gone = new Set<string>()): void {
  const before = config.resume && existsSync(folder.settings) ? readRunSettings(folder) : undefined
  const by = <T>(known: Readonly<Record<string, T>> | undefined, of: (suite: BegunSuite) => T) => ({
    ...known,
    ...Object.fromEntries(begun.map((suite) => [suite.suite, of(suite)])),
  })
  const sha256 = by(before?.sha256, ({ data }) => data.sha256)
  const settings: RunSettings = {
    ...settingsOf(config),
    ran: Object.keys(sha256),
    sha256,
    planned: by(before?.planned, ({ items, trials }) => items * trials),
    leftOut: { ...before?.leftOut, ...leftOutBySuite(begun) },
    headlines: by(before?.headlines, ({ headline }) => headline),
    files: [...(before?.files ?? []), ...begun.flatMap(({ declaredIn }) => declaredIn?.file ?? [])],
    declaredIn: by(before?.declaredIn, ({ declaredIn }) => declaredIn),
    suites: by(before?.suites, ({ options }) => redacted({ ...options })),
  }
  const isLeft = (suite: string) => !gone.has(suite)
  saveRunSettings(folder, onlySuites(settings, isLeft))
}

/** Refuses to finish a run with other models, data or options. Throws HoldfastError naming the first difference. */
export function assertSameRun(folder: RunFolder, config: ResolvedConfig): void {
  const before = readRunSettings(folder)
  const { id: _id, startedAt: _startedAt, scheduler: _scheduler, items, ...same } = settingsOf(config)
  for (const [name, now] of Object.entries(same)) refuseDifference(folder, name, before[name as keyof typeof same], now)
  // The file may have been moved: what it says counts.
  refuseDifference(folder, 'items', before.items?.sha256 ?? null, items?.sha256 ?? null)
  // Options of a suite of the user's own are compared where that suite is run.
  for (const [suite, options] of Object.entries(config.suites)) assertSameOptions(folder, before, suite, options)
}

/** Refuses to finish a suite that has begun with other options than it has. Throws HoldfastError naming them. */
export function assertSameOptions(folder: RunFolder, before: RunSettings, suite: string, options: Readonly<Record<string, unknown>>): void {
  if (before.suites[suite]) refuseDifference(folder, 'suites', { [suite]: before.suites[suite] }, { [suite]: redacted(options) })
}

function refuseDifference(folder: RunFolder, name: string, before: unknown, now: unknown): void {
  // As it comes back from the file: an option that is undefined is absent.
  const [one, other] = [before, now].map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  if (isDeepStrictEqual(one, other)) return
  const found = firstDifference(name, one, other)
  const variable = variableOf(found.name.split('.'))
  const settings = `the settings the run was begun with${variable === undefined ? '' : ` (${variable}, or the configuration)`}`
  throw configError(
    `Failed to resume ${folder.path}: ${found.name} was ${told(found.one)}, is ${told(found.other)}. Resume with ${settings}, or begin a new one.`,
  )
}

/** The variable of a field of a run's settings, where it has one. */
function variableOf([name = '', ...path]: readonly string[]): string | undefined {
  if (name === 'version' || name === 'sampling') return undefined
  if (name === 'roles') return optionVariable(path[0] === 'candidate' ? 'model' : (path[0] ?? 'model'))
  return optionVariable(...(name === 'suites' ? path.slice(0, 2) : [name]))
}

/** The first field in which two settings differ, however deep it lies. */
function firstDifference(name: string, one: unknown, other: unknown): { name: string; one: unknown; other: unknown } {
  const fields =
    isFields(one) && isFields(other) ? Object.keys({ ...one, ...other }).map((key) => [key, one[key], other[key]] as const) : []
  const [key, ...values] = fields.find(([, mine, theirs]) => !isDeepStrictEqual(mine, theirs)) ?? []
  return key === undefined ? { name, one, other } : firstDifference(`${name}.${key}`, values[0], values[1])
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const told = (value: unknown) => (value === null || value === undefined ? 'not set' : JSON.stringify(value))
