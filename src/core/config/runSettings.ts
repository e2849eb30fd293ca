import { existsSync } from 'node:fs'
import { z } from 'zod'
import { readJson } from '../base/data/readJson.ts'
import { makeFolder } from '../base/files/makeFolder.ts'
import { writeWhole } from '../base/files/writeWhole.ts'
import { headline } from '../format/display.ts'
import { leftOut } from '../format/leftOut.ts'
import { RUN_SCHEMA, type RunFolder } from '../format/runFolder.ts'

const testFile = z.object({ file: z.string(), project: z.string() })

/** A test file from the run's root, and the name of its Vitest project, empty where it has none. */
export type TestFile = z.output<typeof testFile>

/** What `run.json` holds: all it takes to run the same again. */
export const runSettings = z.object({
  schema: z.literal(RUN_SCHEMA),
  id: z.string(),
  startedAt: z.string(),
  version: z.string(),
  /** `bundled`, `bundled@1` or the folder of official data. */
  data: z.string(),
  seed: z.number(),
  trials: z.number(),
  votes: z.number(),
  controls: z.union([z.literal('auto'), z.number()]),
  doubt: z.number().nullable(),
  decide: z.literal('early').nullable(),
  limit: z.number().nullable(),
  /** The file that chose the items, with its hash. */
  items: z.object({ path: z.string(), sha256: z.string() }).nullable(),
  /** Model URIs by role, without credentials. */
  roles: z.record(z.string(), z.string()),
  /** What else of a model's entry shapes its answers, by role. */
  sampling: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Benchmarks that ran, with the hash of their data. */
  ran: z.array(z.string()),
  sha256: z.record(z.string(), z.string()),
  shard: z.string().nullable(),
  /** How the scheduler that said which part it is numbers the parts; not there where somebody else said so. */
  scheduler: z.object({ variable: z.string(), first: z.number(), step: z.number() }).optional(),
  /** Records that each of them is to write: items times trials. */
  planned: z.record(z.string(), z.number().int().nonnegative()),
  /** What was left out of each before the first call, where anything was. */
  leftOut: z.record(z.string(), z.array(leftOut).readonly()).optional(),
  /** The metric that each is read by first. */
  headlines: z.record(z.string(), headline).optional(),
  /** Test files they are in, from the run's root. */
  files: z.array(z.string()),
  /** The test file that declares each of them, with the name of its Vitest project. */
  declaredIn: z.record(z.string(), testFile.optional()).optional(),
  suites: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Of a merge: the ids of the runs that it was made of. A run that goes on with it is no merge any more, and has none. */
  mergedFrom: z.array(z.string()).optional(),
})

/** Settings of a run. */
export type RunSettings = z.output<typeof runSettings>

/** Writes settings to their place in a run folder, which is made where there is none. */
export function saveRunSettings(folder: RunFolder, settings: RunSettings): void {
  makeFolder(folder.path)
  writeWhole(folder.settings, `${JSON.stringify(settings, null, 2)}\n`)
}

/** The settings of a run. Throws HoldfastError for a folder without them, or with others. */
export function readRunSettings(folder: RunFolder): RunSettings {
  return readJson(folder.settings, runSettings)
}

/** The settings of some of the suites, in every field that is by suite. Where nobody says which of them is in which file, all files stay. */
export function onlySuites(settings: RunSettings, has: (suite: string) => boolean): RunSettings {
  const only = <T extends object | undefined>(of: T) =>
    of && (Object.fromEntries(Object.entries(of).filter(([suite]) => has(suite))) as NonNullable<T>)
  const ran = settings.ran.filter(has)
  const [leftOut, declaredIn] = [only(settings.leftOut), only(settings.declaredIn)]
  const files = ran.map((suite) => declaredIn?.[suite]?.file)
  return {
    ...settings,
    ran,
    sha256: only(settings.sha256),
    planned: only(settings.planned),
    leftOut: Object.keys(leftOut ?? {}).length > 0 ? leftOut : undefined,
    headlines: only(settings.headlines),
    files: [...new Set(files.every((file) => file !== undefined) ? files : settings.files)],
    declaredIn,
    suites: only(settings.suites),
  }
}

/** Votes of the judge in a run; undefined for a folder without settings. */
export function votesOf(folder: RunFolder): number | undefined {
  return existsSync(folder.settings) ? readRunSettings(folder).votes : undefined
}
