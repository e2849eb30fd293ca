import { setMaxListeners } from 'node:events'
import { vitestWorker } from './vitestWorker.ts'

const controller = new AbortController()
// All calls that wait listen to it.
setMaxListeners(0, controller.signal)

/** Aborts when calls that were under way when the run was stopped are given up. */
const givenUp = new AbortController()
setMaxListeners(0, givenUp.signal)
let graceSeconds = 0

vitestWorker?.onCancel?.((reason) => {
  controller.abort(new Error('the run was cancelled'))
  // --bail is no signal: the user waits for the first failure, not for answers.
  const seconds = reason === 'keyboard-input' ? graceSeconds : 0
  setTimeout(() => givenUp.abort(new Error('the run was stopped')), seconds * 1000).unref()
})

/**
 * Aborts when the run is cancelled, with Ctrl-C or by --bail. Vitest 4.1 aborts the signals of those concurrent tests alone
 * that began last, and would let the others go on and be paid for.
 */
const cancelled: AbortSignal = controller.signal

/** The signal from which on a test begins no call: that of the run, or where there is none the test's own. */
export function stoppingOf(own: AbortSignal): AbortSignal {
  return vitestWorker?.onCancel ? cancelled : own
}

/** Aborts with the test or with the run; for bodies of items, which may keep listening. */
export function endingOf(own: AbortSignal): AbortSignal {
  return AbortSignal.any([own, cancelled])
}

/**
 * The signal from which on no call of an item is waited for, so many seconds after the run was stopped; undefined where nothing
 * tells that it is stopped.
 */
export function endingAfter(seconds: number): AbortSignal | undefined {
  graceSeconds = seconds
  return vitestWorker?.onCancel && givenUp.signal
}
