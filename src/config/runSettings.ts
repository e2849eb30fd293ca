import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { readJson } from '../base/data/readJson.ts'
import type { RunFolder } from '../format/runFolder.ts'

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
  /** Records that each of them is to write: items times trials. */
  planned: z.record(z.string(), z.number().int().nonnegative()).default({}),
  /** Test files they are in, from the run's root. */
  files: z.array(z.string()),
  /** Their options. */
  suites: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Settings of a run. */
export type RunSettings = z.output<typeof runSettings>

/** Writes settings to their place in a run folder, which is made where there is none. */
export function saveRunSettings(folder: RunFolder, settings: RunSettings): void {
  mkdirSync(folder.path, { recursive: true })
  // Renamed into place: a run killed here must not lose what it takes to finish it.
  const aside = `${folder.settings}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(settings, null, 2)}\n`)
  renameSync(aside, folder.settings)
}

/**
 * The settings of a run.
 *
 * @throws HoldfastError for a folder without them, or with others.
 */
export function readRunSettings(folder: RunFolder): RunSettings {
  return readJson(folder.settings, runSettings)
}

/** Votes of the judge in a run; undefined for a folder without settings. */
export function votesOf(folder: RunFolder): number | undefined {
  return existsSync(folder.settings) ? readRunSettings(folder).votes : undefined
}
