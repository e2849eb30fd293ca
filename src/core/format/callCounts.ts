import type { ScoresDocument } from './scoresDocument.ts'

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
