import { redacted, redactSecrets } from '../base/secrets.ts'
import { LineAppender } from '../format/appendFile.ts'
import { BlobStore } from '../format/blobStore.ts'
import type { RunFolder } from '../format/runFolder.ts'
import type { CallKey, Message, PlainMessage, Served, Usage } from './transport.ts'
import { contentText } from './transport.ts'

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
  readonly refused?: boolean | undefined
  readonly ms: number
  readonly attempts: number
  readonly error?: string | undefined
}

/** Where model calls are written down. */
export interface CallJournal {
  /** Writes a call; resolves when it is on its way to where it is kept, which is before its answer may be used. */
  write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void>
}

/** A call as it was written down. */
export interface JournaledCall extends JournalEntry {
  readonly key: CallKey
  readonly messages: readonly PlainMessage[]
}

/** A journal in memory, for runs that leave no files. */
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
  readonly #lines: LineAppender
  readonly #blobs: BlobStore

  constructor(folder: RunFolder) {
    this.#lines = new LineAppender(folder.calls)
    this.#blobs = new BlobStore(folder.blobs, redactSecrets)
  }

  /** Writes a call; resolves when it is on its way to disk, which is before its answer may be used. */
  async write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void> {
    const { ask, vote, ...rest } = key
    // The key stays as it is: a replay finds the call by it.
    const record = { ...rest, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }), ...redacted({ ...entry, ...this.#store(messages) }) }
    await this.#lines.append(JSON.stringify(record))
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
