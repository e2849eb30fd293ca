import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { counted, dataError, messageOf, type OfficialFile, orUndefined, type UpstreamFile } from '../../../kit.ts'
import type { OfficialSuite } from './officialSuites.ts'

/** A file of a suite's official data, and how it stands. */
export interface FileState<State extends string> {
  readonly suite: string
  readonly file: OfficialFile
  readonly state: State
  /** Why, or what differs, or what goes without it. */
  readonly detail?: string | undefined
}

/** How a file stands. */
export type FoundState<State extends string> = Pick<FileState<State>, 'state' | 'detail'>

/** Takes the files of suites one after another, each with its path under a folder. */
export async function eachFile<State extends string>(
  folder: string,
  suites: readonly OfficialSuite[],
  take: (path: string, file: OfficialFile, suite: string) => Promise<FoundState<State>>,
  onTaken?: (file: FileState<State>) => void,
): Promise<FileState<State>[]> {
  const all: FileState<State>[] = []
  for (const { suite, files } of suites) {
    for (const file of files) {
      const taken = { suite, file, ...(await take(join(folder, suite, file.path), file, suite)) }
      onTaken?.(taken)
      all.push(taken)
    }
  }
  return all
}

/**
 * Checks presence, size and SHA-256 of the suites' files under a folder: `absent` is a missing file that nobody has published and the suite
 * does without. Other files there, such as one's own question sets, are passed over.
 *
 * @throws HoldfastError for a file that cannot be read.
 */
export function verify(folder: string, suites: readonly OfficialSuite[]) {
  return eachFile(folder, suites, checkFile)
}

/** Checks one file. */
export async function checkFile(path: string, file: OfficialFile): Promise<FoundState<'ok' | 'changed' | 'missing' | 'absent'>> {
  const bytes = readIfThere(path)
  if (bytes === undefined) return file.upstream.length === 0 ? { state: 'absent', detail: file.without } : { state: 'missing' }
  const detail = contentDifference(bytes, file)
  return detail === undefined ? { state: 'ok' } : { state: 'changed', detail }
}

/** SHA-256 in hexadecimal digits. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** How a content differs from the size and hash that are known; undefined where it does not. */
export function difference(content: Buffer, { bytes, sha256: hash }: Pick<UpstreamFile, 'bytes' | 'sha256'>): string | undefined {
  const found = sha256(content)
  const size =
    bytes === undefined || bytes === content.length ? '' : `${counted(content.length, 'byte')}, expected ${bytes.toLocaleString('en')}`
  if (hash === undefined || hash === found) return size || undefined
  return `${size ? `${size}; ` : ''}SHA-256 ${found.slice(0, 12)}…, expected ${hash.slice(0, 12)}…`
}

/** How the content of an official file's bytes differs: those of a name that ends in `.gz` are zipped. Undefined where it does not. */
export function contentDifference(bytes: Buffer, file: OfficialFile): string | undefined {
  if (!file.path.endsWith('.gz')) return difference(bytes, file)
  const content = orUndefined(() => gunzipSync(bytes))
  return content ? difference(content, file) : 'no whole gzip file'
}

/**
 * A file's bytes; undefined where there is no such file.
 *
 * @throws HoldfastError for one that cannot be read.
 */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw dataError(`Failed to read ${path}: ${messageOf(error)}. Make it a readable file, or move it away.`)
  }
}
