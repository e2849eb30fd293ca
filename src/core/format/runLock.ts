import { lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { HoldfastError, orUndefined } from '../base/errors.ts'
import { withFileLock } from '../base/files/fileLock.ts'
import { writeWhole } from '../base/files/writeWhole.ts'

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

/** The right to write a run folder, which one process has at a time. A process that ended, however it did, holds none. */
export class RunLock {
  readonly #path: string
  /** The lock as it was written last: what else stands there is another's, who took it over. */
  #text: string
  readonly #beating: NodeJS.Timeout

  private constructor(path: string, own: Holder) {
    this.#path = path
    this.#text = JSON.stringify(own)
    let { beat } = own
    this.#beating = setInterval(() => {
      if (read(path) !== this.#text) return
      beat += 1
      const text = JSON.stringify({ ...own, beat })
      try {
        writeWhole(path, text)
        this.#text = text
      } catch {
        // A full disk: whoever watches sees no sign, and may take over a run that can go no further.
      }
    }, BEAT_MS).unref()
  }

  /** Takes the lock of a folder that is there. Throws HoldfastError where another process holds it or nothing can be written. */
  static async take(folder: string, { machine = thisMachine(), watchMs = WATCH_MS } = {}): Promise<RunLock> {
    const path = join(folder, '.lock')
    const own: Holder = { pid: process.pid, began: beganOf(process.pid) ?? '', machine, host: hostname(), beat: 0 }
    for (;;) {
      const found = read(path)
      const held = await heldBy(path, found, machine, watchMs)
      if (held) throw inUse(folder, held)
      // One at a time, and none where another was faster.
      const isTaken = await withFileLock(`${path}.taking`, () => {
        if (read(path) !== found) return false
        writeWhole(path, JSON.stringify(own))
        return true
      })
      if (isTaken) return new RunLock(path, own)
    }
  }

  release(): void {
    clearInterval(this.#beating)
    if (read(this.#path) === this.#text) rmSync(this.#path, { force: true })
  }
}

/** Who holds a lock of this text; undefined where nobody does any more. */
async function heldBy(path: string, text: string, machine: string, watchMs: number): Promise<Holder | undefined> {
  const first = holderOf(text)
  if (!first) return undefined
  if (first.machine === machine) return beganOf(first.pid) === first.began ? first : undefined
  // Whether a process lives on another machine shows by its signs alone. Clocks of two machines are not compared.
  for (let waited = 0; waited < watchMs; waited += watchMs / 10) {
    await sleep(watchMs / 10)
    const now = holderOf(read(path))
    if (now?.beat !== first.beat) return now
  }
  return undefined
}

/** What a lock says; empty where there is none, or what is no file of a holder's. */
function read(path: string): string {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile() || facts.size > LARGEST) return ''
  return orUndefined(() => readFileSync(path, 'utf8')) ?? ''
}

/** Undefined for a text that no holder wrote. */
function holderOf(text: string): Holder | undefined {
  return orUndefined(() => holder.parse(JSON.parse(text)))
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
    orUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    orUndefined(() => readlinkSync('/proc/self/ns/pid')),
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
  const facts = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (facts === undefined) return 'lives'
  const fields = facts.slice(facts.lastIndexOf(')') + 2).split(' ')
  // It ended, and its parent has not asked how.
  if (fields[0] === 'Z') return undefined
  return fields[19] ?? 'lives'
}
