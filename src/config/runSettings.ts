import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import type { RunFolder } from '../format/runFolder.ts'
import type { ResolvedConfig } from './resolve.ts'

/** What `run.json` holds: all it takes to run the same again. */
const runSettings = z.object({
  schema: z.literal('holdfast.run/1'),
  id: z.string(),
  startedAt: z.string(),
  version: z.string(),
  /** `bundled` or the folder of official data. */
  data: z.string(),
  seed: z.number(),
  trials: z.number(),
  votes: z.number(),
  controls: z.number(),
  limit: z.number().nullable(),
  /** Model URIs by role, without credentials. */
  roles: z.record(z.string(), z.string()),
  /** What else of a model's entry shapes its answers, by role. */
  sampling: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** Benchmarks that ran, with the hash of their data. */
  ran: z.array(z.string()),
  sha256: z.record(z.string(), z.string()),
  shard: z.string().nullable(),
  /** Test files they are in, from the run's root. */
  files: z.array(z.string()),
  /** Options of the bundled suites. */
  suites: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Settings of a run. */
export type RunSettings = z.output<typeof runSettings>

/** The settings of a run as configured, whatever of it has begun. */
function settingsOf(config: ResolvedConfig, ran: Readonly<Record<string, string>>, files: readonly string[]): RunSettings {
  const { runId, startedAt, version, data, seed, trials, votes, controls, limit, roles, suites, shard } = config
  const settings = {
    schema: 'holdfast.run/1',
    id: runId,
    startedAt,
    version,
    data,
    seed,
    trials,
    votes,
    controls,
    limit: limit ?? null,
    roles: Object.fromEntries(Object.entries(roles).map(([role, { uri }]) => [role, withoutCredentials(uri)])),
    sampling: Object.fromEntries(Object.entries(roles).map(([role, entry]) => [role, samplingOf(entry)])),
    ran: Object.keys(ran),
    sha256: ran,
    shard: shard ? `${shard.index}/${shard.count}` : null,
    files: [...files],
    suites: Object.fromEntries(Object.entries(suites).filter(([name]) => name in ran)),
  }
  // As it comes back from the file: an option that is undefined is absent.
  return runSettings.parse(JSON.parse(JSON.stringify(settings)))
}

/** Limits, patience, prices and keys may change between the parts of a run; these may not. */
function samplingOf({ temperature, maxTokens, parameters, structuredOutput, members }: ModelEntry): Record<string, unknown> {
  return { temperature, maxTokens, parameters, ...(structuredOutput && { structuredOutput }), members: members?.map(samplingOf) }
}

/**
 * Writes a run's settings, before its first call; those of a run that is being finished also name what is yet to begin again.
 *
 * @param ran data hash of each benchmark that has begun.
 */
export function writeRunSettings(
  folder: RunFolder,
  config: ResolvedConfig,
  ran: Readonly<Record<string, string>>,
  files: readonly string[],
): void {
  const before = config.resume && existsSync(folder.settings) ? readRunSettings(folder) : { sha256: {}, files: [] }
  const settings = settingsOf(config, { ...before.sha256, ...ran }, [...new Set([...before.files, ...files])])
  mkdirSync(folder.path, { recursive: true })
  // Renamed into place: a run killed here must not lose what it takes to finish it.
  const aside = `${folder.settings}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(settings, null, 2)}\n`)
  renameSync(aside, folder.settings)
}

/**
 * Refuses to finish a run as another one: its answers would be mixed with those of other models, data or options.
 *
 * @throws HoldfastError naming the first difference.
 */
export function assertSameRun(folder: RunFolder, config: ResolvedConfig): void {
  const before = readRunSettings(folder)
  const now = settingsOf(config, before.sha256, before.files)
  const differing = (
    ['version', 'roles', 'sampling', 'data', 'seed', 'trials', 'votes', 'controls', 'limit', 'shard', 'suites'] as const
  ).flatMap((name) => {
    const [one, other] = [JSON.stringify(before[name]), JSON.stringify(now[name])]
    return one === other ? [] : [`${name} was ${one}, is ${other}`]
  })
  if (differing.length === 0) return
  throw new HoldfastError(
    'CONFIG',
    `Failed to resume ${folder.path}: ${differing[0]}. Resume with the settings the run was begun with, or begin a new one.`,
  )
}

/**
 * The settings of a run.
 *
 * @throws HoldfastError for a folder without them, or with others.
 */
export function readRunSettings(folder: RunFolder): RunSettings {
  return readJson(folder.settings, runSettings)
}

/** Votes of the judge in a run; undefined for a folder without settings, for instance one of merged parts. */
export function votesOf(folder: RunFolder): number | undefined {
  return existsSync(folder.settings) ? readRunSettings(folder).votes : undefined
}
