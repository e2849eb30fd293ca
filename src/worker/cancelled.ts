import { setMaxListeners } from 'node:events'
import { vitestWorker } from './vitestWorker.ts'

const controller = new AbortController()
// All calls that wait listen to it.
setMaxListeners(0, controller.signal)
vitestWorker?.onCancel?.(() => controller.abort(new Error('the run was cancelled')))

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
