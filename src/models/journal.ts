import { setTimeout as sleep } from 'node:timers/promises'
import { HoldfastError } from '../core/base/errors.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { isFull, isOutOfFiles } from '../core/base/files/writeFailure.ts'
import { redacted, redactSecrets } from '../core/base/secrets.ts'
import { BlobStore } from '../core/format/blobStore.ts'
import { spendReserve } from '../core/format/reserve.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import { type Answer, type CallKey, type Message, plainMessages } from './transport.ts'

/** How often, and after how long a wait each time, a file is opened where too many are open. */
const FILE_TRIES = 300
const FILE_WAIT_MS = 100

/** Messages longer than this are stored by reference. */
const INLINE_CHARS = 8192

/** What was asked in a call: its key, its messages as the journal stores them, and a hash of what was asked. */
export interface JournalCall {
  readonly key: CallKey
  readonly parts: readonly Message[]
  /** Hash of messages and parameters as the suite asked, before any adaptation to the endpoint. */
  readonly asked: string
}

/** What the journal keeps of a call beside what was asked. */
export interface JournalEntry extends Partial<Omit<Answer, 'adapted' | 'pauseMs' | 'askedOtherwise' | 'stored' | 'model'>> {
  readonly model: string
  readonly ms: number
  readonly attempts: number
  /** `custom_id` of its request, where it went by batch. */
  readonly batch?: string | undefined
  readonly error?: string | undefined
}

/** Where model calls are written down. */
export interface CallJournal {
  /** Why no further call may be made: its answer could not be kept. */
  readonly fault?: HoldfastError | undefined
  /** The run folder it is in; none for one in memory. */
  readonly folder?: RunFolder
  /** Makes sure that a call can be written, before it is made. */
  open?(): void
  /** Writes a call; resolves when it is on its way to where it is kept, which is before its answer may be used. */
  write(call: JournalCall, entry: JournalEntry): Promise<void>
}

/** calls.jsonl of a run, with the long parts of its messages under blobs/. */
export class Journal implements CallJournal {
  readonly folder: RunFolder
  /** Set once a call could not be written, or only into the room that was kept for those under way. */
  fault: HoldfastError | undefined
  readonly #lines: LineAppender
  readonly #blobs: BlobStore

  constructor(folder: RunFolder) {
    this.folder = folder
    this.#lines = new LineAppender(folder.calls, { makeRoom: () => this.#makeRoom() })
    this.#blobs = new BlobStore(folder.blobs, redactSecrets)
  }

  /** Opens the file. Connections of many calls may leave no room for another open file later. Throws HoldfastError */
  open(): void {
    this.#lines.open()
  }

  async write({ key, parts, asked }: JournalCall, entry: JournalEntry): Promise<void> {
    const { ask, vote, ...rest } = key
    try {
      // The key stays as it is: a replay finds the call by it.
      const own = { ...rest, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }) }
      await this.#lines.append(JSON.stringify({ ...own, asked, ...redacted({ ...entry, ...(await this.#stored(parts)) }) }))
    } catch (error) {
      this.fault ??= error as HoldfastError
      throw error
    }
  }

  #makeRoom(): boolean {
    this.fault ??= new HoldfastError(
      'DISK',
      `Failed to write ${this.folder.path}: the disk is full, and no further call is made. Free space, then finish the run with HOLDFAST_RESUME.`,
    )
    return spendReserve(this.folder.path)
  }

  /** The messages as they are written down, the long ones by reference. */
  async #stored(messages: readonly Message[]): Promise<object> {
    const plain = plainMessages(messages)
    if (plain.reduce((sum, { content }) => sum + content.length, 0) <= INLINE_CHARS) return { messages: plain }
    for (let tries = 1; ; tries += 1) {
      try {
        return { messagesRef: messages.map(({ role, content }) => ({ role, segments: this.#segments(content) })) }
      } catch (error) {
        if (isFull(error) && this.#makeRoom()) continue
        if (!isOutOfFiles(error) || tries === FILE_TRIES) throw error
        await sleep(FILE_WAIT_MS)
      }
    }
  }

  #segments(content: Message['content']): object[] {
    const segments = typeof content === 'string' ? [{ name: 'text', text: content }] : content
    return segments.map(({ name, text }) => ({ name, sha256: this.#blobs.put(text), chars: text.length }))
  }
}
