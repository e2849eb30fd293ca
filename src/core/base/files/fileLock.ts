import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { HoldfastError, orUndefined } from '../errors.ts'
import { monotonicClock } from '../ownGlobals.ts'
import { writeFailure } from './writeFailure.ts'
import { writeWhole } from './writeWhole.ts'

/** Time without a change after which a lock counts as left behind. What is done under it takes milliseconds. */
const STALE_MS = 15_000
/** Time after which a lock is not waited for any longer. */
const PATIENCE_MS = 180_000

/**
 * Does something while no other process does anything under the same lock, on any machine that shares the folder. It holds over NFS: the
 * lock is a name that one process can make, and not a lock of the kernel. A lock that a killed process left is taken over when its text has
 * not changed for a while by the clock of whoever waits: clocks of two machines are not compared.
 * @param action done at once, without waiting for anything: a lock is not renewed while it is held.
 * @throws HoldfastError where the lock cannot be made or had; what the action throws.
 */
export async function withFileLock<T>(
  path: string,
  action: () => T,
  { staleMs = STALE_MS, patienceMs = PATIENCE_MS }: { readonly staleMs?: number; readonly patienceMs?: number } = {},
): Promise<T> {
  const own = `${hostname()}-${process.pid}-${randomUUID()}`
  const began = monotonicClock()
  let seen: string | undefined
  let since = began
  let takeovers = 0
  for (;;) {
    if (make(path, own)) break
    const holder = read(path)
    const now = monotonicClock()
    if (holder === undefined || holder !== seen) {
      seen = holder
      since = now
      takeovers = 0
    } else if (now - since > staleMs) {
      if (takeOver(path, own, holder, takeovers)) break
      // Another takes it over, or was killed as it did: then the next one may after as long.
      takeovers += 1
      since = now
    }
    if (now - began > patienceMs)
      throw new HoldfastError(
        'DISK',
        `Failed to take the lock ${path}: ${holder ?? 'another process'} holds it. End that process, or remove the file.`,
      )
    await sleep(5 + Math.random() * 40)
  }
  try {
    return action()
  } finally {
    // One that was taken over meanwhile is another's.
    if (read(path) === own) rmSync(path, { force: true })
  }
}

/** Makes a file with a text in it; whether it was not there. */
function make(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw writeFailure(path, error)
  }
}

/** Takes over a lock that was left behind. Of all who try, one makes the name that says so. */
function takeOver(path: string, own: string, holder: string, takeovers: number): boolean {
  const claim = `${path}.after-${holder.replace(/[^\w.-]/g, '_')}-${takeovers}`
  if (!make(claim, own)) return false
  try {
    if (read(path) !== holder) return false
    writeWhole(path, own)
    return read(path) === own
  } finally {
    rmSync(claim, { force: true })
  }
}

function read(path: string): string | undefined {
  return orUndefined(() => readFileSync(path, 'utf8'))
}
