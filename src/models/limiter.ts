/** Lets a fixed number of tasks run at once; the others wait in order. */
export class Limiter {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #next = 0
  #running = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Runs the task when its turn comes. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await task()
    } finally {
      this.#release()
    }
  }

  /** Hands the slot to the next in line. An index, not shift(): that is linear in a queue of 50,000. */
  #release(): void {
    const next = this.#waiting[this.#next]
    if (!next) {
      this.#running -= 1
      this.#waiting.length = 0
      this.#next = 0
      return
    }
    this.#waiting[this.#next] = undefined as never
    this.#next += 1
    next()
  }
}
