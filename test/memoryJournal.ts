import type { CallJournal, JournalCall, JournalEntry } from '../src/models/journal.ts'
import { type CallKey, type PlainMessage, plainMessages } from '../src/models/transport.ts'

/** A call as it was written down. */
export interface JournaledCall extends JournalEntry {
  readonly key: CallKey
  readonly asked: string
  readonly messages: readonly PlainMessage[]
}

/** A journal in memory, for runs within a test, which leave no files. */
export class MemoryJournal implements CallJournal {
  /** In the order in which they ended. */
  readonly calls: JournaledCall[] = []

  async write({ key, parts, asked }: JournalCall, entry: JournalEntry): Promise<void> {
    this.calls.push({ ...entry, key, asked, messages: plainMessages(parts) })
  }
}
