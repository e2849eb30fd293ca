import type { Signal } from '../../core/base/platformTypes.ts'

/** Units that may begin together: those before a place in the order. */
export interface Wave {
  readonly to: number
  /** Whether its calls are made directly, also of models that are called by batch. */
  readonly isDirect?: boolean
}

/** Lets the items of an order begin wave by wave: the next one once all of the last have ended, however, or as soon as there is one. */
export class WaveGate {
  readonly #left: number[]
  readonly #next: (from: number, open: number) => Wave | undefined
  readonly #isRolling: boolean
  readonly #waiting: { readonly unit: number; readonly prefix: string; begin(): void }[] = []
  #wave: Wave = { to: 0 }
  #open = 0

  /**
   * @param counts items of each unit, all trials together.
   * @param next where the wave after so many units ends, while so many items are under way; undefined: all may begin.
   * @param isRolling whether it is asked whenever an item has ended; a wave of no unit says not yet, unless nothing else is under way.
   */
  constructor(counts: readonly number[], next: (from: number, open: number) => Wave | undefined, isRolling = false) {
    this.#left = [...counts]
    this.#next = next
    this.#isRolling = isRolling
    this.#advance()
  }

  /** The wave that is under way. */
  get wave(): Wave {
    return this.#wave
  }

  /** Resolves when an item may begin, and where the run is stopped before. */
  async admitted(unit: number, prefix: string, stopping: Signal): Promise<void> {
    if (unit < this.#wave.to || stopping.aborted) return
    await new Promise<void>((begin) => {
      stopping.addEventListener('abort', () => begin(), { once: true })
      this.#waiting.push({ unit, prefix, begin })
    })
  }

  /** Counts an item of one trial that ended. */
  ended(unit: number): void {
    this.#left[unit] = (this.#left[unit] ?? 0) - 1
    if (unit >= this.#wave.to) return
    this.#open -= 1
    this.#advance()
  }

  #advance(): void {
    while ((this.#open <= 0 || this.#isRolling) && this.#wave.to < this.#left.length) {
      const from = this.#wave.to
      const wave = this.#next(from, Math.max(0, this.#open)) ?? { to: this.#left.length }
      if (this.#isRolling && wave.to <= from && this.#open > 0) break
      this.#wave = { ...wave, to: Math.max(wave.to, from + 1) }
      this.#open = this.#left.slice(from, this.#wave.to).reduce((sum, left) => sum + Math.max(0, left), Math.max(0, this.#open))
    }
    const begun = this.#waiting.filter(({ unit }) => unit < this.#wave.to)
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(({ unit }) => unit >= this.#wave.to))
    // Those of one prefix follow each other: a provider's cache pays for that.
    for (const { begin } of begun.sort((one, other) => (one.prefix < other.prefix ? -1 : one.prefix > other.prefix ? 1 : 0))) begin()
  }
}
