import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { runVitest } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

const modules = join(packageRoot, 'node_modules')
// zod is installed with us and ships its own Vitest tests, which know nothing of Holdfast. They are a good touchstone: some
// leave a mark on globalThis, and some expect that nobody has loaded zod before them.
const TESTS = 'src/v4/{core,mini}/tests/**/*.test.ts'
const MORE = 'src/v4/classic/tests/{array,custom,enum,jitless-allows-eval,literal,optional,set,union,validations}.test.ts'
// These two need packages that zod's tarball does not name.
const EXCLUDED = '**/{polyfill-collision,treeshake}.test.ts'

/** A copy of zod's package as a project of its own. */
function zodProject(): string {
  const root = temporaryFolder()
  cpSync(join(modules, 'zod'), root, { recursive: true, dereference: true })
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['vitest', 'vite']) symlinkSync(join(modules, name), join(root, 'node_modules', name))
  symlinkSync(packageRoot, join(root, 'node_modules', 'holdfast'))
  return root
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

async function outcomes(root: string, name: string, plugin: string, files: readonly string[]) {
  const include = JSON.stringify([...files, TESTS, MORE])
  writeFileSync(
    join(root, `${name}.config.mjs`),
    `import { defineConfig } from 'vitest/config'
import { holdfast } from 'holdfast/plugin'
export default defineConfig({ plugins: [${plugin}], test: { include: ${include}, exclude: ['${EXCLUDED}'] } })
`,
  )
  const report = join(root, `${name}.json`)
  const { code, stdout, stderr } = await runVitest(
    ['--config', `${name}.config.mjs`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const tests = testResults.flatMap((file) => [
    `${file.name} ${file.status}`,
    ...file.assertionResults.map((entry) => `${file.name} ${entry.fullName} ${entry.status}`),
  ])
  return { code, text: stdout + stderr, tests: tests.sort() }
}

test('another package’s own tests end as they do without the plugin, alone and beside a benchmark', async () => {
  const root = zodProject()
  const plain = await outcomes(root, 'plain', '', [])
  expect(plain.tests.length, plain.text).toBeGreaterThan(300)
  expect(plain.code, plain.text).toBe(0)

  const plugged = await outcomes(root, 'plugged', 'holdfast()', [])
  expect(plugged.tests).toEqual(plain.tests)
  expect(plugged.code).toBe(0)
  expect(existsSync(join(root, 'reports'))).toBe(false)

  writeFileSync(
    join(root, 'own.eval.ts'),
    `import { benchmark, criterion, rubric } from 'holdfast'
const items = [{ id: 'one' }, { id: 'two' }]
benchmark('own', { items, reference: ({ id }) => id }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(\`Say \${id}.\`)).toPassRubric(rubric([criterion('says it', { check: (text) => text === id })]))
})
`,
  )
  const beside = await outcomes(root, 'beside', 'holdfast()', ['own.eval.ts'])
  expect(beside.tests.filter((line) => !line.includes('own.eval.ts'))).toEqual(plain.tests)
  expect(beside).toMatchObject({ code: 0, text: expect.stringContaining('exit 0: complete') })
  expect(readdirSync(join(root, 'reports', 'runs'))).toContain('latest')
})
