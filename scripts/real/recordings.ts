import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseJsonl } from '../../src/core/base/data/jsonl.ts'
import { parse } from '../../src/core/base/data/parse.ts'
import { readJson } from '../../src/core/base/data/readJson.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { RECORDING, type Recording, recordingSchema } from '../../src/core/config/recording.ts'
import { readRunSettings } from '../../src/core/config/runSettings.ts'
import { parseModelUri } from '../../src/core/format/modelUri.ts'
import { type CallRecord, callRecord } from '../../src/core/format/records.ts'
import { readRunRecords } from '../../src/core/format/runFolder.ts'
import { markOf, type ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { keyText } from '../../src/models/recordedCalls.ts'
import { loadSuite } from '../../src/running/catalogue.ts'
import { type SuiteRun, scoresOf, secondsOf } from './suiteRun.ts'

/** What came of one suite of a recording. */
export type RecordedSuite = Recording['suites'][string]

/** Where recordings that ship lie. */
export const RECORDED = join(packageRoot, 'fixtures', 'recorded')

/** What of a call is kept: what the replay format has. */
const KEPT = ['asked', 'content', 'refused', 'finish', 'reasoning', 'served', 'usage', 'malformed', 'timedOut', 'session'] as const

/** The lines of a journal that a replay reads, each in the replay format, in the order of their keys: the same calls are the same text. */
export function keptLines(calls: readonly CallRecord[]): string {
  const answered = calls.filter(({ error, content }) => error === undefined && content !== undefined)
  const lines = new Map(answered.map((call) => [keyText(call), lineOf(call)]))
  return [...lines.keys()]
    .sort()
    .map((key) => `${lines.get(key)}\n`)
    .join('')
}

function lineOf(call: CallRecord): string {
  const { suite, item, role, call: name, trial, ask, vote } = call
  const key = { suite, item, role, call: name, trial, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }) }
  return JSON.stringify({
    ...key,
    ...Object.fromEntries(KEPT.map((field) => [field, call[field] || (field === 'content' ? '' : undefined)])),
  })
}

/** The journal of a run. */
export function callsOf(path: string): CallRecord[] {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  return parseJsonl(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, callRecord, path)
}

/** The recorded calls of a suite. */
export const recordedFile = (model: string, suite: string): string => join(RECORDED, model, `${suite}.jsonl.gz`)

/** All recordings that there are. @throws HoldfastError for one that is none. */
export function readRecordings(): Recording[] {
  const names = existsSync(RECORDED) ? readdirSync(RECORDED).filter((name) => existsSync(join(RECORDED, name, RECORDING))) : []
  return names.sort().map((name) => ({ ...readJson(join(RECORDED, name, RECORDING), recordingSchema), name }))
}

/** Keeps a run as a recording that ships. @param about what nobody can read off the run. @returns what to say of it. */
export async function keep(run: SuiteRun, about: unknown): Promise<string> {
  const { model, suite, folder } = run
  const scores = scoresOf(run)
  if (!scores) throw new Error(`Failed to keep ${model} ${suite}: no scores in ${folder.path}. Run npm run real first.`)
  const { data, seed, trials, votes, controls, suites, roles, sha256, limit } = readRunSettings(folder)
  const settings = { data, seed, trials, controls, ...(votes > 1 && { votes }) }
  const file = join(RECORDED, model, RECORDING)
  const before = existsSync(file) ? readJson(file, recordingSchema) : undefined
  if (before && !isDeepStrictEqual(before.settings, settings))
    throw new Error(`Failed to keep ${model} ${suite}: its settings are not those of ${file}. Run all suites of a model with the same.`)
  const items = readRunRecords(folder).filter(({ status }) => status !== 'skipped')
  const defaults = (await loadSuite(suite))?.options.parse({}) as Record<string, unknown>
  const own: RecordedSuite = {
    limit,
    options: Object.fromEntries(Object.entries(suites[suite] ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name]))),
    items: [...new Set(items.map(({ item }) => item))].sort(),
    roles: Object.fromEntries(Object.keys(scores.run.roles).map((role) => [role, nameOf(roles[role])])),
    date: scores.run.finishedAt.slice(0, 10),
    data: { version: scores.run.data[suite]?.version, sha256: sha256[suite] ?? '' },
    ...outcome(scores, suite),
    seconds: Math.round(secondsOf(run)),
  }
  const facts = { schema: 'holdfast.recording/1', machine: machineText(), ...before, ...(about as object), settings }
  const kept = parse(recordingSchema, { ...facts, suites: sorted({ ...before?.suites, [suite]: own }) }, `${file}, with REAL_ABOUT`)
  mkdirSync(join(RECORDED, model), { recursive: true })
  writeFileSync(recordedFile(model, suite), gzipSync(keptLines(callsOf(folder.calls)), { level: 9 }))
  writeFileSync(file, `${JSON.stringify(kept, undefined, 1)}\n`)
  return `kept ${model} ${suite}: ${own.items.length} items${own.error > 0 ? `, ${own.error} of them WITHOUT AN ANSWER` : ''}`
}

/** Gives a recording the figures that today's code reads off its answers. @returns what to say of it. */
export function rescore({ name }: Recording, suite: string, scores: ScoresDocument): string {
  const file = join(RECORDED, name, RECORDING)
  const recording = readJson(file, recordingSchema)
  const own = { ...(recording.suites[suite] as RecordedSuite), ...outcome(scores, suite) }
  const isAsBefore = isDeepStrictEqual(own, recording.suites[suite])
  if (!isAsBefore) writeFileSync(file, `${JSON.stringify({ ...recording, suites: { ...recording.suites, [suite]: own } }, undefined, 1)}\n`)
  return `${name} ${suite}: ${isAsBefore ? 'as before' : 'NEW FIGURES'}`
}

function sorted<T>(of: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function nameOf(uri = ''): string {
  const parsed = parseModelUri(uri)
  return parsed.scheme === 'openai' ? parsed.model : uri
}

function machineText(): string {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model.trim() || process.arch}`
}

/** Figures and counts of a run, as a recording has them and tables show them. */
export function outcome(document: ScoresDocument, suite: string): Pick<RecordedSuite, 'shown' | 'figures' | 'unscored' | 'error' | 'cut'> {
  const { suites, presentation, usage } = document
  const { metrics = {}, unscored = 0, error = 0 } = suites[suite] ?? {}
  const { headline, display } = presentation?.[suite] ?? {}
  const named = [...(headline ? [headline] : []), ...(display?.beside ?? [])]
  const digits = headline?.digits ?? 3
  return {
    shown: named.map(({ key, label }) => {
      const { value = null, n = 0, ci95 = null, floor } = metrics[key] ?? {}
      const mark = markOf(document, suite, key)
      return { key, label, digits, value, n, ci95, ...(mark && { mark }), ...(floor !== undefined && { floor }) }
    }),
    figures: Object.fromEntries(Object.entries(metrics).map(([key, { value }]) => [key, value])),
    unscored,
    error,
    cut: Object.values(usage).reduce((sum, { cut = 0 }) => sum + cut, 0),
  }
}
