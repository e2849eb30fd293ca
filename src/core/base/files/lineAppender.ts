import { closeSync, constants, fstatSync, ftruncateSync, openSync, write } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './makeFolder.ts'
import { isFull, writeFailure } from './writeFailure.ts'

/** What a full disk does to an appender. */
export interface LineAppenderOptions {
  /** Called when the disk is full: frees some room if it can, and says whether it did. Then the write is tried once more. */
  readonly makeRoom?: () => boolean
}

/**
 * Appends lines to a file. Lines given while a write is under way go out together in the next one, so a thousand calls
 * a second cost a few dozen writes; each promise resolves when its line is with the operating system. What a failed write left
 * of its lines is taken back, so that the file always ends with a whole line.
 */
export class LineAppender {
  readonly #path: string
  readonly #makeRoom: () => boolean
  #file: { readonly descriptor: number; size: number } | undefined
  #pending: { line: string; resolve: () => void; reject: (error: Error) => void }[] = []
  #writing = false

  constructor(path: string, { makeRoom = () => false }: LineAppenderOptions = {}) {
    this.#path = path
    this.#makeRoom = makeRoom
  }

  /**
   * Opens the file, which else is opened with the first line.
   *
   * @throws HoldfastError where it cannot be written.
   */
  open(): void {
    try {
      this.#file ??= this.#open()
    } catch (error) {
      throw writeFailure(this.#path, error)
    }
  }

  /** Appends a line (without its newline). Rejects with a HoldfastError where it cannot be written. */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ line, resolve, reject })
      if (!this.#writing) this.#write()
    })
  }

  /** Closes the file; what is appended later opens it again. */
  close(): void {
    if (this.#file) closeSync(this.#file.descriptor)
    this.#file = undefined
  }

  #write(): void {
    const batch = this.#pending
    this.#pending = []
    this.#writing = batch.length > 0
    if (!this.#writing) return
    const bytes = Buffer.from(batch.map(({ line }) => `${line}\n`).join(''))
    this.#writeBytes(bytes, true, (error) => {
      for (const { resolve, reject } of batch) error ? reject(writeFailure(this.#path, error)) : resolve()
      this.#write()
    })
  }

  #writeBytes(bytes: Buffer, mayTryAgain: boolean, done: (error?: unknown) => void): void {
    const failed = (error: unknown) => {
      if (mayTryAgain && isFull(error) && this.#makeRoom()) this.#writeBytes(bytes, false, done)
      else done(error)
    }
    try {
      this.#file ??= this.#open()
      const file = this.#file
      writeAll(file.descriptor, bytes, (error) => {
        if (error) {
          takeBack(file)
          failed(error)
        } else {
          file.size += bytes.length
          done()
        }
      })
    } catch (error) {
      failed(error)
    }
  }

  #open() {
    makeFolder(dirname(this.#path))
    // A link is not followed: it could lead out of the folder.
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
    const descriptor = openSync(this.#path, flags, 0o666)
    return { descriptor, size: fstatSync(descriptor).size }
  }
}

function takeBack({ descriptor, size }: { readonly descriptor: number; readonly size: number }): void {
  try {
    ftruncateSync(descriptor, size)
  } catch {
    // A device; or the disk is gone, and with it the file.
  }
}

function writeAll(descriptor: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(descriptor, bytes, (error, written) => {
    if (error) done(error)
    else if (written < bytes.length) writeAll(descriptor, bytes.subarray(written), done)
    else done(null)
  })
}
