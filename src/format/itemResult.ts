import type { CallCounts } from './callCounts.ts'
import type { ItemRecord } from './records.ts'
import type { Role } from './role.ts'

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
}
