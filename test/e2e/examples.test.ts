import { cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { pageSteps } from '../docs/outputBlock.ts'
import { withRealOutput } from '../docs/pageSession.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { temporaryFolder } from './fixtureRun.ts'
import { packed } from './installed.ts'
import { linkModules } from './ownProject.ts'

const FOLDER = join(packageRoot, 'examples')
const EXAMPLES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** `npm run docs` writes what the READMEs show instead. */
const isWriting = process.env.WRITE_DOCS === '1'

/** Examples whose outputs differ most in kind, and those that the long run tries with the package as it is installed. */
const LINKED = isWriting ? EXAMPLES : ['rag-answerer']

const readmeOf = (example: string) => join(FOLDER, example, 'README.md')

/** A copy of an example in a folder of its own. */
function copyOf(example: string): string {
  const root = join(realpathSync(temporaryFolder()), example)
  cpSync(join(FOLDER, example), root, { recursive: true, filter: (path) => !/node_modules|reports\/runs|\.tgz$/.test(path) })
  return root
}

/** Runs the commands of an example's README in the folder, and compares what they print with what it says. */
async function expectReadme(example: string, root: string): Promise<void> {
  const text = readFileSync(readmeOf(example), 'utf8')
  const real = await withRealOutput(`examples/${example}/README.md`, text, root)
  if (isWriting) writeFileSync(readmeOf(example), real)
  else expect(text, 'npm run docs writes it anew').toBe(real)
}

test('the examples are those', () =>
  expect(EXAMPLES.toSorted()).toEqual(['model-release', 'order-desk', 'rag-answerer', 'shopping-assistant', 'support-bot']))

describe.each(EXAMPLES)('%s', (example) => {
  test('depends on the tarball of this version', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
    const { devDependencies } = JSON.parse(readFileSync(join(FOLDER, example, 'package.json'), 'utf8'))
    expect(devDependencies.holdfast).toBe(`file:holdfast-${version}.tgz`)
  })

  test('shows in its README a run that exits 0 and one that exits 1', () => {
    const steps = pageSteps(example, readFileSync(readmeOf(example), 'utf8'))
    const codes = steps.flatMap((step) => (step.kind === 'command' && step.shown ? [step.exitCode] : []))
    expect(new Set(codes)).toEqual(new Set([0, 1]))
  })
})

test.each(LINKED)('%s prints what its README says, green and red', async (example) => {
  const root = copyOf(example)
  linkModules(root)
  await expectReadme(example, root)
})

describe.runIf(isLong)('with the packed tarball installed as its README says', () => {
  test.each(EXAMPLES)('%s compiles in a strict project, and prints what its README says, green and red', async (example) => {
    const root = copyOf(example)
    const { path } = await packed()
    cpSync(path, join(root, basename(path)))
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-save', '@types/node@20']
    expect(await run('npm', install, { cwd: root })).toMatchObject({ code: 0 })

    const files = readdirSync(root).flatMap((name) => (name.endsWith('.ts') ? [join(root, name)] : []))
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    })
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])

    await expectReadme(example, root)
  })
})
