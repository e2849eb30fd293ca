import type { Suite } from '../src/running/worker/suite.ts'
import { opensOnce } from './opensOnce.ts'

/** A suite that is opened once and runs in less time: the figures of a run, with their intervals, are not computed. */
export function withoutFigures(suite: Suite): Suite {
  return {
    ...opensOnce(suite),
    rules: async () => ({ ...(await suite.rules()), summarize: () => ({}), complete: undefined }),
  }
}
