import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { fencedText } from '../../judging/fence.ts'
import { reasonParts } from './shared/reasonParts.ts'

/** An answer known to be good, as the files of a run have it. */
export interface KnownReference {
  readonly text: string
  /** Whether only its beginning is known. */
  readonly cut: boolean
  /** The judge's call that was shown it; undefined where the item's message quotes it. */
  readonly call?: string | undefined
}

/** The message quotes a text in one line and may cut it. */
const QUOTED = /^"(.*?)(…?)"(?: \([\d,]+ characters\))?$/s

/** The reference of an item: the one that its judge was shown, else what its message says was expected. */
export function referenceOf({ reason }: Pick<ItemRecord, 'reason'>, calls: readonly CallRecord[]): KnownReference | undefined {
  for (const { role, call, messages } of calls) {
    const text = role === 'judge' ? fencedText(messages?.at(-1)?.content ?? '', 'reference') : undefined
    if (text !== undefined) return { text, cut: false, call }
  }
  const expected = reasonParts(reason ?? '').flatMap((part) => part.rows.find(({ label }) => label === 'expected')?.lines[0] ?? [])[0]
  const [, quoted, cut] = QUOTED.exec(expected ?? '') ?? []
  return quoted ? { text: quoted.replaceAll('⏎', '\n'), cut: cut !== '' } : undefined
}
