import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { orUndefined } from '../core/base/errors.ts'

/** The lines that a file, which need not exist yet, gets while others write it. */
export class NewLines {
  readonly #path: string
  #at: number

  /** @param at byte to begin at. */
  constructor(path: string, at = 0) {
    this.#path = path
    this.#at = at
  }

  /** Whole lines since the last time; from the start where the file has become shorter. None where it cannot be read. */
  take(): string[] {
    return (
      orUndefined(() => this.#read())
        ?.split('\n')
        .filter(Boolean) ?? []
    )
  }

  #read(): string {
    const file = openSync(this.#path, 'r')
    try {
      const { size } = fstatSync(file)
      if (size < this.#at) this.#at = 0
      const buffer = Buffer.alloc(size - this.#at)
      const read = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, this.#at))
      // The last line may be half written.
      const whole = read.subarray(0, read.lastIndexOf('\n') + 1)
      this.#at += whole.length
      return whole.toString()
    } finally {
      closeSync(file)
    }
  }
}
