import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
import { loadSuite, note, openOutput, printResult, screenWidth, writeWhole } from '../../kit.ts'
import { shrunkTestPath, writeShrunk } from './caseFiles.ts'
import { type CaseOptions, type ChosenItem, chooseItem, withCaseOptions } from './caseOptions.ts'
import { casePlanLines } from './casePlanLines.ts'
import { refreshPage } from './refreshPage.ts'
import { runCaseJob } from './runCaseJob.ts'
import type { ShrunkCase } from './shrunkCase.ts'
import { shrunkLines } from './shrunkLines.ts'
import { type WrittenTest, writeShrunkTest } from './writeShrunkTest.ts'

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
      const test = shrunk.outcome === 'chance' ? undefined : (options.out ?? shrunkTestPath(file))
      if (test !== undefined) await writeTest(test, await shrunkTest(shrunk, chosen, test), options.out !== undefined)
      await refreshPage(run)
      await printResult(
        undefined,
        options.json ? { json: shrunk } : shrunkLines(shrunk, { width: screenWidth(), test, result: file, maxCalls: options.maxCalls }),
      )
    })
}

async function shrunkTest(shrunk: ShrunkCase, { settings }: ChosenItem, path: string): Promise<WrittenTest> {
  const suite = await loadSuite(shrunk.suite)
  const defaults: Readonly<Record<string, unknown>> = suite?.options.parse({}) ?? {}
  const options = Object.entries(settings.suites[shrunk.suite] ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name]))
  return writeShrunkTest(shrunk, {
    isBundled: suite !== undefined,
    options: Object.fromEntries(options),
    seed: settings.seed === 0 ? undefined : settings.seed,
    data: settings.data === 'bundled' ? undefined : settings.data,
    name: existsSync(path) && !statSync(path).isFile() ? undefined : basename(path).replace(/(\.test|\.case)?\.[cm]?[jt]sx?$/, ''),
  })
}

async function writeTest(path: string, { test: text, beside }: WrittenTest, isNamed: boolean): Promise<void> {
  for (const { name, text: long } of beside) writeWhole(join(dirname(path), name), long)
  // A file that the user names may be anything that can be written to.
  if (!isNamed) return writeWhole(path, text)
  const output = openOutput(path)
  await output.line(text.trimEnd())
  await output.close()
}
