import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFailure } from '../base/files/writeFailure.ts'

/** Enough for the answers that are under way when the disk is full, and for the scores of those that are there. */
const RESERVED_BYTES = 4 * 2 ** 20

const reserveOf = (folder: string) => join(folder, '.reserve')

/** Keeps room on the disk for calls under way when it is full, which are paid for. Throws HoldfastError where there is not that much. */
export function keepReserve(folder: string): void {
  const path = reserveOf(folder)
  try {
    // Random, or a file system that compresses would keep no room for it.
    if (!existsSync(path)) writeFileSync(path, randomBytes(RESERVED_BYTES), { flag: 'wx' })
  } catch (error) {
    rmSync(path, { force: true })
    throw writeFailure(path, error)
  }
}

/** Gives the room back to the disk; whether there was any. */
export function spendReserve(folder: string): boolean {
  const path = reserveOf(folder)
  if (!existsSync(path)) return false
  rmSync(path, { force: true })
  return true
}
