import { counted } from '../core/base/text/counted.ts'
import type { EarlyProgress, ItemResult } from '../core/format/itemResult.ts'
import { wasNotNeeded } from '../core/format/records.ts'
import { clock, grouped, type Screen, screenWidth, truncate } from './layout.ts'

/** Time left is told once so much of a suite is done: this share of it or so many items, and so many seconds. */
const ENOUGH = { share: 0.1, items: 100, seconds: 3 }

/** An item to come. */
export interface ItemAhead {
  /** How long one of its calls takes, beside those of other items of its suite: for instance the tokens of its prompt. */
  readonly weight: number
}

/** An item that has ended. */
export interface ItemProgress extends ItemAhead {
  /** Calls that it made. */
  readonly calls: number
  /** Whether all of its calls were answered from the cache or a recording: such an item takes no time. */
  readonly isRecorded: boolean
  /** Calls that were repeated. */
  readonly retried: number
  /** Whether it never began, because every gate was decided. */
  readonly wasNotNeeded?: boolean | undefined
  /** How the rules of its suite stood then, where they are decided early. */
  readonly early?: EarlyProgress | undefined
}

/** Milliseconds without an answer after which the line says for how long calls have been under way, and between two such lines in a log. */
const SILENT_MS = 10_000
const LOG_EVERY_MS = 60_000

function begunAt(now: number) {
  return {
    startedAt: now,
    /** When an item or a call ended last, and when a line was written. */
    answeredAt: now,
    toldAt: now,
    /** Calls that were answered since it began, and those of items that ended. */
    answered: 0,
    calls: 0,
    /** Those of them that are of items which asked a model. */
    askedCalls: 0,
    planned: 0,
    /** Weight of the items to come, and of those that ended with calls to a model. */
    ahead: 0,
    asked: 0,
    /** Items that ended, those that were not needed among them. */
    done: 0,
    notNeeded: 0,
    retried: 0,
    /** Tenths of the suite that have had their line. */
    tenths: 0,
    early: undefined as EarlyProgress | undefined,
  }
}

type SuiteProgress = ReturnType<typeof begunAt>

/** How far each suite is: a line rewritten on a terminal, one every 10 % in a log. Suites are counted apart: their calls take different times. */
export class Progress {
  readonly #screen: Screen
  /** Test files of the run. */
  readonly #files: number
  readonly #suites = new Map<string, SuiteProgress>()

  constructor(screen: Screen, files = 1) {
    this.#screen = screen
    this.#files = files
  }

  /** Takes in a suite that begins, or more of its items. Building its prompts is over: the time left does not go by that. */
  begin(suite: string, items: readonly ItemAhead[], now: number): void {
    const own = this.#suites.get(suite) ?? begunAt(now)
    this.#suites.set(suite, own)
    own.planned += items.length
    own.ahead += items.reduce((sum, { weight }) => sum + weight, 0)
    own.tenths = Math.floor((10 * own.done) / own.planned)
  }

  /** Counts an item that has ended. */
  done(suite: string, { weight, calls, isRecorded, retried, wasNotNeeded, early }: ItemProgress, now: number): void {
    const own = this.#suites.get(suite)
    if (!own) return
    own.done += 1
    own.answeredAt = now
    own.calls += calls
    if (wasNotNeeded) own.notNeeded += 1
    own.retried += retried
    own.early = early ?? own.early
    own.ahead -= weight
    if (calls > 0 && !isRecorded) {
      own.asked += weight
      own.askedCalls += calls
    }
    const tenths = Math.floor((10 * own.done) / own.planned)
    // In a log, items that were not needed have one line together.
    if (!this.#screen.live && (tenths <= own.tenths || (wasNotNeeded && own.done < own.planned))) return
    own.tenths = tenths
    this.#tell(suite, own, now)
  }

  /** Shows that a run lives between two items: takes in how many calls of each suite were answered since the last time. */
  beat(answered: ReadonlyMap<string, number>, now: number): void {
    for (const [suite, own] of this.#suites) {
      const calls = answered.get(suite) ?? 0
      own.answered += calls
      if (calls > 0) own.answeredAt = now
      if (own.done === own.planned || (!this.#screen.live && now - own.toldAt < LOG_EVERY_MS)) continue
      this.#tell(suite, own, now)
    }
  }

  #tell(suite: string, own: SuiteProgress, now: number): void {
    own.toldAt = now
    const line = this.#line(suite, own, now)
    if (this.#screen.live) this.#screen.status(line)
    else this.#screen.print(line)
  }

  #line(suite: string, own: SuiteProgress, now: number): string {
    const gone = (now - own.startedAt) / 1000
    const left = secondsLeft(own, gone)
    const share = `${Math.floor((100 * own.done) / own.planned)} %`.padStart(6)
    const ahead = left === undefined ? '' : `, about ${spoken(left)} left`
    const at = this.#files > 1 || this.#suites.size > 1 ? `  ${suite}${this.#place()}` : ''
    const retried = own.retried > 0 ? `  ${grouped(own.retried)} retried` : ''
    const rules = own.early ? `  ${own.early.decided}/${own.early.rules} gates decided` : ''
    const notNeeded = own.notNeeded > 0 ? `, ${grouped(own.notNeeded)} not needed` : ''
    const silent = now - own.answeredAt
    const open = own.done < own.planned && silent >= SILENT_MS ? `  calls under way for ${clock(silent / 1000)}` : ''
    const line = `${share}  ${grouped(own.done - own.notNeeded)}/${counted(own.planned, 'item')}${notNeeded}  ${clock(gone)} gone${ahead}${open}${rules}${retried}${at}`
    return truncate(line, screenWidth())
  }

  /** Which of the files the suite is in, as far as each file has one suite. */
  #place(): string {
    return this.#suites.size <= this.#files ? `, ${this.#suites.size} of ${this.#files}` : ''
  }
}

/**
 * What is left, at the pace of the items that asked a model, with the calls that were answered of items under way: an item may have
 * many. These count for half of what is ahead at most, since items with few calls end first. Undefined while too little is known.
 */
function secondsLeft({ ahead, asked, done, planned, answered, calls, askedCalls }: SuiteProgress, gone: number): number | undefined {
  if (done === planned || gone < ENOUGH.seconds || asked === 0) return undefined
  const begun = Math.min(ahead / 2, (Math.max(0, answered - calls) * asked) / askedCalls)
  if (done < ENOUGH.items && asked + begun < ENOUGH.share * (asked + ahead)) return undefined
  return (gone / (asked + begun)) * (ahead - begun)
}

/** A guess of seconds, as exact as a guess is. */
function spoken(seconds: number): string {
  if (seconds < 20) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 90) return `${5 * Math.round(seconds / 5)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

/** What an item that ended took, over all roles: how many calls, whether all were recorded, how many were tried again; and whether it was not needed. */
export function progressOf({ record, usage, early }: ItemResult) {
  const roles = Object.values(usage)
  const sum = (of: (role: (typeof roles)[number]) => number) => roles.reduce((total, role) => total + of(role), 0)
  const calls = sum((role) => role.calls)
  return {
    calls,
    isRecorded: calls > 0 && sum(({ cached = 0 }) => cached) === calls,
    retried: sum(({ retries }) => retries),
    wasNotNeeded: wasNotNeeded(record),
    early,
  }
}
