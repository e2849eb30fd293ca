import { setTimeout as sleep } from 'node:timers/promises'
import { HoldfastError } from '../core/base/errors.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { isFull, isOutOfFiles } from '../core/base/files/writeFailure.ts'
import { redacted, redactSecrets } from '../core/base/secrets.ts'
import { BlobStore } from '../core/format/blobStore.ts'
import { spendReserve } from '../core/format/reserve.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { CallKey, Message, PlainMessage, Served, Usage } from './transport.ts'
import { contentText } from './transport.ts'

/** How often, and after how long a wait each time, a file is opened where too many are open. */
const FILE_TRIES = 300
const FILE_WAIT_MS = 100

/** Messages longer than this are stored by reference. */
const INLINE_CHARS = 8192

/** What the journal keeps of a call beside its key. */
export interface JournalEntry {
  readonly model: string
  readonly content?: string | undefined
  /** Thoughts before the answer; never part of it. */
  readonly reasoning?: string | undefined
  readonly served?: Served | undefined
  readonly usage?: Usage | undefined
  readonly finish?: string | undefined
  readonly malformed?: readonly string[] | undefined
  readonly refused?: boolean | undefined
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
  write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void>
}

/** A call as it was written down. */
export interface JournaledCall extends JournalEntry {
  readonly key: CallKey
  readonly messages: readonly PlainMessage[]
}

/**
 * A journal in memory, for runs within a test, which leave no files.
 *
 * @internal
 */
export class MemoryJournal implements CallJournal {
  /** In the order in which they ended. */
  readonly calls: JournaledCall[] = []

  /** Adds a call. */
  async write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void> {
    this.calls.push({ ...entry, key, messages: messages.map(({ role, content }) => ({ role, content: contentText(content) })) })
  }
}

/** calls.jsonl of a run, with the long parts of its messages under blobs/. */
export class Journal implements CallJournal {
  readonly folder: RunFolder
  readonly #lines: LineAppender
  readonly #blobs: BlobStore
  readonly #path: string
  #fault: HoldfastError | undefined

  constructor(folder: RunFolder) {
    this.folder = folder
    this.#path = folder.path
    this.#lines = new LineAppender(folder.calls, { makeRoom: () => this.#makeRoom() })
    this.#blobs = new BlobStore(folder.blobs, redactSecrets)
  }

  /** Set once a call could not be written, or only into the room that was kept for those under way. */
  get fault(): HoldfastError | undefined {
    return this.#fault
  }

  /**
   * Opens the file. Connections of many calls may leave no room for another open file later.
   *
   * @throws HoldfastError
   */
  open(): void {
    this.#lines.open()
  }

  /** Writes a call; resolves when it is on its way to disk, which is before its answer may be used. */
  async write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void> {
    const { ask, vote, ...rest } = key
    try {
      // The key stays as it is: a replay finds the call by it.
      const own = { ...rest, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }) }
      await this.#lines.append(JSON.stringify({ ...own, ...redacted({ ...entry, ...(await this.#stored(messages)) }) }))
    } catch (error) {
      this.#fault ??= error as HoldfastError
      throw error
    }
  }

  #makeRoom(): boolean {
    this.#fault ??= new HoldfastError(
      'DISK',
      `Failed to write ${this.#path}: the disk is full, and no further call is made. Free space, then finish the run with HOLDFAST_RESUME.`,
    )
    return spendReserve(this.#path)
  }

  /** The messages as they are written down, the long ones by reference. */
  async #stored(messages: readonly Message[]): Promise<object> {
    for (let tries = 1; ; tries += 1) {
      try {
        return this.#store(messages)
      } catch (error) {
        if (isFull(error) && this.#makeRoom()) continue
        if (!isOutOfFiles(error) || tries === FILE_TRIES) throw error
        await sleep(FILE_WAIT_MS)
      }
    }
  }

  #store(messages: readonly Message[]): object {
    const length = messages.reduce((sum, { content }) => sum + textLength(content), 0)
    if (length <= INLINE_CHARS) return { messages: messages.map(({ role, content }) => ({ role, content: contentText(content) })) }
    return {
      messagesRef: messages.map(({ role, content }) => ({
        role,
        segments: (typeof content === 'string' ? [{ name: 'text', text: content }] : content).map(({ name, text }) => ({
          name,
          sha256: this.#blobs.put(text),
          chars: text.length,
        })),
      })),
    }
  }
}

function textLength(content: Message['content']): number {
  return typeof content === 'string' ? content.length : content.reduce((sum, { text }) => sum + text.length, 0)
}
