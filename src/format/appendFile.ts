import { mkdirSync, openSync, write } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Appends lines to a file. Lines given while a write is under way go out together in the next one, so a thousand calls
 * a second cost a few dozen writes; each promise resolves when its line is with the operating system.
 */
export class LineAppender {
  readonly #path: string
  #descriptor: number | undefined
  #pending: { line: string; resolve: () => void; reject: (error: Error) => void }[] = []
  #writing = false

  constructor(path: string) {
    this.#path = path
  }

  /** Appends a line (without its newline). */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ line, resolve, reject })
      if (!this.#writing) this.#write()
    })
  }

  #write(): void {
    const batch = this.#pending
    this.#pending = []
    this.#writing = batch.length > 0
    if (!this.#writing) return
    const settle = (error: Error | null) => {
      for (const { resolve, reject } of batch) error ? reject(error) : resolve()
      this.#write()
    }
    try {
      this.#descriptor ??= this.#open()
      writeAll(this.#descriptor, Buffer.from(batch.map(({ line }) => `${line}\n`).join('')), settle)
    } catch (error) {
      settle(error as Error)
    }
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true })
    return openSync(this.#path, 'a')
  }
}

function writeAll(descriptor: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(descriptor, bytes, (error, written) => {
    if (error) done(error)
    else if (written < bytes.length) writeAll(descriptor, bytes.subarray(written), done)
    else done(null)
  })
}
