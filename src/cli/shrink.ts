import { Command } from 'commander'
import { writeWhole } from '../base/files/writeWhole.ts'
import { note } from '../base/text/note.ts'
import { writeShrunk } from '../format/caseFiles.ts'
import { screenWidth } from '../report/layout.ts'
import { casePlanLines } from '../report/shrink/casePlanLines.ts'
import { shrunkLines } from '../report/shrink/shrunkLines.ts'
import { writeShrunkTest } from '../report/shrunkTest/writeShrunkTest.ts'
import { type CaseOptions, chooseItem, withCaseOptions } from './caseOptions.ts'
import { openOutput, printResult } from './output.ts'
import { runCaseJob } from './runCaseJob.ts'

/** Calls at most, where the command does not say. */
const MAX_CALLS = 200

/** `holdfast shrink <run> <item>`: the smallest case of a failed item that still fails. */
export function shrinkCommand(): Command {
  return withCaseOptions(new Command('shrink'), MAX_CALLS)
    .description('Find the smallest conversation in which a failed item of a run still fails, and write it as a test.')
    .option('--out <file>', 'file for the test instead of the run folder')
    .action(async (name: string, item: string, options: CaseOptions & { readonly out?: string }) => {
      const chosen = await chooseItem(name, item, options, 'shrink')
      const { run } = chosen
      const plan = casePlanLines('shrink', chosen, options)
      if (options.plan) return printResult(undefined, plan)
      note(...plan)
      const result = await runCaseJob('shrink', chosen, options)
      if (!result || !('shrunk' in result)) return
      const { shrunk } = result
      const file = writeShrunk(run, shrunk)
      const test = shrunk.outcome === 'chance' ? undefined : (options.out ?? file.replace(/\.json$/, '.test.ts'))
      if (test !== undefined) await writeTest(test, writeShrunkTest(shrunk), options.out !== undefined)
      await printResult(
        undefined,
        options.json ? { json: shrunk } : shrunkLines(shrunk, { width: screenWidth(), test, result: file, maxCalls: options.maxCalls }),
      )
    })
}

async function writeTest(path: string, text: string, isNamed: boolean): Promise<void> {
  // A file that the user names may be anything that can be written to.
  if (!isNamed) return writeWhole(path, text)
  const output = openOutput(path)
  await output.line(text.trimEnd())
  await output.close()
}
