import type { LongText } from './transcript.ts'

/** A part of a finding. Texts are shown as text; `part` is the position of one in the case's texts. */
export type CaseBlock =
  | { readonly say: string; readonly isQuiet?: boolean }
  | { readonly list: readonly string[] }
  /** A table whose first column names the rows. */
  | { readonly table: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** A message or another long text, with its title. */
  | { readonly part: number; readonly title: string }
  | { readonly fold: string; readonly blocks: readonly CaseBlock[] }

/** What commands found out about an item after its run. */
export interface PageCase {
  readonly texts: readonly (string | LongText)[]
  readonly sections: readonly { readonly title: string; readonly blocks: readonly CaseBlock[] }[]
  /** Whether simulated models took part. */
  readonly simulated: boolean
  /** Why a file of the item could not be read. */
  readonly unread: readonly string[]
}
