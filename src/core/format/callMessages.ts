import { missingBlob, readBlob } from './blobStore.ts'
import type { CallRecord } from './records.ts'

/** A call with its messages in it, also those that are stored apart. A text that is missing or damaged is said to be so. */
export function withMessages(call: CallRecord, blobs: string): CallRecord {
  const { messagesRef } = call
  if (!messagesRef) return call
  const messages = messagesRef.map(({ role, segments }) => ({
    role,
    content: segments.map(({ sha256, name, chars }) => readBlob(blobs, sha256) ?? missingBlob(name, chars)).join(''),
  }))
  return { ...call, messages }
}
