import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { HoldfastError } from '../base/errors.ts'
import { writeFailure } from '../base/files/writeFailure.ts'

/** How often a holder shows that it lives, and how long one on another machine is watched for it. */
const BEAT_MS = 5_000
const WATCH_MS = 3 * BEAT_MS

/** Bytes of a lock; a file that has more is none. */
const LARGEST = 4096

const holder = z.object({
  pid: z.number().int().positive(),
  /** When the process began, in ticks since the machine did: a number is given to another process some time. */
  began: z.string(),
  /** Where process numbers mean the same. */
  machine: z.string(),
  host: z.string().max(300),
  beat: z.number(),
})

type Holder = z.output<typeof holder>

/** What bears on how a lock is judged; the defaults are this process's own. */
export interface RunLockOptions {
  readonly machine?: string
  /** How long a holder on another machine is watched, in milliseconds. */
  readonly watchMs?: number
}

/**
 * The right to write a run folder, which one process has at a time. A process that ended, however it did, holds none.
 *
 * Locks are files with rising numbers, made exclusively. Whoever finds none that is held makes the next one. A dead one stays
 * until its successor ends: removed at once, it might be taken for the successor's by a third.
 */
export class RunLock {
  readonly #folder: string
  readonly #number: number
  readonly #beating: NodeJS.Timeout

  private constructor(folder: string, number: number, own: Holder) {
    this.#folder = folder
    this.#number = number
    let { beat } = own
    this.#beating = setInterval(() => {
      beat += 1
      try {
        writeFileSync(lockPath(folder, number), JSON.stringify({ ...own, beat }))
      } catch {
        // A full disk: whoever watches sees no sign, and may take over a run that can go no further.
      }
    }, BEAT_MS).unref()
  }

  /**
   * Takes the lock of a folder, which must be there.
   *
   * @throws HoldfastError when another process holds it, or the folder cannot be written.
   */
  static async take(folder: string, { machine = thisMachine(), watchMs = WATCH_MS }: RunLockOptions = {}): Promise<RunLock> {
    const own: Holder = { pid: process.pid, began: beganOf(process.pid) ?? '', machine, host: hostname(), beat: 0 }
    for (;;) {
      const numbers = locksIn(folder)
      for (const number of numbers) {
        const held = await heldBy(lockPath(folder, number), machine, watchMs)
        if (held) throw inUse(folder, held)
      }
      const number = (numbers.at(-1) ?? 0) + 1
      try {
        writeFileSync(lockPath(folder, number), JSON.stringify(own), { flag: 'wx' })
      } catch (error) {
        // Another was faster.
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
        throw writeFailure(folder, error)
      }
      // While a holder ended, one may have found its lock and another none: neither of the two has it then.
      const others = locksIn(folder).filter((other) => other !== number && !numbers.includes(other))
      if (others.length === 0) return new RunLock(folder, number, own)
      rmSync(lockPath(folder, number), { force: true })
      await sleep(Math.random() * 200)
    }
  }

  /** Gives the lock back. */
  release(): void {
    clearInterval(this.#beating)
    for (const number of locksIn(this.#folder)) if (number < this.#number) rmSync(lockPath(this.#folder, number), { force: true })
    rmSync(lockPath(this.#folder, this.#number), { force: true })
  }
}

function lockPath(folder: string, number: number): string {
  return join(folder, `.lock-${number}`)
}

/** Numbers of the locks there, the lowest first. */
function locksIn(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^\.lock-(\d{1,9})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
}

/** Who holds a lock; undefined where nobody does any more. */
async function heldBy(path: string, machine: string, watchMs: number): Promise<Holder | undefined> {
  const first = await readHolder(path)
  if (!first) return undefined
  if (first.machine === machine) {
    const began = beganOf(first.pid)
    return began !== undefined && began === first.began ? first : undefined
  }
  // Whether a process lives on another machine shows by its signs alone. Clocks of two machines are not compared.
  for (let waited = 0; waited < watchMs; waited += watchMs / 10) {
    await sleep(watchMs / 10)
    const now = await readHolder(path)
    if (!now || now.beat !== first.beat) return now
  }
  return undefined
}

/** Undefined for a lock that is gone, and for a file that no holder wrote. */
async function readHolder(path: string): Promise<Holder | undefined> {
  // A file is empty for a moment after it was made.
  for (let tries = 0; tries < 10; tries += 1) {
    try {
      const facts = lstatSync(path)
      if (!facts.isFile() || facts.size > LARGEST) return undefined
      return holder.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      await sleep(50)
    }
  }
  return undefined
}

function inUse(folder: string, { pid, host }: Holder): HoldfastError {
  return new HoldfastError(
    'RUN',
    `Failed to use ${folder} as run folder: another run is writing it, process ${pid} on ${host}. Wait until it ends, or name another folder.`,
  )
}

/** The numbers of processes mean the same within one start of one machine, and there within one container. */
function thisMachine(): string {
  return [
    hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ')
}

/** When a process began; undefined for one that has ended. Where the system does not tell, whether there is one of that number. */
function beganOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  // The 22nd field; the second is the program's name, which may hold anything but ends with the last parenthesis.
  const facts = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (facts === undefined) return 'lives'
  const fields = facts.slice(facts.lastIndexOf(')') + 2).split(' ')
  // It ended, and its parent has not asked how.
  if (fields[0] === 'Z') return undefined
  return fields[19] ?? 'lives'
}

function attempt(action: () => string): string | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
