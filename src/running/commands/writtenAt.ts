import { statSync } from 'node:fs'

/** When a file was written last, in nanoseconds; undefined where there is none. */
export function writtenAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs
}
