/** Tokens and attempts of the calls of one item, by role. Filled in while the item runs. */
export interface CallCounts {
  calls: number
  retries: number
  /** Calls that were answered from a recording or the cache. */
  cached?: number
  promptTokens: number
  completionTokens: number
  /** Whether any answer came from a simulated model, also when it is replayed. */
  simulated?: boolean
}
