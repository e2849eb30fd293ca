import type { CommandFlags } from '../../../kit.ts'
import type { Choice } from '../expand/expandTemplates.ts'

/** Flags of `holdfast data draft` as they are given. */
export interface DraftFlags extends CommandFlags {
  readonly pool?: string
  readonly solver?: string
  readonly rewrites?: number
  readonly choose?: Choice
}
