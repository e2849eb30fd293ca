import type { UnitLedger } from './unitLedger.ts'

/**
 * How far the figure is thought to lie from the tested value, in standard errors of a whole run: the bets are those that would be
 * best if it did. The capital is the mean of what they win, so that it grows nearly as fast as that of the best.
 */
const GUESSES = [3, 6, 12, 24, 48]
/** Share of the largest bet that cannot lose all. */
const MOST = 0.9

/**
 * What one has won by betting that a figure is above (side 1) or below (side -1) a tested value, from 1. If it is not, the chance
 * that this ever reaches 1/alpha is at most alpha (Ville, 1939).
 */
export class Capital {
  readonly #ledger: UnitLedger
  readonly #side: 1 | -1
  readonly #wealth: Float64Array = new Float64Array(GUESSES.length)
  #tested: number | undefined
  #at = 0
  #most = 1

  constructor(ledger: UnitLedger, side: 1 | -1) {
    this.#ledger = ledger
    this.#side = side
  }

  /** What one has now. */
  get wealth(): number {
    return this.#wealth.reduce((sum, one) => sum + one, 0) / GUESSES.length
  }

  /** Anytime p-value, 0 to 1. */
  get risk(): number {
    return Math.min(1, 1 / this.#most)
  }

  /** Goes on with the units that came; with all of them anew where another value is tested than before. */
  test(value: number): void {
    if (value !== this.#tested) {
      this.#tested = value
      this.#at = this.#ledger.first
      this.#most = 1
      this.#wealth.fill(1)
    }
    for (; this.#at < this.#ledger.seen; this.#at += 1) this.#bet(this.#at, value)
  }

  #bet(at: number, value: number): void {
    const side = this.#side
    const { mean, outcome, low, high, spread } = this.#ledger.step(at, value)
    const [gain, room] = side === 1 ? [outcome - mean, mean - low] : [mean - outcome, high - mean]
    const tiny = 1e-9 * (high - low)
    if (room < -tiny) {
      // Not even the worst values of all that was left would bring the figure to the tested value.
      this.#most = Number.POSITIVE_INFINITY
      return
    }
    if (room <= tiny) return
    for (let guess = 0; guess < GUESSES.length; guess += 1) {
      const bet = Math.min((GUESSES[guess] as number) * spread, MOST / room)
      this.#wealth[guess] = (this.#wealth[guess] as number) * Math.max(0, 1 + bet * gain)
    }
    this.#most = Math.max(this.#most, this.wealth)
  }
}
