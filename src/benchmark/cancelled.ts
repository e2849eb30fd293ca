/** What Vitest keeps for its own runner in each of its processes; not documented, so that nothing may rest on it alone. */
interface VitestWorker {
  readonly onCancel?: (listener: () => void) => void
}

const controller = new AbortController()
const worker = (globalThis as { readonly __vitest_worker__?: VitestWorker }).__vitest_worker__
worker?.onCancel?.(() => controller.abort(new Error('the run was cancelled')))

/**
 * Aborts when the run is cancelled, with Ctrl-C or by --bail. Vitest 4.1 aborts the signals of those concurrent tests alone
 * that began last, and would let the others go on and be paid for.
 */
export const cancelled: AbortSignal = controller.signal
