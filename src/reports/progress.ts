import type { EarlyProgress } from '../core/format/itemResult.ts'
import { clock, grouped, screenWidth, truncate } from './layout.ts'
import type { Screen } from './screen.ts'

/** Time left is told once so much of a suite is done: this share of it or so many items, and so many seconds. */
const ENOUGH = { share: 0.1, items: 100, seconds: 3 }

/** An item to come. */
export interface ItemAhead {
  readonly task: string
  /** How long one of its calls takes, beside those of other items of its suite: for instance the tokens of its prompt. */
  readonly weight: number
}

/** An item that has ended. */
export interface EndedItem extends ItemAhead {
  /** Calls that it made. */
  readonly calls: number
  /** Whether all of its calls were answered from the cache or a recording: such an item takes no time. */
  readonly isRecorded: boolean
  /** Calls that were repeated. */
  readonly retried: number
  /** Whether it never began, because every gate was decided. */
  readonly isLeftOut?: boolean | undefined
  /** How the rules of its suite stood then, where they are decided early. */
  readonly early?: EarlyProgress | undefined
}

/** Items of a task: how much of them is left, and the calls of those that ended. */
interface TaskProgress {
  left: number
  weight: number
  calls: number
}

interface SuiteProgress {
  readonly startedAt: number
  planned: number
  readonly tasks: Map<string, TaskProgress>
  /** Items that ended, those that were left out among them. */
  done: number
  leftOut: number
  retried: number
  /** Tenths of the suite that have had their line. */
  tenths: number
  early?: EarlyProgress | undefined
}

/**
 * How far each suite is: a line rewritten on a terminal, one line every 10 % in a log. Suites are counted apart, since a call
 * of one says nothing of how long a call of another takes.
 */
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
    const known = this.#suites.get(suite)
    const tasks = known?.tasks ?? new Map<string, TaskProgress>()
    for (const { task, weight } of items) {
      const own = tasks.get(task) ?? { left: 0, weight: 0, calls: 0 }
      tasks.set(task, { ...own, left: own.left + weight })
    }
    if (!known) {
      this.#suites.set(suite, { startedAt: now, planned: items.length, tasks, done: 0, leftOut: 0, retried: 0, tenths: 0 })
      return
    }
    known.planned += items.length
    known.tenths = Math.floor((10 * known.done) / known.planned)
  }

  /** Counts an item that has ended. */
  done(suite: string, { task, weight, calls, isRecorded, retried, isLeftOut, early }: EndedItem, now: number): void {
    const own = this.#suites.get(suite)
    const of = own?.tasks.get(task)
    if (!own || !of) return
    own.done += 1
    if (isLeftOut) own.leftOut += 1
    own.retried += retried
    own.early = early ?? own.early
    of.left -= weight
    if (calls > 0 && !isRecorded) {
      of.weight += weight
      of.calls += weight * calls
    }
    if (this.#screen.live) {
      this.#screen.status(this.#line(suite, own, now))
      return
    }
    const tenths = Math.floor((10 * own.done) / own.planned)
    if (tenths <= own.tenths) return
    own.tenths = tenths
    this.#screen.print(this.#line(suite, own, now))
  }

  #line(suite: string, own: SuiteProgress, now: number): string {
    const gone = (now - own.startedAt) / 1000
    const left = secondsLeft(own, gone)
    const share = `${Math.floor((100 * own.done) / own.planned)} %`.padStart(6)
    const ahead = left === undefined ? '' : `, about ${spoken(left)} left`
    const at = this.#files > 1 || this.#suites.size > 1 ? `  ${suite}${this.#place()}` : ''
    const retried = own.retried > 0 ? `  ${grouped(own.retried)} retried` : ''
    const rules = own.early ? `  ${own.early.decided}/${own.early.rules} rules decided` : ''
    const leftOut = own.leftOut > 0 ? `, ${grouped(own.leftOut)} left out` : ''
    const line = `${share}  ${grouped(own.done - own.leftOut)}/${grouped(own.planned)} items${leftOut}  ${clock(gone)} gone${ahead}${rules}${retried}${at}`
    return truncate(line, screenWidth())
  }

  /** Which of the files the suite is in, as far as each file has one suite. */
  #place(): string {
    return this.#suites.size <= this.#files ? `, ${this.#suites.size} of ${this.#files}` : ''
  }
}

/**
 * The calls that are left, at the pace of those that were made. Items that have not run make as many as others of their task.
 * Undefined while too little is known.
 */
function secondsLeft({ tasks, done, planned }: SuiteProgress, gone: number): number | undefined {
  if (done === planned || gone < ENOUGH.seconds) return undefined
  const all = [...tasks.values()]
  const [weight, calls] = [sumOf(all.map((task) => task.weight)), sumOf(all.map((task) => task.calls))]
  if (calls === 0) return undefined
  const left = sumOf(all.map((task) => task.left * (task.weight > 0 ? task.calls / task.weight : calls / weight)))
  if (done < ENOUGH.items && calls < ENOUGH.share * (calls + left)) return undefined
  return (gone / calls) * left
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** A guess of seconds, as exact as a guess is. */
function spoken(seconds: number): string {
  if (seconds < 20) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 90) return `${5 * Math.round(seconds / 5)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
