/** Tokens and attempts of the calls of one item, by role. Filled in while the item runs. */
export interface CallCounts {
  calls: number
  retries: number
  /** Calls that were answered from a recording or the cache. */
  cached?: number
  /** Calls that were answered from the cache, and when the oldest answer of these was given, in milliseconds since 1970. */
  fromCache?: number
  oldestCached?: number
  /** Calls of a resumed run that were asked anew, since what is asked has changed. */
  askedAnew?: number
  /** Calls that a recording answered although it was asked otherwise. */
  askedOtherwise?: number
  promptTokens: number
  /** Those of the prompts that the endpoint had in its own cache, where it tells. */
  cachedTokens?: number
  completionTokens: number
  /** Whether any answer came from a simulated model, also when it is replayed. */
  simulated?: boolean
  /** Answers that a cap on their length ended. */
  cut?: number
  /** Answers that came when asked anew after a timeout had cut one off. */
  timedOut?: number
  /** Answers before which the model thought, as far as its endpoint tells. */
  thought?: number
  /** Tokens of those thoughts, where the endpoint counts them; among the completion tokens. */
  reasoningTokens?: number
  /** Answers whose replies had fields that could not be read. */
  malformed?: number
  /** US dollars, as an application told them. */
  usd?: number | undefined
  /** Sessions of an application that could not be closed. */
  unclosed?: number
  /** Models that answered, by the endpoint's own word. */
  served?: readonly string[]
  /** Builds or configurations of the server that answered. */
  fingerprints?: readonly string[]
  /** Changes to requests that the endpoint made necessary, each in words. */
  adapted?: readonly string[]
}
