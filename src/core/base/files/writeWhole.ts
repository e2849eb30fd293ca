import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFailure } from './writeFailure.ts'

/** Writes a file at once, the old content or the new also after a crash; a link is replaced. Throws HoldfastError, leaving what was there. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const aside = `${path}.${process.pid}-${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(aside, content, { flag: 'wx' })
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw writeFailure(path, error)
  }
}
