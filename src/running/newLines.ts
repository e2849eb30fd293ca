import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { groupBy } from '../core/base/collections.ts'
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

/** What the journal of a run that is under way says of its calls, from the moment on when this was made. */
export class AnsweredCalls {
  readonly #lines: NewLines

  /** @param path calls.jsonl of the run; it need not exist yet. */
  constructor(path: string) {
    this.#lines = new NewLines(path, statSync(path, { throwIfNoEntry: false })?.size)
  }

  /** How many calls of each suite were answered since the last time. */
  since(): Map<string, number> {
    const suites = this.#lines.take().flatMap((line) => {
      const suite = /^\{"suite":("(?:[^"\\]|\\.)*")/.exec(line)?.[1]
      return orUndefined(() => JSON.parse(suite ?? '') as string) ?? []
    })
    return new Map([...groupBy(suites, (suite) => suite)].map(([suite, calls]) => [suite, calls.length]))
  }
}
