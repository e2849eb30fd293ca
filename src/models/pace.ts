/** Seconds over which requests are counted, those long ago for less. */
const WINDOW_MS = 5000
/** Rejections from which they tell of a limit: one alone may be chance. */
const TELLING = 3
/** Share of what an endpoint took that it is asked for after a rejection. */
const CAUTION = 0.97
/** Least time between two cuts: what the last one did must show first. */
const SETTLE_MS = 1000
/** Time a pace is held before more is tried, and how slowly: 5 % more after another seven seconds, double after 25. */
const HOLD_MS = 10_000
const GROWTH_MS = 30_000
/** Cuts in a row that rejections outlast, after which they have another cause, and how long they are then put up with. */
const VAIN_CUTS = 3
const PATIENCE_MS = 20_000
/** Requests a second, at least. */
const SLOWEST = 0.2

/**
 * The pace that rejections teach: cut to what the endpoint took, held, and raised bit by bit until the next one. An endpoint that rejects
 * at any pace is not slowed down for good.
 */
export class Pace {
  /** Requests a second at the last cut; none while there was none. */
  #base: number | undefined
  #since = 0
  #sent = new Tally()
  #rejected = new Tally()
  #vain = 0
  #beforeCuts = 0
  #patientUntil = 0

  /** Requests a second that may go out. */
  at(now: number): number {
    if (this.#base === undefined) return Number.POSITIVE_INFINITY
    const grown = Math.max(0, now - this.#since - HOLD_MS) / GROWTH_MS
    return this.#base * Math.exp(grown ** 2)
  }

  /** A request that goes out. */
  sent(now: number): void {
    this.#sent.add(now)
  }

  /** A rejection for coming too fast; whether the pace was cut: one sent before the last cut says nothing new. */
  rejected(sentAt: number, now: number): boolean {
    if (sentAt < this.#since) return false
    this.#rejected.add(now)
    if (now < this.#patientUntil) return false
    if (this.#base === undefined ? this.#rejected.at(now) < TELLING - 0.5 : now - this.#since < SETTLE_MS) return false
    if (this.#inVain(now)) return false
    this.#cut(now)
    return true
  }

  /** Below a limit nothing is rejected: where rejections outlast several cuts, the pace is not their cause and goes back. */
  #inVain(now: number): boolean {
    const held = this.#base !== undefined && now - this.#since <= HOLD_MS
    this.#vain = held ? this.#vain + 1 : 0
    if (!held) this.#beforeCuts = Math.min(this.at(now), this.#sent.perSecond(now))
    if (this.#vain <= VAIN_CUTS) return false
    this.#base = this.#beforeCuts
    this.#since = now
    this.#patientUntil = now + PATIENCE_MS
    return true
  }

  #cut(now: number): void {
    // Those on their way count as taken: answers come late, rejections at once.
    const taken = this.#sent.perSecond(now) - this.#rejected.perSecond(now)
    this.#base = Math.max(SLOWEST, CAUTION * Math.min(taken, this.at(now)))
    this.#since = now
    this.#sent = new Tally(now)
    this.#rejected = new Tally(now)
  }
}

/** A count that forgets. */
class Tally {
  /** From when on it counts; the first that is counted where nobody says. */
  #since: number | undefined
  #value = 0
  #at = 0

  constructor(since?: number) {
    this.#since = since
  }

  add(now: number): void {
    this.#value = this.at(now) + 1
    this.#at = now
    this.#since ??= now
  }

  at(now: number): number {
    return this.#value * Math.exp((this.#at - now) / WINDOW_MS)
  }

  perSecond(now: number): number {
    const elapsed = Math.max(SETTLE_MS, now - (this.#since ?? now))
    return (1000 * this.at(now)) / (WINDOW_MS * (1 - Math.exp(-elapsed / WINDOW_MS)))
  }
}
