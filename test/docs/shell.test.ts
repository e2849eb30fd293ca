import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readEnvironment } from '../../src/core/config/environment.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { loadSuites, SUITE_NAMES } from '../catalogue.ts'
import { linkModules } from '../e2e/ownProject.ts'
import { runHoldfast, runVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { allBlocks, pages } from './codeBlocks.ts'
import { pageSteps } from './outputBlock.ts'
import { type ShellCommand, shellCommands } from './shellCommand.ts'

const SUITES = await loadSuites()

const program = await makeProgram()

const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8')

const blocks = allBlocks().filter(({ language }) => language === 'sh')
const commands = blocks.flatMap((block) =>
  shellCommands(block.code).map((command, index) => ({ name: `${block.name}.${index}: ${command.text}`, block, command })),
)
// `npx holdfast …` in running text is a command too.
const inline = pages().flatMap((file) =>
  [...textOf(file).matchAll(/`((?:HOLDFAST_\w+=\S+ )*(?:npx )?holdfast (?!\{)[a-z][^`\n]*)`/g)].map(([, text = '']) => ({
    name: `${file}: ${text}`,
    command: shellCommands(text.replace(/^((?:\S+=\S+ )*)holdfast/, '$1npx holdfast'))[0] as ShellCommand,
    // The name of a command, not one to type.
    isName: !text.includes('npx'),
  })),
)

const quiet = (command: Command) => {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
  // A command with commands of its own may do something by itself too; commander does not say which do.
  if ((command as unknown as { _actionHandler: unknown })._actionHandler) command.action(() => undefined)
  for (const sub of command.commands) quiet(sub)
}
quiet(program)

/** Parses the arguments as the command line would, and does nothing. Throws for what it would refuse. */
function parseHoldfast(args: readonly string[]): void {
  try {
    program.parse([...args], { from: 'user' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'commander.helpDisplayed') throw error
  }
}

/** Names of files that a page tells its reader to make, by the comment on the first line of a block. */
const filesMade = (file: string) => [...textOf(file).matchAll(/^\/\/ ([\w.-]+\.ts)$/gm)].map(([, name = '']) => name)

function checkFilter(filter: string, file: string): void {
  const made = filesMade(file).some((name) => name.includes(filter))
  if (made || filter === 'suites/demo' || existsSync(join(packageRoot, filter))) return
  throw new Error(`nothing matches the filter ${filter}`)
}

function check({ words, env }: ShellCommand, file: string): void {
  readEnvironment(env, SUITES)
  const [program, ...args] = words
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  if (program === 'npm' && args[0] === 'run') expect(Object.keys(scripts)).toContain(args[1])
  else if (program === 'npm') expect(['ci', 'init', 'install', 'pack', 'pkg', 'test']).toContain(args[0])
  else if (program === 'npx' && args[0] === 'holdfast') parseHoldfast(args.slice(1))
  else if (program === 'npx' && args[0] === 'vitest' && args[1] === 'run') {
    const filters = args.slice(2).filter((word, index, all) => !word.startsWith('--') && all[index - 1] !== '--project')
    for (const filter of filters) checkFilter(filter, file)
  } else throw new Error(`an unknown command: ${words.join(' ')}`)
}

test('the first commands of README.md try it, and run its tests', () => {
  const lines = blocks.filter(({ file }) => file === 'README.md').flatMap(({ code }) => code.trim().split('\n'))
  expect(lines.slice(0, 2)).toEqual(['npm ci && npx vitest run suites/lifbench', 'npm ci && npm test'])
})

test('README.md can be read in a few minutes', () =>
  expect(textOf('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700))

test('README.md has the calls of a run of each suite with a real model, and a judge without a certificate', {
  timeout: 120_000,
}, async () => {
  const models = { model: 'openai:model', judge: 'openai:judge' }
  const calls = await Promise.all(
    SUITES.map(async (suite) => {
      const { byRole = {} } = await planSuite(suite, resolveConfig(models, {}, packageRoot, [suite]))
      return [suite.name, Object.values(byRole).reduce((sum, { most }) => sum + most.calls, 0)]
    }),
  )
  const rows = [...textOf('README.md').matchAll(/^\|\[.+?\]\(suites\/([\w-]+)\/README\.md\).*\|([\d,]+)\|[^|]*\|$/gm)]
  expect(Object.fromEntries(rows.map(([, name, count = '']) => [name, Number(count.replace(',', ''))]))).toEqual(Object.fromEntries(calls))
})

test('every page of docs is linked from docs/README.md, or from CONTRIBUTING.md', () => {
  const own = pages().filter((file) => /^docs\/(?:guides\/)?[\w-]+\.md$/.test(file) && file !== 'docs/README.md')
  const [users, contributors] = [textOf('docs/README.md'), textOf('CONTRIBUTING.md')]
  expect(own.filter((file) => !users.includes(`](${file.slice('docs/'.length)}`) && !contributors.includes(`](${file})`))).toEqual([])
})

describe('a command that is written in the documentation', () => {
  test.each(commands)('$name', ({ command, block }) => check(command, block.file))
  test.each(inline)('$name', ({ command, isName }) => {
    try {
      check(command, 'README.md')
    } catch (error) {
      if (!isName || (error as { code?: string }).code !== 'commander.missingArgument') throw error
    }
  })

  test.each([
    'npx holdfast shwo latest',
    'npx holdfast show latest --bellow',
    'npx holdfast score lifbench',
    'npx holdfast judge labell',
    'HOLDFAST_MODLE=sim:null npx vitest run suites/lifbench',
    'HOLDFAST_TRIALS=some npx vitest run suites/lifbench',
    'npx vitest run suites/livbench',
    'npm run bnech',
    'holdfast show latest',
  ])('is refused when it is %s', (text) => expect(() => check(shellCommands(text)[0] as ShellCommand, 'README.md')).toThrow())
})

test('every variable that is named exists', () => {
  const names = new Set(pages().flatMap((file) => textOf(file).match(/\bHOLDFAST_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g) ?? []))
  expect(names.size).toBeGreaterThan(20)
  const unknown = [...names].filter((name) => {
    try {
      readEnvironment({ [name]: '' }, SUITES)
      return true
    } catch (error) {
      return (error as Error).message.includes('no variable')
    }
  })
  expect(unknown).toEqual([])
})

describe('SKILL.md', () => {
  const skill = textOf('skills/holdfast/SKILL.md')

  test('begins with what agents choose it by: the name of its folder, and a description of one line', () => {
    const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill) ?? []
    expect(name).toBe('holdfast')
    expect(description.length).toBeGreaterThan(100)
    expect(description.length).toBeLessThan(1024)
  })

  test('lists the commands that print JSON, and no others', () => {
    const json = (command: Command, path: readonly string[] = []): string[] => [
      ...(command.options.some(({ long }) => long === '--json') ? [[...path, command.name()].join(' ')] : []),
      ...command.commands.flatMap((sub) => json(sub, [...path, command.name()])),
    ]
    const [, listed = ''] = /print JSON with `--json`: (.*?)\. /.exec(skill) ?? []
    expect(listed.split(', ').toSorted()).toEqual(
      program.commands.flatMap((command) => json(command).map((name) => `\`${name}\``)).toSorted(),
    )
  })
})

/** Commands that `outputs.test.ts` runs, since their pages show what they print. */
const shown = new Set(
  pages().flatMap((file) => pageSteps(file, textOf(file)).flatMap((step) => (step.kind === 'command' ? [step.text] : []))),
)

/** Why a command is not run here; what is left is run, in the order of the pages. */
function reasonNotToRun({ command: { text, env, words }, block }: (typeof commands)[number]): string | undefined {
  if (block.notRun !== undefined) return block.notRun
  if (block.file === 'docs/commands.md')
    return 'is an example of the reference, about files of the reader; each command has tests of its own'
  if (shown.has(text)) return 'its output is shown'
  if (words[0] === 'npm') return 'installs, builds or runs the tests'
  if (/<\w/.test(text)) return 'has a placeholder'
  const named = [...Object.values(env), ...words].find((word) => /^(openai|module):|^(mini|release)$/.test(word))
  if (named !== undefined) return 'needs a model'
  if (block.code.includes('--shipped')) return 'needs a checkout; tried in test/e2e/shippedSuite.test.ts'
  if (words.includes('pull')) return 'downloads'
  if (words[2] === 'batch') return 'needs a run by batch; tried in src/tools/batch/e2e/batchFiles.test.ts'
  // The latest run is one of LIFBench here.
  if (words.includes('reports/labels/*.jsonl') || words[3] === 'label' || words.includes('reports/runs/corrected'))
    return 'needs a judged run and labels of it; tried in src/tools/people/e2e/labelsGuide.test.ts'
  // Files that commands before them write, which need models.
  if (Object.values(env).some((value) => /^(?:kept|expressions)\.json$/.test(value)))
    return 'reads what a command with models wrote; tried in src/tools/data/test and test/lifbench'
  if (env.HOLDFAST_LIFBENCH_LENGTHS === 'all') return 'takes long'
  if (words.includes('--project')) return 'runs the tests'
  if (words.some((word) => /^(bank|distances|miles|planets|lifbench\.eval|run-\w|reports\/runs\/part-\*|merged)$/.test(word)))
    return 'is about files of the reader; the test is tried with the TypeScript'
  if (words.includes('refutations')) return 'is about runs of its suites; tried in test/refutebench/refutations.test.ts'
  return undefined
}

test('few commands are not run, each for a reason', () => {
  const reasons = commands.map(reasonNotToRun)
  const count = (reason: string | undefined) => reasons.filter((other) => other === reason).length
  expect(count(undefined) + count('its output is shown')).toBeGreaterThan(20)
  expect(count('takes long')).toBeLessThan(4)
  expect(count('downloads')).toBeLessThan(4)
  expect(count('has a placeholder')).toBeLessThan(10)
  expect(count('needs a model')).toBeLessThan(16)
})

test('few blocks are marked as not run, each with a reason', () => {
  const marked = allBlocks().flatMap(({ name, notRun }) => (notRun === undefined ? [] : [`${name}: ${notRun}`]))
  expect(marked.length, marked.join('\n')).toBeLessThan(5)
  for (const entry of marked) expect(entry).toMatch(/: \w+( \w+)+/)
})

describe.runIf(isLong)('commands that need nothing', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-shell-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('run and exit 0', async () => {
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    linkModules(root)
    for (const name of SUITE_NAMES) {
      mkdirSync(join(root, 'suites', name), { recursive: true })
      writeFileSync(join(root, 'suites', name, `${name}.eval.ts`), `import 'holdfast/suites/${name}'\n`)
    }
    writeFileSync(
      join(root, 'vitest.config.ts'),
      "import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast()], test: { include: ['suites/**/*.{eval,test}.ts'] } }\n",
    )
    // A command that reads a run or a baseline finds one.
    expect(await runVitest(['suites/lifbench'], { cwd: root })).toMatchObject({ code: 0 })
    expect(await runHoldfast(['compare', 'latest', '--keep', 'main'], { cwd: root })).toMatchObject({ code: 0 })

    const latest = join(root, 'reports', 'runs', 'latest')
    const lifbench = realpathSync(latest)
    const done: string[] = []
    for (const documented of commands) {
      const { name, command } = documented
      if (reasonNotToRun(documented) !== undefined || done.includes(command.text)) continue
      done.push(command.text)
      const [, program, ...args] = command.words
      const options = { cwd: root, env: command.env }
      // What the pages look into is that run, whatever ran since.
      rmSync(latest)
      symlinkSync(lifbench, latest)
      const { code, stdout, stderr } = program === 'holdfast' ? await runHoldfast(args, options) : await runVitest(args.slice(1), options)
      expect(code, `${name}\n${stdout}${stderr}`).toBe(0)
    }
    expect(done.length).toBeGreaterThan(8)
  })
})
