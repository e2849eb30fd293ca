import type { CommandTools } from '../worker/suiteCommand.ts'
import { openOutput } from './output.ts'
import { planSuite, runSuite } from './runSuite.ts'

/** What the command line lends to a command of this suite. */
export function commandTools(suite: string): CommandTools {
  return {
    openOutput,
    runSuite: (environment, root, name = suite) => runSuite(name, environment, root),
    planSuite: (environment, root) => planSuite(suite, environment, root),
  }
}
