// The price list of the benchmark: a token in is 1. Both sides are priced by it, and by the product's own sum of a wave.

/** A token out. */
export const OUT = 4
/** A call by batch, as a share of a direct one. */
export const BATCH = 0.5
/**
 * A token that the provider's cache holds. Direct calls that follow each other share one, and so do those of a batch. Whether a batch finds
 * what one before it has read is a fact of the endpoint: OpenAI's cache lasts up to a day, and only the line `+ cache of a day` relies on it.
 */
export const CACHED = 0.1
