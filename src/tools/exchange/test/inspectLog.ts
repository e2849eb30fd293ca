import { writeFileSync } from 'node:fs'
import * as zlib from 'node:zlib'

// Logs in the documented format of inspect_ai (log/_log.py and log/_recorders/eval.py), written by hand from small objects.

/** A sample as its few fields that tests are about. */
export interface MadeSample {
  readonly id: string | number
  readonly epoch?: number
  /** Values by scorer; an object with `value` is a whole score. */
  readonly scores?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** Samples 1, 2 and so on, with these values of the scorer `match`. */
export const matched = (...values: readonly unknown[]): MadeSample[] =>
  values.map((value, at) => ({ id: at + 1, scores: { match: value } }))

/** A log as its few fields that tests are about. */
export interface MadeLog {
  readonly samples?: readonly MadeSample[]
  readonly model?: string
  readonly task?: string
  readonly status?: string
  readonly version?: number
  /** Fields of `eval`, over those of every log. */
  readonly spec?: Readonly<Record<string, unknown>>
  readonly results?: Readonly<Record<string, unknown>>
  readonly stats?: Readonly<Record<string, unknown>>
  readonly error?: unknown
}

/** How an entry of the zip is compressed. */
export type Compression = 'stored' | 'deflate' | 'zstd'

const METHODS: Readonly<Record<Compression, number>> = { stored: 0, deflate: 8, zstd: 93 }

/** The header of a log, in the order of the format. */
export function logHeaderOf({ samples = [], ...log }: MadeLog): Record<string, unknown> {
  const epochs = Math.max(1, ...samples.map(({ epoch = 1 }) => epoch))
  return {
    version: log.version ?? 2,
    status: log.status ?? 'success',
    eval: {
      // As Inspect writes it: each log has its own, and the logs of one call share the run_id.
      eval_id: `eval of ${log.task ?? 'capitals'} by ${log.model ?? 'openai/gpt-4o'}`,
      run_id: 'runOne',
      created: '2026-11-20T08:00:00+00:00',
      task: log.task ?? 'capitals',
      task_id: 'taskOne',
      task_version: 0,
      task_args: {},
      dataset: { name: 'capitals', samples: new Set(samples.map(({ id }) => id)).size, sample_ids: [], shuffled: false },
      model: log.model ?? 'openai/gpt-4o',
      config: { epochs },
      packages: { inspect_ai: '0.3.170' },
      ...log.spec,
    },
    plan: { name: 'plan', steps: [{ solver: 'generate', params: {} }] },
    results: { total_samples: samples.length, completed_samples: samples.length, scores: [], ...log.results },
    stats: { started_at: '2026-11-20T08:00:00+00:00', completed_at: '2026-11-20T08:02:00+00:00', model_usage: {}, ...log.stats },
    ...(log.error !== undefined && { error: log.error }),
  }
}

/** A sample in full. */
export function logSampleOf({ id, epoch = 1, scores, ...fields }: MadeSample): Record<string, unknown> {
  const isWhole = (score: unknown): score is { value: unknown } => typeof score === 'object' && score !== null && 'value' in score
  const whole = scores && Object.fromEntries(Object.entries(scores).map(([name, own]) => [name, isWhole(own) ? own : { value: own }]))
  return {
    id,
    epoch,
    input: `Question ${id}`,
    target: `Answer ${id}`,
    messages: [
      { id: 'message-1', role: 'user', content: `Question ${id}` },
      { id: 'message-2', role: 'assistant', content: 'An answer' },
    ],
    output: { model: 'gpt-4o', choices: [{ message: { role: 'assistant', content: 'An answer' }, stop_reason: 'stop' }] },
    ...(whole && { scores: whole }),
    metadata: {},
    ...fields,
  }
}

/** JSON as Python writes it: NaN and the infinities are bare words. */
export function pythonJson(value: unknown): string {
  const words = new Map([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])
  const mark = 'bare word '
  const text = JSON.stringify(value, (_key, own) => (typeof own === 'number' && words.has(own) ? `${mark}${words.get(own)}` : own), 2)
  return text.replace(new RegExp(`"${mark}(-?\\w+)"`, 'g'), '$1')
}

/** Writes a log as JSON. */
export function writeJsonLog(path: string, log: MadeLog): string {
  const samples = log.samples && { samples: log.samples.map(logSampleOf) }
  writeFileSync(path, pythonJson({ ...logHeaderOf(log), ...samples, reductions: [] }))
  return path
}

/** Writes a log as `.eval`. */
export function writeEvalLog(path: string, log: MadeLog, compression: Compression = 'deflate'): string {
  const { version, eval: spec, plan } = logHeaderOf(log)
  const files: [string, unknown][] = [
    ['_journal/start.json', { version, eval: spec, plan }],
    ...(log.samples ?? []).map((sample): [string, unknown] => [
      `samples/${sample.id}_epoch_${sample.epoch ?? 1}.json`,
      logSampleOf(sample),
    ]),
    ['_journal/summaries/1.json', []],
    ['summaries.json', []],
    ['reductions.json', []],
    ['header.json', logHeaderOf(log)],
  ]
  const texts = files.map(([name, value]) => [name, pythonJson(value)] as const)
  writeFileSync(path, zipOf(texts, compression))
  return path
}

/** A zip of these files. */
export function zipOf(files: readonly (readonly [name: string, text: string])[], compression: Compression = 'deflate'): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text)
    const stored = compressed(content, compression)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(METHODS[compression], 4)
    fields.writeUInt32LE(zlib.crc32(content), 10)
    fields.writeUInt32LE(stored.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), stored])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), end])
}

/** Whether this Node can write and read zstd. */
export const HAS_ZSTD = 'zstdCompressSync' in zlib

function compressed(content: Buffer, compression: Compression): Buffer {
  if (compression === 'deflate') return zlib.deflateRawSync(content)
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (content: Buffer) => Buffer }
  // Where Node has none, what is written is only looked at from outside.
  return compression === 'zstd' && zstdCompressSync ? zstdCompressSync(content) : content
}
