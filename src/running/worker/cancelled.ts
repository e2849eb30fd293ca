import { setMaxListeners } from 'node:events'
import { startTimer } from '../../core/base/ownGlobals.ts'

/** A module that Vitest has loaded. */
type EvaluatedModule = { readonly importers: Set<string> }

/** What Vitest keeps for its own runner in each of its processes; not documented, so that nothing may rest on it alone. */
interface VitestWorker {
  readonly onCancel?: (listener: (reason?: string) => void) => void
  /** Modules that were loaded in this process, by path. */
  readonly evaluatedModules?: { readonly idToModuleMap: ReadonlyMap<string, EvaluatedModule> }
  readonly config?: { readonly expect?: { readonly requireAssertions?: boolean } }
}

/** Vitest's own state in this process. */
export const vitestWorker = (globalThis as { readonly __vitest_worker__?: VitestWorker }).__vitest_worker__

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
  startTimer(() => givenUp.abort(new Error('the run was stopped')), seconds * 1000).unref()
})

/** Aborts when the run is cancelled, with Ctrl-C or by --bail. Vitest 4.1 itself aborts only the concurrent tests that began last. */
const cancelled: AbortSignal = controller.signal

/** The signal from which on a test begins no call: that of the run, or where there is none the test's own. */
export function stoppingOf(own: AbortSignal): AbortSignal {
  return vitestWorker?.onCancel ? cancelled : own
}

/** Aborts with the test or with the run; for bodies of items, which may keep listening. */
export function endingOf(own: AbortSignal): AbortSignal {
  return AbortSignal.any([own, cancelled])
}

/** The signal to wait for no call after, so many seconds after the run was stopped; undefined where nothing tells of a stop. */
export function endingAfter(seconds: number): AbortSignal | undefined {
  graceSeconds = seconds
  return vitestWorker?.onCancel && givenUp.signal
}

/** Suites whose items are declared or run in this process. */
let running = 0

/**
 * While items run, SIGTERM is left to the main process, which stops the run and waits for calls under way; without it this one ends too.
 * @returns what to call when the items have ended.
 */
export function outliveTermination(): () => void {
  // In a thread signals are the main process's, and without a channel to it nobody would end this one.
  if (process.send === undefined) return () => undefined
  if (running === 0) {
    process.on('SIGTERM', leaveIfAlone)
    process.on('disconnect', leave)
  }
  running += 1
  return () => {
    running -= 1
    if (running > 0) return
    process.off('SIGTERM', leaveIfAlone)
    process.off('disconnect', leave)
  }
}

function leaveIfAlone(): void {
  if (!process.connected) leave()
}

/** Vitest forbids `process.exit` in its workers. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL')
}
