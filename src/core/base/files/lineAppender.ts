import { appendFile, closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { orUndefined } from '../errors.ts'
import { makeFolder } from './makeFolder.ts'
import { isFull, writeFailure } from './writeFailure.ts'

const appendBytes = promisify(appendFile)

type OpenFile = { readonly descriptor: number; size: number }

/**
 * Appends lines, those given during a write with the next one; a promise resolves when its line is with the operating system. A failed
 * write's part is taken back, so that the file ends with a whole line.
 */
export class LineAppender {
  readonly #path: string
  /** Called when the disk is full: frees some room if it can, and says whether it did. Then the write is tried once more. */
  readonly #makeRoom: () => boolean
  #file: OpenFile | undefined
  #pending: { line: string; resolve: () => void; reject: (error: Error) => void }[] = []
  #isWriting = false

  constructor(path: string, { makeRoom = () => false }: { readonly makeRoom?: () => boolean } = {}) {
    this.#path = path
    this.#makeRoom = makeRoom
  }

  /** Opens the file, which else is opened with the first line. Throws HoldfastError where it cannot be written. */
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
      if (!this.#isWriting) void this.#writePending()
    })
  }

  close(): void {
    if (this.#file) closeSync(this.#file.descriptor)
    this.#file = undefined
  }

  async #writePending(): Promise<void> {
    this.#isWriting = true
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0)
      const bytes = Buffer.from(batch.map(({ line }) => `${line}\n`).join(''))
      const failure = await this.#write(bytes, true).catch((error: unknown) => writeFailure(this.#path, error))
      for (const { resolve, reject } of batch) failure ? reject(failure) : resolve()
    }
    this.#isWriting = false
  }

  async #write(bytes: Buffer, mayTryAgain: boolean): Promise<void> {
    let file: OpenFile | undefined
    try {
      file = this.#file ??= this.#open()
      await appendBytes(file.descriptor, bytes)
      file.size += bytes.length
    } catch (error) {
      // Taking it back fails on a device, or where the disk is gone, and with it the file.
      const { descriptor, size } = file ?? {}
      if (descriptor !== undefined) orUndefined(() => ftruncateSync(descriptor, size))
      if (!mayTryAgain || !isFull(error) || !this.#makeRoom()) throw error
      await this.#write(bytes, false)
    }
  }

  #open(): OpenFile {
    makeFolder(dirname(this.#path))
    // A link is not followed: it could lead out of the folder.
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
    const descriptor = openSync(this.#path, flags, 0o666)
    return { descriptor, size: fstatSync(descriptor).size }
  }
}
