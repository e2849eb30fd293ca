import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { ResolvedConfig } from '../config/resolve.ts'
import { readJson } from '../data/readJson.ts'
import { withoutCredentials } from '../models/uri.ts'
import type { RunFolder } from './runFolder.ts'

/** What `run.json` holds: all it takes to run the same again. */
const runSettings = z.object({
  schema: z.literal('holdfast.run/1'),
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
  /** Benchmarks that ran. */
  ran: z.array(z.string()),
  /** Test files they are in, from the run's root. */
  files: z.array(z.string()),
  /** Options of the bundled suites. */
  suites: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Settings of a run. */
export type RunSettings = z.output<typeof runSettings>

/** Writes a run's settings, before its first call. */
export function writeRunSettings(folder: RunFolder, config: ResolvedConfig, ran: readonly string[], files: readonly string[]): void {
  const { version, data, seed, trials, votes, controls, limit, roles, suites } = config
  const settings: RunSettings = {
    schema: 'holdfast.run/1',
    version,
    data,
    seed,
    trials,
    votes,
    controls,
    limit: limit ?? null,
    roles: Object.fromEntries(Object.entries(roles).map(([role, { uri }]) => [role, withoutCredentials(uri)])),
    ran: [...ran],
    files: [...files],
    suites: Object.fromEntries(Object.entries(suites).filter(([name]) => ran.includes(name))),
  }
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(folder.settings, `${JSON.stringify(settings, null, 2)}\n`)
}

/**
 * The settings of a run.
 *
 * @throws HoldfastError for a folder without them, or with others.
 */
export function readRunSettings(folder: RunFolder): RunSettings {
  return readJson(folder.settings, runSettings)
}
