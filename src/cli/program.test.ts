import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../test/command.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { displayWidth } from '../reports/layout.ts'
import { listedCommands, makeProgram } from './program.ts'

const program = await makeProgram()
const within = (commands: readonly Command[]): Command[] => commands.flatMap((command) => [command, ...within(command.commands)])
const all = within(program.commands)
const nameOf = (command: Command): string => [command.parent?.parent && command.parent.name(), command.name()].filter(Boolean).join(' ')
const options = all.flatMap((command) => command.options.map((option) => ({ command: nameOf(command), option })))

describe('holdfast', () => {
  test('shows six commands, more and nine variables on a screen of 40 lines', async () => {
    const { stdout } = await holdfastHere(['--help'], packageRoot)
    expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(40)
    const [, commands = '', variables = ''] = /Commands:\n([\s\S]*?)\n\nVariables:\n([\s\S]*)/.exec(stdout) ?? []
    const named = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
    // A tool may be left out.
    expect(['plan', 'init', 'show', 'compare', 'judge', 'data', 'more']).toEqual(expect.arrayContaining(named))
    expect(variables.match(/HOLDFAST_\w+/g)).toHaveLength(9)
  })

  test('help is --help, and run says how a suite is run', async () => {
    const { stdout } = await holdfastHere(['--help'], packageRoot)
    expect(await holdfastHere(['help'], packageRoot)).toMatchObject({ code: 0, stdout })
    const shown = await holdfastHere(['help', 'plan'], packageRoot)
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('holdfast plan [options] [suites...]')])
    const said = (...words: string[]) => holdfastHere(['run', ...words], packageRoot)
    expect(await said('lifbench')).toMatchObject({ code: 2, stderr: expect.stringContaining('Type: npx vitest run suites/lifbench\n') })
    expect((await said('suites/lifbench', '--help')).stderr).toContain('npx vitest run suites/lifbench\n')
    expect(await said()).toMatchObject({ code: 2, stderr: expect.stringContaining('npx vitest run suites/<name>\n') })
  })

  test('lists behind more every command that is not on the first page, with those within it', async () => {
    const { code, stdout } = await holdfastHere(['more'], packageRoot)
    expect(code).toBe(0)
    const groups = new Map(listedCommands().map(({ name, group }) => [name, group]))
    for (const { name, summary } of listedCommands()) {
      const isBehind = groups.get(name.split(' ')[0] as string) !== undefined
      expect(stdout.includes(`  ${name} `) && stdout.includes(summary), name).toBe(isBehind)
    }
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('takes a command behind more as without it', async () => {
    const shown = await holdfastHere(['merge', '--help'], packageRoot)
    expect(shown.stdout).toContain('holdfast merge')
    expect(await holdfastHere(['more', 'merge', '--help'], packageRoot)).toEqual(shown)
    expect((await holdfastHere(['more', '--help'], packageRoot)).stdout).toContain('typed without the word more')
  })

  test('has at most 143 options, of 69 names', () => {
    expect(options.length).toBeLessThanOrEqual(143)
    expect(new Set(options.map(({ option }) => option.long)).size).toBeLessThanOrEqual(69)
  })

  test('says of every command in one line what it does, and in its help more', () => {
    for (const command of all.filter((own) => own.name() !== 'more')) {
      expect(command.summary(), nameOf(command)).toMatch(/^[A-Z].{10,79}\.$/)
      expect(command.description(), nameOf(command)).toMatch(/\.$/)
    }
  })

  /** What `--keep` keeps is a name or several parts, and who judges may be a panel. */
  const SEVERAL = new Set(['--keep', '--judge'])
  test('gives an option of one name one meaning: whether it takes a value, and whether several', () => {
    for (const { command, option } of options) {
      const [first] = options.filter((other) => other.option.long === option.long)
      const shape = ({ required, variadic, flags }: typeof option) => [required, !SEVERAL.has(flags.split(' ')[0] as string) && variadic]
      expect(shape(option), `${command} ${option.long}`).toEqual(first && shape(first.option))
    }
  })

  // What they print is no table: a page, files, a project, or JSON lines.
  const WITHOUT = [
    'init',
    'judge',
    'judge label',
    'data pull',
    'data verify',
    'data accept',
    'data import-chat',
    'score',
    'export',
    'comment',
    'canary learn',
    'more',
  ]
  test('prints JSON of every table', () => {
    const lacking = all.filter((command) => !command.options.some(({ long }) => long === '--json')).map(nameOf)
    const known = [...WITHOUT, 'data', 'canary', 'batch', 'batch next', 'batch cancel', 'cache', 'cache clear']
    expect(lacking.filter((name) => !known.includes(name))).toEqual([])
  })

  test('names the near command where one within another is mistyped', async () => {
    // `data` alone is `data show`, which takes any word for a suite.
    const groups = all.filter((command) => command.commands.length > 0 && command.name() !== 'data')
    expect(groups.map(nameOf)).toContain('judge')
    for (const group of groups) {
      const word = group.commands.at(-1)?.name() ?? ''
      const { code, stderr } = await holdfastHere([nameOf(group), `${word}x`, 'more'], packageRoot)
      expect([code, ...stderr.split('\n').slice(0, 2)]).toEqual([2, `error: unknown command '${word}x'`, `(Did you mean ${word}?)`])
    }
  })

  test('says what every command takes on lines of at most 80 columns', () => {
    const wide = all.flatMap((command) => {
      const help = command.configureOutput({ getOutHelpWidth: () => 80 }).helpInformation()
      return help.split('\n').filter((line) => displayWidth(line) > 80)
    })
    expect(wide).toEqual([])
  })

  test('a message on a terminal takes the line that says how far the command was', async () => {
    const { isTTY } = process.stderr
    Object.assign(process.stderr, { isTTY: true })
    try {
      const { code, stderr } = await holdfastHere(['show', 'no-such-run'], temporaryFolder())
      expect([code, stderr]).toEqual([2, expect.stringContaining('\r\u001b[2KFailed to find the run')])
    } finally {
      Object.assign(process.stderr, { isTTY })
    }
  })

  test('refuses an unknown option of every command with exit 2', async () => {
    for (const command of all) {
      const { code, stdout } = await holdfastHere([...nameOf(command).split(' '), '--no-such-option'], packageRoot)
      expect([code, stdout], nameOf(command)).toEqual([2, ''])
    }
  })
})
