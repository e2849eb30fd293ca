import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { orUndefined } from '../../core/base/errors.ts'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { monotonicClock, startTimer, stopTimer, wallClock } from '../../core/base/ownGlobals.ts'

/** How often a part shows that it lives, and looks at the others. */
const BEAT_MS = 2000
/** With many parts they look less often: each reads the files of all. */
const BEAT_MS_A_PART = 100
/** Time without a sign after which a part counts as dead, at least. */
const STALE_MS = 20_000

/** What a part says of itself. */
const sign = z.object({
  beat: z.number(),
  /** Share of every limit that it takes now, 0 to 1. */
  share: z.number().min(0).max(1),
  ended: z.boolean(),
})

/** What is known of another part. */
interface Other extends z.output<typeof sign> {
  /** When its beat was seen to change, by our own clock. */
  readonly changedAt: number
}

/**
 * The parts of a job that are alive, and the share of every limit that this one may take: an equal one. Each part writes a file
 * of its own every two seconds, and reads those of the others. One whose file has not changed for twenty seconds, by the clock of
 * who reads it, is dead.
 *
 * Each says which share it takes. A part takes no more than the others leave: one that comes waits until they have made room,
 * so that all together never take more than the whole, whoever comes and goes.
 */
export class LivingParts {
  /** Share of every limit that this part may take, 0 to 1; 0 before it has looked twice. */
  share = 0
  readonly #folder: string
  readonly #id: string
  readonly #changed: (share: number) => void
  readonly #now: () => number
  readonly #others = new Map<string, Other>()
  #beat = Math.floor(Math.random() * 1e9)
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #ended = false

  /** In `folder`, shared by all, `id` names this part at each start; `changed` hears of its share; `now` is in milliseconds. */
  constructor(folder: string, id: string, changed: (share: number) => void, now = () => monotonicClock()) {
    this.#folder = join(folder, 'parts')
    this.#id = id
    this.#changed = changed
    this.#now = now
    makeOwnFolder(this.#folder)
  }

  /** Parts that are alive, this one among them. */
  get count(): number {
    return 1 + this.#living().length
  }

  /** Whether another part is alive. */
  isAlive(id: string): boolean {
    return this.#living().some(([other]) => other === id)
  }

  /** Shows itself and looks at the others from now on, until the process ends. */
  start(): void {
    process.once('exit', () => this.end())
    const next = () => {
      this.beat()
      const wait = Math.max(this.#looks < 2 ? BEAT_MS / 2 : BEAT_MS, BEAT_MS_A_PART * this.count)
      this.#timer = startTimer(next, wait).unref()
    }
    next()
  }

  /** Shows itself and looks at the others once. */
  beat(): void {
    if (this.#ended) return
    this.#beat += 1
    this.#write()
    this.#look()
    this.#looks += 1
    // Those that came at the same time must have been able to show themselves.
    if (this.#looks < 2) return
    const others = this.#living()
    const left = 1 - others.reduce((sum, [, { share }]) => sum + share, 0)
    const share = Math.max(0, Math.min(1 / (1 + others.length), left))
    // Numbers that have been added are a little off.
    if (Math.abs(share - this.share) < 1e-9) return
    this.share = share
    this.#write()
    this.#changed(share)
  }

  /** Tells the others that this part takes nothing any more. */
  end(): void {
    if (this.#ended) return
    stopTimer(this.#timer)
    this.#ended = true
    this.share = 0
    this.#write()
  }

  #living(): [string, Other][] {
    const since = this.#now() - Math.max(STALE_MS, 5 * BEAT_MS_A_PART * this.#others.size)
    return [...this.#others].filter(([, { ended, changedAt }]) => !ended && changedAt > since)
  }

  /** In a folder that is away for a moment, the others take this part for dead meanwhile, or for as it was. */
  #write(): void {
    const own = { beat: this.#beat, share: this.share, ended: this.#ended }
    orUndefined(() => writeWhole(join(this.#folder, `${this.#id}.json`), JSON.stringify(own)))
  }

  #look(): void {
    for (const name of orUndefined(() => readdirSync(this.#folder)) ?? []) {
      const id = /^([\w.-]+)\.json$/.exec(name)?.[1]
      if (id === undefined || id === this.#id) continue
      const read = orUndefined(() => sign.parse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8'))))
      // Half a file, or none for a moment: what was known stays.
      if (!read) continue
      const before = this.#others.get(id)
      this.#others.set(id, { ...read, changedAt: before?.beat === read.beat ? before.changedAt : this.#now() })
    }
  }
}

/** Tells the others that a part has ended, from another process of it: Vitest ends its workers without a word. */
export function endPart(folder: string, id: string): void {
  const path = join(folder, 'parts', `${id}.json`)
  // Where it cannot be written, the others see it after a while.
  orUndefined(() => existsSync(path) && writeWhole(path, JSON.stringify({ beat: wallClock(), share: 0, ended: true })))
}

/** The name of a part among the others: that of its run, which stays the same at each start. */
export function partId(runId: string): string {
  return runId.replace(/[^\w.-]/g, '_')
}
