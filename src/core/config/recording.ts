import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../base/data/readJson.ts'
import { packageRoot } from '../base/packageRoot.ts'
import { parseModelUri } from '../format/modelUri.ts'
import { recordName } from '../format/recordName.ts'
import { roleName } from '../format/role.ts'
import type { HoldfastOptions } from './schema.ts'

/** What the paths of recordings that ship begin with: the folder in the package, and the model `replay:recorded/<model>`. */
const RECORDED = 'recorded/'

/** What stands beside recorded calls and says how they were asked. */
export const RECORDING = 'recording.json'

/** A figure as tables show it. */
const shownFigure = z.object({
  key: z.string(),
  label: z.string(),
  /** Decimals it is shown with. */
  digits: z.number().int().nonnegative(),
  /** Null where it had no data. */
  value: z.number().nullable(),
  /** What stands beside it: that a judge did not judge it. */
  mark: z.string().optional(),
  n: z.number().int().nonnegative(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  floor: z.number().optional(),
})

/** One suite of a recording: what it takes to ask the same, and what came of it. */
const recordedSuite = z.object({
  /** Items per task, as the run was limited; null for all. */
  limit: z.number().int().positive().nullable(),
  /** Options of the suite that are not its defaults. */
  options: z.record(z.string(), z.unknown()),
  /** Ids of the items that were asked. */
  items: z.array(z.string()).min(1),
  /** The model of each role, by its name. */
  roles: z.record(roleName, z.string()),
  /** Day on which the run ended. */
  date: z.iso.date(),
  data: z.object({ version: z.number().optional(), sha256: z.string() }),
  /** The metric that the suite is read by first, and those that it shows beside it. */
  shown: z.array(shownFigure).min(1),
  /** Every figure, by its key. */
  figures: z.record(recordName, z.number()),
  /** Items that ended without a score. */
  unscored: z.number().int().nonnegative(),
  /** Items that ended in an error: nobody answered. */
  error: z.number().int().nonnegative(),
  /** Answers that a cap on their length ended. */
  cut: z.number().int().nonnegative(),
  /** How long the run took. */
  seconds: z.number().nonnegative(),
})

/** What {@link RECORDING} holds. */
export const recordingSchema = z.object({
  schema: z.literal('holdfast.recording/1'),
  /** The model, as people call it. */
  title: z.string(),
  /** File of its weights, and their licence. */
  file: z.string(),
  licence: z.string(),
  /** What served it, and where. */
  server: z.string(),
  machine: z.string(),
  /** Settings that all its suites share; what is absent is as by default. */
  settings: z.object({
    data: z.string(),
    seed: z.number().int().nonnegative(),
    trials: z.number().int().positive(),
    votes: z.number().int().positive().optional(),
    controls: z.literal('auto').or(z.number()),
  }),
  suites: z.record(recordName, recordedSuite),
})

/** A recorded run, under the name of its folder. */
export type Recording = z.output<typeof recordingSchema> & { readonly name: string }

/** The folder of a recording that ships, by the path in `replay:<path>`; undefined for any other recording. */
export function shippedFolder(path: string): string | undefined {
  const name = path.startsWith(RECORDED) ? path.slice(RECORDED.length) : ''
  return shippedNames().includes(name) ? join(packageRoot, 'fixtures', RECORDED, name) : undefined
}

/** The file or folder of `replay:<path>`: a recording that ships, else a path from the working directory or the root. Undefined for none. */
export function replayedPath(path: string, root: string): string | undefined {
  return shippedFolder(path) ?? [path, join(root, path)].find((candidate) => existsSync(candidate))
}

/** What to name in place of `replay:<path>`, of which there is none. */
export function replayAdvice(path: string): string {
  const names = path.startsWith(RECORDED) ? shippedNames() : []
  if (names.length === 0) return 'Name a calls.jsonl or a folder of them.'
  return `Recordings that ship: ${names.map((name) => `replay:${RECORDED}${name}`).join(', ')}.`
}

function shippedNames(): string[] {
  const folder = join(packageRoot, 'fixtures', RECORDED)
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, RECORDING)))
}

/** The recorded run that a model is: a folder of calls with a `recording.json`. Undefined for other models. @throws HoldfastError where it is none. */
export function recordingOf(uri: string, root: string): Recording | undefined {
  const parsed = uri.startsWith('replay:') ? parseModelUri(uri) : undefined
  const folder = parsed?.scheme === 'replay' ? replayedPath(parsed.path, root) : undefined
  if (folder === undefined || !existsSync(join(folder, RECORDING))) return undefined
  return { ...readJson(join(folder, RECORDING), recordingSchema), name: basename(folder) }
}

/**
 * What holds of a run whose candidate is a recording, where the user says nothing: the recording plays every role, and all is asked as it
 * was. A small judge leaves items unscored: that is what was recorded, and no fault of this run.
 */
export function recordedDefaults(model: string, { settings }: Recording) {
  const played = { judge: model, refuter: model, interactor: model, user: model }
  return { ...played, ...settings, gates: { maxUnscored: 1 } } satisfies Partial<HoldfastOptions>
}
