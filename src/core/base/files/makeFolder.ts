import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { HoldfastError } from '../errors.ts'
import { writeFailure } from './writeFailure.ts'

/** Makes a folder and those it lies in; gives those made, the outermost first. Throws HoldfastError where one cannot be made. */
export function makeFolder(path: string): string[] {
  const missing: string[] = []
  // Not Node's own recursive mkdir: it never ends where the system answers ENOENT for a folder that exists, as under /proc.
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at)
  try {
    for (const folder of missing) make(folder)
    if (!statSync(path).isDirectory()) throw new HoldfastError('DISK', `Failed to write into ${path}: it is a file. Name a folder.`)
  } catch (error) {
    throw error instanceof HoldfastError ? error : writeFailure(path, error)
  }
  return missing
}

/** Makes a folder in a folder of ours. A link in its place is refused: it could lead anywhere. Throws HoldfastError */
export function makeOwnFolder(path: string): void {
  makeFolder(path)
  if (lstatSync(path).isSymbolicLink())
    throw new HoldfastError('DISK', `Failed to write into ${path}: it is a link, and what it leads to may be another's. Remove the link.`)
}

function make(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
