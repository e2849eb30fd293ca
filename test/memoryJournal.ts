import type { CallJournal, JournalEntry } from '../src/models/journal.ts'
import { type CallKey, type Message, type PlainMessage, plainMessages } from '../src/models/transport.ts'

/** A call as it was written down. */
export interface JournaledCall extends JournalEntry {
  readonly key: CallKey
  readonly messages: readonly PlainMessage[]
}

/** A journal in memory, for runs within a test, which leave no files. */
export class MemoryJournal implements CallJournal {
  /** In the order in which they ended. */
  readonly calls: JournaledCall[] = []

  async write(key: CallKey, messages: readonly Message[], entry: JournalEntry): Promise<void> {
    this.calls.push({ ...entry, key, messages: plainMessages(messages) })
  }
}
