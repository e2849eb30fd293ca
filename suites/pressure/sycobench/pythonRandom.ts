const SIZE = 624
const SHIFT = 397

/**
 * The generator of Python's `random` for a seed of 0 or more, up to 2^53: MT19937 (Matsumoto and Nishimura, 1998), begun by `init_by_array`.
 * SycoBench's intervals are drawn by it.
 */
export class PythonRandom {
  readonly #state = new Uint32Array(SIZE)
  #at = SIZE

  constructor(seed: number) {
    const high = Math.floor(seed / 2 ** 32)
    this.#begin(high > 0 ? [seed >>> 0, high] : [seed >>> 0])
  }

  /** The next word: an integer from 0 to 2^32 - 1. */
  word(): number {
    if (this.#at === SIZE) this.#twist()
    let word = this.#state[this.#at++] as number
    word ^= word >>> 11
    word ^= (word << 7) & 0x9d2c5680
    word ^= (word << 15) & 0xefc60000
    return (word ^ (word >>> 18)) >>> 0
  }

  /** An integer from 0 to n - 1, n at least 1: the top bits of a word, and of the next one where they say n or more. */
  below(n: number): number {
    const spare = Math.clz32(n)
    for (;;) {
      const drawn = this.word() >>> spare
      if (drawn < n) return drawn
    }
  }

  #begin(key: readonly number[]): void {
    const state = this.#state
    state[0] = 19650218
    for (let i = 1; i < SIZE; i += 1) state[i] = Math.imul(1812433253, mixed(state, i)) + i
    let i = 1
    const next = () => {
      i += 1
      if (i < SIZE) return
      state[0] = state[SIZE - 1] as number
      i = 1
    }
    for (let k = 0; k < SIZE; k += 1) {
      const j = k % key.length
      state[i] = ((state[i] as number) ^ Math.imul(mixed(state, i), 1664525)) + (key[j] as number) + j
      next()
    }
    for (let k = 1; k < SIZE; k += 1) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(state, i), 1566083941)) - i
      next()
    }
    state[0] = 0x80000000
  }

  #twist(): void {
    const state = this.#state
    for (let i = 0; i < SIZE; i += 1) {
      const y = ((state[i] as number) & 0x80000000) | ((state[(i + 1) % SIZE] as number) & 0x7fffffff)
      state[i] = (state[(i + SHIFT) % SIZE] as number) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0)
    }
    this.#at = 0
  }
}

function mixed(state: Uint32Array, i: number): number {
  const before = state[i - 1] as number
  return before ^ (before >>> 30)
}
