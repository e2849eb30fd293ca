import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/packageRoot.ts'
import { codeBlocks } from '../docs/codeBlocks.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { temporaryFolder } from './fixtureRun.ts'
import { packed } from './installed.ts'

const FOLDER = join(packageRoot, 'examples')
const EXAMPLES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Runs the commands of an example's README, in a folder or with this checkout, and compares what they print with what it says. */
const check = (example: string, ...more: string[]) =>
  run(process.execPath, ['scripts/exampleOutputs.mjs', '--check', ...more, example], { cwd: packageRoot })

test('the examples are those', () => {
  expect(EXAMPLES.toSorted()).toEqual(['model-release', 'rag-answerer', 'support-bot'])
})

test.each(EXAMPLES)('%s depends on the tarball of this version', (example) => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const { devDependencies } = JSON.parse(readFileSync(join(FOLDER, example, 'package.json'), 'utf8'))
  expect(devDependencies.holdfast).toBe(`file:holdfast-${version}.tgz`)
})

test.each(EXAMPLES)('the README of %s shows a run that exits 0 and one that exits 1', (example) => {
  const readme = readFileSync(join(FOLDER, example, 'README.md'), 'utf8')
  const codes = [...readme.matchAll(/^<!-- prints, and exits (\d); /gm)].map(([, code]) => code)
  expect(new Set(codes)).toEqual(new Set(['0', '1']))
  expect(codeBlocks('README.md', readme).filter(({ language, code }) => language === '' && code === '')).toEqual([])
})

// The others are run the same way, with the package as it is installed, below.
test('rag-answerer prints what its README says, green and red', async () => {
  expect(await check('rag-answerer')).toMatchObject({ code: 0, stderr: '' })
})

describe.runIf(isLong)('with the packed tarball installed as its README says', () => {
  test.each(EXAMPLES)('%s compiles in a strict project, and prints what its README says, green and red', async (example) => {
    const root = join(temporaryFolder(), example)
    cpSync(join(FOLDER, example), root, { recursive: true })
    const { path } = await packed()
    cpSync(path, join(root, 'holdfast-0.1.0.tgz'))
    const types = ['@types/node@20']
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-save']
    expect(await run('npm', args, { cwd: root })).toMatchObject({ code: 0 })
    expect(await run('npm', [...args, ...types], { cwd: root })).toMatchObject({ code: 0 })

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

    const { code, stderr } = await check(example, '--in', root)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(join(root, 'reports', 'runs', 'latest', 'index.html'))).toBe(true)
  })
})
