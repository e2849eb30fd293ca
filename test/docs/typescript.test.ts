import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { linkModules } from '../e2e/ownProject.ts'
import { run, runVitest } from '../run.ts'
import { allBlocks } from './codeBlocks.ts'
import { asModule, kindOf } from './typescriptBlock.ts'

const blocks = allBlocks()
  .filter(({ language }) => language === 'ts')
  .map((block, index) => ({ ...block, kind: kindOf(block), index }))
const root = mkdtempSync(join(tmpdir(), 'holdfast-docs-'))

/** A file for the block, with the ending its kind has in a project. */
const fileOf = ({ kind, index }: (typeof blocks)[number]) =>
  `block-${index}.${{ test: 'test', benchmark: 'eval', suite: 'eval', config: 'config', module: 'module' }[kind]}.ts`

beforeAll(() => {
  linkModules(root, '@types', '@ai-sdk')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  // What blocks read or import beside themselves.
  cpSync(join(packageRoot, 'test', 'docs', 'beside'), root, { recursive: true })
  for (const block of blocks) {
    writeFileSync(join(root, fileOf(block)), asModule(block))
    // Other blocks import it by the name that its page gives it.
    const [, name] = block.kind === 'module' ? (/^\/\/ ([\w-]+\.ts)\n/.exec(block.code) ?? []) : []
    if (name !== undefined) writeFileSync(join(root, name), asModule(block))
  }
  writeFileSync(
    join(root, 'vitest.config.ts'),
    "import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast()], test: { include: ['block-*.{test,eval}.ts'] } }\n",
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('there are blocks of every kind', () =>
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['test', 'benchmark', 'suite', 'config', 'module'])))

test('all blocks of TypeScript compile in a strict project', () => {
  const files = blocks.map((block) => join(root, fileOf(block)))
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  })
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const block = blocks.find((entry) => file?.fileName.endsWith(fileOf(entry)))
    return `${block?.name ?? file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(errors).toEqual([])
})

interface Results {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { status: string }[]
  }[]
}

/** Runs the blocks with a model and gives the outcome of each file. */
async function runBlocks(files: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const report = join(root, 'report.json')
  rmSync(report, { force: true })
  const finished = await runVitest([...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { cwd: root, env })
  const text = finished.stdout + finished.stderr
  if (!existsSync(report)) throw new Error(text)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Results
  return { ...finished, text, testResults }
}

const runnable = blocks.filter(({ kind, notRun }) => notRun === undefined && ['test', 'benchmark', 'suite'].includes(kind))

test('all tests and benchmarks among them pass on the embedded default', async () => {
  // Two of each task: a suite's one line runs all of it.
  const { code, text, testResults } = await runBlocks(runnable.map(fileOf), { HOLDFAST_LIMIT: '2' })
  const outcome = (block: (typeof blocks)[number]) => {
    const result = testResults.find(({ name }) => name.endsWith(fileOf(block)))
    return `${block.name} ${result?.status ?? 'missing'} ${result && result.assertionResults.length > 0 ? 'with tests' : 'without tests'}`
  }
  expect(runnable.map(outcome), text).toEqual(runnable.map(({ name }) => `${name} passed with tests`))
  expect(code, text).toBe(0)
})

const configs = blocks.filter(({ kind }) => kind === 'config')

/** Gives what is wrong with each configuration. One process for all: Vitest takes a second to start. */
const LOAD = `
import { createVitest } from 'vitest/node'
const wrong = {}
for (const config of process.argv.slice(1)) {
  try {
    await (await createVitest('test', { config, run: true, watch: false })).close()
  } catch (error) {
    wrong[config] = error.message
  }
}
console.log(JSON.stringify(wrong))
process.exit()
`

test('every configuration is one that the plugin takes', async () => {
  const mistyped = "import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast({ gaets: {} })] }\n"
  writeFileSync(join(root, 'mistyped.config.ts'), mistyped)
  const files = [...configs.map(fileOf), 'mistyped.config.ts']
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', LOAD, ...files], { cwd: root })
  expect(stderr).toBe('')
  const wrong = JSON.parse(stdout) as Record<string, string>
  // The last one shows that a wrong one would be told of.
  expect(wrong).toEqual({ 'mistyped.config.ts': expect.stringContaining('gaets') })
})
