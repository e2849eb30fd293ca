import { clock, grouped } from './layout.ts'
import type { Screen } from './screen.ts'

/** How far the run is: a line rewritten on a terminal, one line every 10 % in a log. */
export class Progress {
  readonly #screen: Screen
  #startedAt: number | undefined
  #planned = 0
  #plannedWeight = 0
  #done = 0
  #doneWeight = 0
  #retried = 0
  /** Tenths of the run that have had their line. */
  #tenths = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** Starts the clock, unless it runs: building prompts before the first call is not what the time left goes by. */
  start(now: number): void {
    this.#startedAt ??= now
  }

  /** Adds items to come. Weight is what time goes by, for instance prompt tokens. */
  plan(count: number, weight: number): void {
    this.#planned += count
    this.#plannedWeight += weight
  }

  /** Counts an item that has ended. */
  done(weight: number, retried: number, now: number): void {
    this.#done += 1
    this.#doneWeight += weight
    this.#retried += retried
    if (this.#screen.live) {
      this.#screen.status(this.#line(now))
      return
    }
    const tenths = Math.floor((10 * this.#done) / this.#planned)
    if (tenths <= this.#tenths) return
    this.#tenths = tenths
    this.#screen.print(this.#line(now))
  }

  #line(now: number): string {
    const gone = (now - (this.#startedAt ?? now)) / 1000
    const left = this.#doneWeight > 0 ? (gone / this.#doneWeight) * (this.#plannedWeight - this.#doneWeight) : Number.NaN
    const share = `${Math.floor((100 * this.#done) / this.#planned)} %`.padStart(6)
    const ahead = this.#done < this.#planned && Number.isFinite(left) ? `, about ${clock(left)} left` : ''
    const retried = this.#retried > 0 ? `  ${grouped(this.#retried)} retried` : ''
    return `${share}  ${grouped(this.#done)}/${grouped(this.#planned)} items  ${clock(gone)} gone${ahead}${retried}`
  }
}
