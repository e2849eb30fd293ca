import type { OpenSuite, Suite } from '../src/running/worker/suite.ts'

/** A suite that is opened once, for runs that differ in what their models answer, and not in their windows, options or data. */
export function opensOnce(suite: Suite): Suite {
  let opened: OpenSuite<unknown> | Promise<OpenSuite<unknown>> | undefined
  return {
    ...suite,
    open(run) {
      opened ??= suite.open(run)
      return opened
    },
  }
}
