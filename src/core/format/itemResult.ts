import type { CallCounts } from './callCounts.ts'
import type { ItemRecord } from './records.ts'
import type { Role } from './role.ts'
import type { WrittenCheck } from './writtenCheck.ts'

/** Calls of one role for one item, with the model that answered. */
export interface RoleUsage extends CallCounts {
  readonly model: string
  readonly simulated: boolean
}

/** How an item ended: its record, and what its calls took. It is small, since it crosses processes for every item. */
export interface ItemResult {
  readonly record: ItemRecord
  readonly usage: Readonly<Partial<Record<Role, RoleUsage>>>
  /** Share of the total lost at each point, by the point's title. */
  readonly lost: Readonly<Record<string, number>>
  /** Checks of criteria that lost something, by the point's title, so that a written test can have them. */
  readonly checks?: Readonly<Record<string, WrittenCheck>> | undefined
  /** How the rules of its suite stood then, where they are decided early. */
  readonly early?: EarlyProgress | undefined
}

/** How far the rules of a suite are decided. */
export interface EarlyProgress {
  readonly decided: number
  readonly rules: number
  /** The greatest risk of a decision that the whole run would not make, 0 to 1, by the evidence so far. */
  readonly risk: number
}
