import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { counted, HoldfastError, messageOf } from '../../../kit.ts'

/** What must be so of a content; what is not known is not asked for. */
export interface Expected {
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
}

/** SHA-256 in hexadecimal digits. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** How a content differs from what is expected; undefined where it does not. */
export function difference(content: Buffer, { bytes, sha256: hash }: Expected): string | undefined {
  const found = sha256(content)
  const size =
    bytes === undefined || bytes === content.length ? '' : `${counted(content.length, 'byte')}, expected ${bytes.toLocaleString('en')}`
  if (hash === undefined || hash === found) return size || undefined
  return `${size ? `${size}; ` : ''}SHA-256 ${found.slice(0, 12)}…, expected ${hash.slice(0, 12)}…`
}

/** The content of a file's bytes: unzipped for a name that ends in `.gz`; undefined for what is no zipped file. */
export function unzipped(name: string, bytes: Buffer): Buffer | undefined {
  if (!name.endsWith('.gz')) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    return undefined
  }
}

/**
 * A file's bytes; undefined where there is no such file.
 *
 * @throws HoldfastError for one that cannot be read.
 */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new HoldfastError('DATA', `Failed to read ${path}: ${messageOf(error)}. Make it a readable file, or move it away.`)
  }
}
