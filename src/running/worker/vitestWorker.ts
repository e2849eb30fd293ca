/** What Vitest keeps for its own runner in each of its processes; not documented, so that nothing may rest on it alone. */
interface VitestWorker {
  readonly onCancel?: (listener: (reason?: string) => void) => void
  readonly config?: { readonly expect?: { readonly requireAssertions?: boolean } }
}

/** Vitest's own state in this process. */
export const vitestWorker = (globalThis as { readonly __vitest_worker__?: VitestWorker }).__vitest_worker__
