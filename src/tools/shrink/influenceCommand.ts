import { Command } from 'commander'
import { note, printResult, screenWidth } from '../../kit.ts'
import { writeInfluence } from './caseFiles.ts'
import { type CaseOptions, chooseItem, withCaseOptions } from './caseOptions.ts'
import { casePlanLines } from './casePlanLines.ts'
import { influenceLines } from './influenceLines.ts'
import { refreshPage } from './refreshPage.ts'
import { runCaseJob } from './runCaseJob.ts'

/** Calls at most, where the command does not say. */
const MAX_CALLS = 500

/** `holdfast influence <run> <item>`: which earlier turn of a dialogue changes the outcome when it is left out. */
export function influenceCommand(): Command {
  return withCaseOptions(new Command('influence'), MAX_CALLS)
    .description('Leave out one turn of an item at a time, and show which of them changes the outcome.')
    .action(async (name: string, item: string, options: CaseOptions) => {
      const chosen = await chooseItem(name, item, options, 'influence')
      const { run } = chosen
      const plan = casePlanLines('influence', chosen, options)
      if (options.plan) return printResult(undefined, plan)
      note(...plan)
      const result = await runCaseJob('influence', chosen, options)
      if (!result || !('influence' in result)) return
      const file = writeInfluence(run, result.influence)
      await refreshPage(run)
      await printResult(
        undefined,
        options.json
          ? { json: result.influence }
          : influenceLines(result.influence, { width: screenWidth(), result: file, maxCalls: options.maxCalls }),
      )
    })
}
