import type { ItemState } from '../../../core/format/records.ts'
import type { LongText } from './transcript.ts'

/** Signs of the states, so that no colour is needed to tell them. */
export const STATE_SIGNS = { passed: '✓', failed: '✗', unscored: '?', error: '!', skipped: '–' } as const

/** How an item changed against the baseline or the run compared with: lost its pass, gained one, or neither. */
export type Flip = 'lost' | 'gained' | ''

/** An item of one trial in the list: names stand in the index's tables, and here by their position. */
export interface IndexRow {
  readonly suite: number
  readonly task: number
  readonly id: string
  readonly trial: number
  readonly state: ItemState
  readonly total: number | null
  /** Tags as `name=value`. */
  readonly tags: readonly number[]
  /** Points that were lost, the largest first. */
  readonly lost: readonly number[]
  readonly flip: Flip
  /** Chunk with the item's record. */
  readonly record: string
  /** Chunk with the transcript, by run; null where there is none. */
  readonly transcripts: readonly (string | null)[]
}

/** What the page knows before an item is opened. */
export interface PageIndex {
  /** The page's own run, then those it is compared with. */
  readonly runs: readonly { readonly name: string; readonly model: string; readonly simulated: boolean }[]
  /** What `flipped` is measured by, for instance `baseline main`. */
  readonly against: string | null
  readonly suites: readonly string[]
  readonly tasks: readonly string[]
  readonly tags: readonly string[]
  readonly lost: readonly string[]
  readonly rows: readonly IndexRow[]
}

/** The same item in another run. */
export interface OtherRecord {
  readonly state: ItemState
  /** Its score with what it needs, in words. */
  readonly rule?: string | undefined
  readonly reason?: string | undefined
}

/** What of an item's record is shown when it is opened. */
export interface RecordDetail extends Omit<OtherRecord, 'state'> {
  readonly error?: string | undefined
  readonly scores: Readonly<Record<string, number>>
  /** What commands found out about it after the run. */
  readonly findings?: string | LongText | undefined
  /** Records of the same item in the runs compared with; null where one has no such item. */
  readonly others?: readonly (OtherRecord | null)[] | undefined
}
