import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFailure } from './writeFailure.ts'

/**
 * Writes a file at once: whoever opens it finds the old text or the new one, also after a crash. A link in its place is replaced and not
 * followed. Throws HoldfastError where it cannot be written; what was there before is left.
 */
export function writeWhole(path: string, text: string): void {
  const aside = `${path}.${process.pid}-${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(aside, text, { flag: 'wx' })
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw writeFailure(path, error)
  }
}
