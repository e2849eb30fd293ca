import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { note } from '../core/base/text/note.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import { wrapWords } from '../reports/layout.ts'
import { suiteCommands } from '../running/catalogue.ts'
import { tools } from '../running/tool.ts'
import type { ListedCommand } from '../running/worker/suiteCommand.ts'
import { COMMANDS } from './commands.ts'

/** Descriptions are broken between words on 80 columns too, beside the names of the longest commands. */
const HELP = { minWidthToWrap: 20 }

/** Exit codes: 1 for what is wrong with the data, 2 for wrong use. */
const FAILED = 1
const BAD_USAGE = 2

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }

/** Every command, in the order of the list. */
export function listedCommands(): readonly ListedCommand[] {
  return [...COMMANDS, ...tools().flatMap(({ commands = [] }) => commands), ...suiteCommands()]
}

/** The `holdfast` command. @param asked names of the commands that are loaded; of others there is what the list shows. Default: all. */
export async function makeProgram(asked: readonly string[] = listedCommands().map(({ name }) => name)): Promise<Command> {
  const program = new Command('holdfast')
    .description('LLM benchmarks as Vitest test suites. Run one with: npx vitest run suites/<name>')
    .version(version)
    .exitOverride()
    .showHelpAfterError('Add --help for what it takes.')
    .configureHelp(HELP)
  for (const listed of listedCommands()) {
    const command = asked.includes(listed.name) ? await load(listed) : new Command(listed.name)
    if (listed.group !== undefined) command.helpGroup(listed.group)
    program.addCommand(command.summary(listed.summary))
  }
  prepare(program.commands)
  return program
}

async function load({ load, suite = '' }: ListedCommand): Promise<Command> {
  const [command, { commandTools }] = await Promise.all([load(), import('../running/commands/childRun.ts')])
  return command(commandTools(suite))
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
    // A command's name comes first, or second after `help`: the program's own options end it.
    await (await makeProgram(args.slice(0, 2))).parseAsync(args, { from: 'user' })
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
  if (error.code === 'ABORTED') return EXIT_INCOMPLETE
  return error.code === 'USAGE' || error.code === 'CONFIG' ? BAD_USAGE : FAILED
}
