import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { SUITES } from '../../suites/catalogue.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { note } from '../core/base/text/note.ts'
import { wrapWords } from '../reports/layout.ts'
import { callerSettings, newRunSettings } from '../running/commands/callerSettings.ts'
import { openOutput } from '../running/commands/output.ts'
import { planSuite, runSuite } from '../running/commands/runSuite.ts'
import type { CommandTools } from '../running/worker/suiteCommand.ts'
import { batchCommand } from '../tools/batch/batchCommand.ts'
import { boardCommand } from '../tools/board/boardCommand.ts'
import { dataCommand } from '../tools/data/dataCommand.ts'
import { exportCommand } from '../tools/exchange/exportCommand.ts'
import { canaryCommand } from '../tools/history/canary/canaryCommand.ts'
import { historyCommand } from '../tools/history/historyCommand.ts'
import { correlateCommand } from '../tools/people/correlate/correlateCommand.ts'
import { annotateCommand } from '../tools/people/label/annotateCommand.ts'
import { judgeCommand } from '../tools/people/measure/judgeCommand.ts'
import { influenceCommand } from '../tools/shrink/influenceCommand.ts'
import { shrinkCommand } from '../tools/shrink/shrinkCommand.ts'
import { baselineCommand } from './baseline.ts'
import { cacheCommand } from './cache.ts'
import { compareCommand } from './compare.ts'
import { exploreCommand } from './explore.ts'
import { initCommand } from './init.ts'
import { openCommand } from './open.ts'
import { planCommand } from './plan.ts'
import { rejudgeCommand } from './rejudge.ts'
import { reportCommand } from './report.ts'
import { runsCommand } from './runs.ts'
import { scoreCommand } from './score.ts'
import { showCommand } from './show.ts'
import { summarizeCommand } from './summarize.ts'

/** Descriptions are broken between words on 80 columns too, beside the names of the longest commands. */
const HELP = { minWidthToWrap: 20 }

/** Exit codes: 1 for what is wrong with the data, 2 for wrong use. */
const FAILED = 1
const BAD_USAGE = 2

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }

/** The `holdfast` command with all its subcommands. */
export async function makeProgram(): Promise<Command> {
  const program = new Command('holdfast')
    .description('LLM benchmarks as Vitest test suites. Run one with: npx vitest run suites/<name>')
    .version(version)
    // What stands after a command's name is that command's, else commands within it never see options that it has too.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('Add --help for what it takes.')
    .configureHelp(HELP)
    .addCommand(scoreCommand())
    .addCommand(summarizeCommand())
    .addCommand(planCommand())
    .addCommand(runsCommand())
    .addCommand(showCommand())
    .addCommand(openCommand())
    .addCommand(compareCommand())
    .addCommand(boardCommand())
    .addCommand(historyCommand())
    .addCommand(canaryCommand())
    .addCommand(reportCommand())
    .addCommand(baselineCommand())
    .addCommand(cacheCommand())
    .addCommand(batchCommand())
    .addCommand(rejudgeCommand())
    .addCommand(shrinkCommand())
    .addCommand(influenceCommand())
    .addCommand(annotateCommand())
    .addCommand(judgeCommand())
    .addCommand(correlateCommand())
    .addCommand(exploreCommand())
    .addCommand(exportCommand())
    .addCommand(initCommand())
    .addCommand(dataCommand())

  for (const suite of SUITES) {
    const tools: CommandTools = {
      openOutput,
      runSuite: async (changes, root, name = suite.name) =>
        runSuite(name, { ...newRunSettings(await callerSettings(root)), ...changes }, root),
      planSuite: async (changes, root) => planSuite(suite.name, { ...newRunSettings(await callerSettings(root)), ...changes }, root),
    }
    for (const command of (await suite.commands?.()) ?? []) program.addCommand(command(tools))
  }

  prepare(program.commands)
  return program
}

/** Wrong use exits 2, of commands within commands too. */
function prepare(commands: readonly Command[]): void {
  for (const command of commands) {
    command.exitOverride().showHelpAfterError('Add --help for what it takes.').configureHelp(HELP)
    prepare(command.commands)
  }
}

/** Runs the command; how it ends is the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await (await makeProgram()).parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** A message as lines that a terminal need not break within words; in a log it is one line. */
function onScreen(message: string): string[] {
  const { isTTY, columns } = process.stderr
  return isTTY && columns ? message.split('\n').flatMap((line) => wrapWords(line, columns, 2)) : [message]
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    const asked = ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code)
    return asked && !(error.code === 'commander.help' && error.exitCode !== 0) ? 0 : BAD_USAGE
  }
  if (!(error instanceof HoldfastError)) {
    // A bug of ours. What it quotes may be another's.
    note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return FAILED
  }
  note(...onScreen(error.message))
  return error.code === 'USAGE' || error.code === 'CONFIG' ? BAD_USAGE : FAILED
}
