import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { orUndefined } from '../../core/base/orUndefined.ts'

/** What the journal of a run that is under way says of its calls, from the moment on when this was made. */
export class AnsweredCalls {
  readonly #path: string
  #at: number
  /** The beginning of a line whose end is not written yet. */
  #rest = ''

  /** @param path calls.jsonl of the run; it need not exist yet. */
  constructor(path: string) {
    this.#path = path
    this.#at = this.#read((file) => fstatSync(file).size) ?? 0
  }

  /** How many calls of each suite were answered since the last time. */
  since(): Map<string, number> {
    const found = new Map<string, number>()
    const bytes = this.#read((file) => {
      const room = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#at))
      return room.subarray(0, readSync(file, room, 0, room.length, this.#at))
    })
    if (!bytes) return found
    this.#at += bytes.length
    const lines = (this.#rest + bytes.toString()).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const suite = /^\{"suite":("(?:[^"\\]|\\.)*")/.exec(line)?.[1]
      const name = suite === undefined ? undefined : orUndefined(() => JSON.parse(suite) as string)
      if (name !== undefined) found.set(name, (found.get(name) ?? 0) + 1)
    }
    return found
  }

  #read<T>(read: (file: number) => T): T | undefined {
    return orUndefined(() => {
      const file = openSync(this.#path, 'r')
      try {
        return read(file)
      } finally {
        closeSync(file)
      }
    })
  }
}
