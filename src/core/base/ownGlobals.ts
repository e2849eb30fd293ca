/** Globals of the process that a test may replace by fakes. */
function globalsNow() {
  const { Date: Clock, setTimeout, clearTimeout, fetch } = globalThis
  return { now: () => Clock.now(), monotonic: performance.now.bind(performance), setTimeout, clearTimeout, fetch }
}

let kept: ReturnType<typeof globalsNow> | undefined

/**
 * Keeps the clocks, timers and fetch that there are now, for good. A worker does so before its first test file: fakes of a test are for the
 * application, and a wait on a faked timer would never end.
 */
export function keepGlobals(): void {
  kept ??= globalsNow()
}

/** Milliseconds since 1970, whatever a test makes of the clock. */
export function wallClock(): number {
  return kept ? kept.now() : Date.now()
}

/** Milliseconds on a clock that is never set, whatever a test makes of it. */
export function monotonicClock(): number {
  return kept ? kept.monotonic() : performance.now()
}

/** Calls a function after so many milliseconds, whatever a test makes of timers. */
export function startTimer(run: () => void, ms: number): NodeJS.Timeout {
  return (kept?.setTimeout ?? setTimeout)(run, ms)
}

/** Ends a timer of {@link startTimer}. */
export function stopTimer(timer: NodeJS.Timeout | undefined): void {
  const stop = kept?.clearTimeout ?? clearTimeout
  stop(timer)
}

/** Node's fetch as it was kept; where nothing was kept, the global one: tracing replaces it. */
export const ownFetch: typeof fetch = (input, init) => (kept?.fetch ?? fetch)(input, init)
