declare global {
  // Empty, so that they merge with those of @types/node or of the DOM, and exist in a project that has neither.
  interface AbortSignal {}
  interface URL {}
}

/** Ends what listens to it. */
export type Signal = AbortSignal

/** An address, or a file's. */
export type Url = URL
