import type { ItemRecord } from './records.ts'
import type { Role } from './role.ts'
import type { ScoresDocument } from './scoresDocument.ts'
import type { WrittenCriterion } from './writtenCriterion.ts'

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
  /** Points that lost something, by their titles, so that a written test can have them. */
  readonly criteria?: Readonly<Record<string, WrittenCriterion>> | undefined
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

/** Tokens and attempts of the calls of one item, by role: what a run's usage sums up, and what else is told of them. Filled in while the item runs. */
export interface CallCounts extends Omit<ScoresDocument['usage'][string], 'cached' | 'usd'> {
  retries: number
  /** Calls that were answered from a recording or the cache. */
  cached?: number
  /** Whether any answer came from a simulated model, also when it is replayed. */
  simulated?: boolean
  /** US dollars, as an application told them. */
  usd?: number | undefined
  /** Models that answered, by the endpoint's own word. */
  served?: readonly string[]
  /** Builds or configurations of the server that answered. */
  fingerprints?: readonly string[]
  /** Changes to requests that the endpoint made necessary, each in words. */
  adapted?: readonly string[]
}
