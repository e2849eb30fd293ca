import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { z } from 'zod'
import {
  dataError,
  decodeUtf8,
  type HoldfastError,
  LARGEST_TEXT,
  messageOf,
  type PythonValue,
  parse,
  parseJson,
  parsePythonJson,
  redactSecrets,
  shortened,
  singleLine,
} from '../../../kit.ts'
import { type InspectHeader, type InspectSample, LOG_VERSION, logHeader, logSample } from './logSchema.ts'
import { type ZipEntry, ZipFile } from './zipFile.ts'

const SAMPLE = /^samples\/.+\.json$/
/** A sample in pieces, as a log of any version may have it. */
const SAMPLE_PIECE = /^samples\/.+\/sample\.json$/

/** Whether a path is that of an Inspect log: a file that ends in `.eval`, or a `.json` that is a zip, or an object with `"eval": {` anywhere in its first megabyte. */
export function isInspectLog(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile()) return false
  return path.endsWith('.eval') || (path.endsWith('.json') && kindOf(path) !== undefined)
}

/** How much of a file is looked at to tell what it is, in bytes: it may be as long as a text can be. */
const BEGINNING = 2 ** 20

/** What a file is, by its beginning. */
function kindOf(path: string): 'log' | 'zip' | undefined {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(Math.min(BEGINNING, statSync(path).size))
    const text = start.toString('utf8', 0, readSync(file, start, 0, start.length, 0))
    if (text.startsWith('PK')) return 'zip'
    return /^\ufeff?\s*\{/.test(text) && /"eval"\s*:\s*\{/.test(text) ? 'log' : undefined
  } finally {
    closeSync(file)
  }
}

/** Called with the header of a log; what it returns is called with each sample, in the order of the file. */
export type BeginLog = (header: InspectHeader) => (sample: InspectSample) => unknown

/**
 * Reads an Inspect log. Of an `.eval` no more than one sample is in memory; a JSON log is read whole, and may be as long as a text can
 * be. What a file holds counts, not how its name ends.
 *
 * @throws HoldfastError naming the file, the sample and the field: for a file that is cut off, too long or no log, a version other than
 * 2, a run that did not end, and what does not fit.
 */
export function readInspectLog(path: string, begin: BeginLog): void {
  const kind = kindOf(path)
  if (kind === 'zip' || (path.endsWith('.eval') && kind !== 'log')) readZip(path, begin)
  else readWhole(path, begin)
}

function readZip(path: string, begin: BeginLog): void {
  const zip = new ZipFile(path)
  try {
    const textOf = (entry: ZipEntry) => decodeUtf8(zip.read(entry), `${path}, ${entry.name}`)
    const head = zip.entries.get('header.json')
    if (!head) throw unreadable(path, zip.entries.has('_journal/start.json') ? NOT_ENDED : `it has no header.json. ${NO_LOG}`)
    const take = begin(headerOf(jsonOf(textOf(head), `${path}, header.json`), `${path}, header.json`))
    for (const entry of zip.entries.values()) {
      if (SAMPLE_PIECE.test(entry.name)) throw unreadable(path, `${entry.name} is a sample in pieces. ${CONVERT}`)
      const where = `${path}, ${entry.name}`
      if (SAMPLE.test(entry.name)) take(parse(logSample, jsonOf(textOf(entry), where), where))
    }
  } finally {
    zip.close()
  }
}

function readWhole(path: string, begin: BeginLog): void {
  const { size } = statSync(path)
  if (size > LARGEST_TEXT)
    throw unreadable(path, `it has ${size} bytes, over ${LARGEST_TEXT}. Convert it with inspect log convert --to eval, and name that log.`)
  const log = jsonOf(decodeUtf8(readFileSync(path), path), path)
  const take = begin(headerOf(log, path))
  const { samples } = parse(z.object({ samples: z.array(z.unknown()).nullish() }), log, path)
  for (const [index, sample] of (samples ?? []).entries()) take(parse(logSample, sample, `${path}, samples.${index}`))
}

function jsonOf(text: string, where: string): unknown {
  try {
    return parseLogJson(text)
  } catch (error) {
    throw dataError(`Failed to read ${where}: ${messageOf(error)}. Copy the log again from where it was written.`)
  }
}

const NO_LOG = 'Name a log that Inspect wrote.'
const CONVERT = 'Write it anew with inspect log convert <log> --to eval --output-dir converted, and name the log that this writes.'
const NEWER = 'Write the log with a release of inspect_ai of that version.'
const NOT_ENDED = 'the run did not end. Finish it with inspect eval-retry, and name the log that this writes.'

/** @throws HoldfastError for another version, for a run that was cancelled, failed or is under way, and for what does not fit. */
function headerOf(value: unknown, where: string): InspectHeader {
  // Before the rest: another version may have other fields.
  const { version } = parse(z.object({ version: logHeader.shape.version }), value, where)
  if (version !== LOG_VERSION)
    throw unreadable(
      where,
      `field version is ${version}. Holdfast reads version ${LOG_VERSION} of the format. ${version < LOG_VERSION ? CONVERT : NEWER}`,
    )
  const header = parse(logHeader, value, where)
  const { status, error } = header
  if (status === 'success') return header
  const why = status === 'error' && error ? ` (${shortened(singleLine(redactSecrets(error.message).split('\n')[0] ?? ''), 200)})` : ''
  throw unreadable(where, `field status is ${JSON.stringify(status)}${why}: ${NOT_ENDED}`)
}

function unreadable(where: string, reason: string): HoldfastError {
  return dataError(`Failed to read ${where}: ${reason}`)
}

/**
 * Parses JSON as Inspect writes it. Python writes `NaN`, `Infinity` and `-Infinity` as bare words, which JSON.parse refuses: here
 * they are null, for none of them is a figure.
 *
 * @throws SyntaxError for what is no JSON either way.
 */
export function parseLogJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const read = parsePythonJson(text)
    if (!read) throw error
    return plainOf(read.value)
  }
}

/** A value that Python wrote as JSON, as JavaScript has it. */
function plainOf(own: PythonValue): unknown {
  if (own === null || typeof own !== 'object') return own
  if ('items' in own) return own.items.map(plainOf)
  if ('entries' in own) return Object.fromEntries(own.entries.map(([key, value]) => [key, plainOf(value)]))
  const number = 'value' in own ? Number(own.value) : Number.NaN
  return Number.isFinite(number) ? number : null
}
