/** Lets a fixed number of tasks run at once; the others wait in order, urgent ones before the rest. */
export class Limiter {
  readonly #size: number
  readonly #urgent: (() => void)[] = []
  readonly #waiting: (() => void)[] = []
  #running = 0
  readonly #idle: (() => void)[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Resolves when no task runs, and at once where none does. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Runs the task when its turn comes. */
  async run<T>(task: () => Promise<T>, urgent = false): Promise<T> {
    if (this.#running >= this.#size) await new Promise<void>((resolve) => (urgent ? this.#urgent : this.#waiting).push(resolve))
    else this.#running += 1
    try {
      return await task()
    } finally {
      const next = this.#urgent.shift() ?? this.#waiting.shift()
      // The slot goes to the next in line as it is.
      if (next) next()
      else this.#running -= 1
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }
}
