import type { CommandTools } from '../worker/suiteCommand.ts'
import { callerSettings, newRunSettings } from './callerSettings.ts'
import { openOutput } from './output.ts'
import { planSuite, runSuite } from './runSuite.ts'

/** What the command line lends to a command of this suite. */
export function commandTools(suite: string): CommandTools {
  return {
    openOutput,
    runSuite: async (changes, root, name = suite) => runSuite(name, { ...newRunSettings(await callerSettings(root)), ...changes }, root),
    planSuite: async (changes, root) => planSuite(suite, { ...newRunSettings(await callerSettings(root)), ...changes }, root),
  }
}
