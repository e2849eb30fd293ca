import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Help } from 'commander'
import { groupBy } from '../core/base/collections.ts'
import { HoldfastError, usageError } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { nearest } from '../core/base/text/nearest.ts'
import { note } from '../core/base/text/note.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import { columns, wrapWords } from '../reports/layout.ts'
import { tools } from '../running/tool.ts'
import type { ListedCommand } from '../running/worker/suiteCommand.ts'
import { COMMANDS } from './commands.ts'

/** Descriptions are broken between words on 80 columns too, beside the names of the longest commands. */
const HELP = { minWidthToWrap: 20 }
/** The first page leaves out the hidden commands. Who mistypes one of them is told its name all the same. */
const FIRST_PAGE = {
  ...HELP,
  visibleCommands: (program: Command) => [...program.commands],
  formatHelp(program: Command, help: Help): string {
    help.visibleCommands = Help.prototype.visibleCommands
    return Help.prototype.formatHelp.call(help, program, help)
  },
}
const ADVICE = 'Add --help for what it takes.'

/** Exit codes: 1 for what is wrong with the data, 2 for wrong use. */
const FAILED = 1
const BAD_USAGE = 2

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }

/** The variables that the first page shows. */
const VARIABLES = [
  ['HOLDFAST_MODEL', 'the model under test, such as openai:gpt-5-mini'],
  ['HOLDFAST_JUDGE', 'the model that judges'],
  ['HOLDFAST_DATA', 'a folder of official data (default: bundled)'],
  ['HOLDFAST_LIMIT', 'items of each task (default: all)'],
  ['HOLDFAST_GATES', 'the gates, as JSON'],
  ['HOLDFAST_MAX_USD', 'US dollars at most'],
  ['HOLDFAST_RESUME', 'a run to finish: its folder, latest or auto'],
  ['HOLDFAST_OUT', 'folder of the run'],
  ['HOLDFAST_CACHE', 'folder of the cache, or off'],
]

/** Every command, in the order of the lists; one within another comes after it. */
export function listedCommands(): readonly ListedCommand[] {
  return [...COMMANDS, ...tools().flatMap(({ commands = [] }) => commands)]
}

/** The `holdfast` command. @param asked words of commands that are loaded; of others there is what the lists show. Default: all. */
export async function makeProgram(asked?: readonly string[]): Promise<Command> {
  const program = new Command('holdfast')
    .description('LLM benchmarks as Vitest test suites. Run one with: npx vitest run suites/<name>')
    .version(version)
    .exitOverride()
    .showHelpAfterError(ADVICE)
    .configureHelp(FIRST_PAGE)
    .helpCommand(false)
    .addHelpText('after', () => ['', 'Variables:', ...columns(VARIABLES, new Set([0, 1])).map((line) => ` ${line}`)].join('\n'))
  for (const listed of listedCommands()) {
    const words = listed.name.split(' ')
    const own = words.at(-1) as string
    const isAsked = asked === undefined || asked.includes(words[0] as string)
    const command = (listed.load && isAsked ? await made(listed.load) : new Command().description(listed.summary)).summary(listed.summary)
    const parent = words.length === 1 ? program : program.commands.find((other) => other.name() === words[0])
    parent?.addCommand(command.name(own), {
      hidden: words.length === 1 && listed.group !== undefined,
      isDefault: listed.isDefault ?? false,
    })
  }
  program.addCommand(moreCommand())
  prepare(program.commands)
  return program
}

async function made(load: Required<ListedCommand>['load']): Promise<Command> {
  const [command, { commandTools }] = await Promise.all([load(), import('../running/commands/childRun.ts')])
  return command(commandTools)
}

/** `holdfast more`: the commands that the first page leaves out, in groups. They are typed without the word. */
function moreCommand(): Command {
  return new Command('more')
    .summary('The other commands, for instance merge and shrink.')
    .description('List the other commands. They are typed without the word more.')
    .action(async () => {
      const all = listedCommands()
      const groups = groupBy(
        all.filter(({ group }) => group !== undefined),
        ({ group }) => group as string,
      )
      const rows = ({ name }: ListedCommand) =>
        all.filter((other) => `${other.name} `.startsWith(`${name} `)).map((other) => [` ${other.name}`, other.summary])
      // Only here: what prints loads all forms of a result.
      const { printResult } = await import('../running/commands/output.ts')
      await printResult(
        undefined,
        [...groups].flatMap(([group, own]) => [group, ...columns(own.flatMap(rows), new Set([0, 1])), '']),
      )
    })
}

/** Wrong use exits 2, of commands within commands too. */
function prepare(commands: readonly Command[]): void {
  for (const command of commands) {
    command.exitOverride().showHelpAfterError(ADVICE).configureHelp(HELP).helpCommand(false)
    const within = command.registeredArguments.length === 0 ? command.commands.map((other) => other.name()) : []
    command.configureOutput({
      outputError: (text, write) => {
        const [word = ''] = command.args
        const near = nearest(word, within)
        // A command with others within takes a mistyped one of them for an argument that it does not have.
        if (within.length === 0 || !text.startsWith('error: too many')) write(text.split('\n').flatMap(onScreen).join('\n'))
        else write(`error: unknown command '${word}'\n${near ? `(Did you mean ${near}?)\n` : ''}`)
      },
    })
    prepare(command.commands)
  }
}

/** Runs the command; how it ends is the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const [first, second = '-', ...rest] = args
    // They are typed without the word, and found with it.
    const typed = first === 'more' && !second.startsWith('-') ? [second, ...rest] : args
    const words = first === 'help' ? [...args.slice(1), '--help'] : typed
    if (words[0] === 'run') {
      const suite = words.flatMap((word) => /^(?:suites\/)?(\w[\w-]*)$/.exec(word)?.[1] ?? [])[1] ?? '<name>'
      throw usageError(`Failed to run a suite: Vitest runs them. Type: npx vitest run suites/${suite}`)
    }
    // A command comes first: the options of the program itself end it.
    await (await makeProgram(words.slice(0, 1))).parseAsync(words, { from: 'user' })
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
  // The line that says how far the command was.
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K')
  if (!(error instanceof HoldfastError)) {
    // A bug of ours. What it quotes may be another's.
    note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return FAILED
  }
  note(...onScreen(error.message))
  if (error.code === 'ABORTED') return EXIT_INCOMPLETE
  return error.code === 'USAGE' || error.code === 'CONFIG' ? BAD_USAGE : FAILED
}
