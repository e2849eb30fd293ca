import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { isLong } from '../shared.ts'
import { type InstalledProject, installProject, readJson } from './installed.ts'

// What Vitest does by packages of its own and by TypeScript, beside a benchmark: --ui, --coverage, --typecheck.

/** The Vitest of this checkout: its packages want each other's very version. */
const { version } = readJson(packageRoot, 'node_modules', 'vitest', 'package.json') as { version: string }
const PACKAGES = [`@vitest/ui@${version}`, `@vitest/coverage-v8@${version}`, 'typescript@5.9']

const FILES: Readonly<Record<string, string>> = {
  // One of its items fails, which is a score.
  'words.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('words', { items: [{ id: 'one' }, { id: 'two' }], reference: ({ id }) => id }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says one', { check: /one/ })]))
})`,
  'sum.ts': `export function sum(a: number, b: number): number {
  if (a > 1000) return 0
  return a + b
}
export const never = (): number => 4`,
  'sum.test.ts': `import { expect, test } from 'vitest'
import { sum } from './sum'
declare const process: { env: Record<string, string | undefined> }
test('adds', () => { expect(sum(1, Number(process.env.ADDEND ?? 1))).toBe(2) })`,
  'sum.test-d.ts': `import { expectTypeOf, test } from 'vitest'
import { sum } from './sum'
test('is a number', () => { expectTypeOf(sum(1, 2)).toEqualTypeOf<number>() })`,
  'with.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ cache: 'off' })], test: { include: ['*.{eval,test}.ts'] } }`,
  'without.config.ts': `export default { test: { include: ['*.test.ts'] } }`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      types: [],
    },
    include: ['*.ts'],
  }),
}

interface Run {
  readonly code: number | null
  readonly text: string
  /** Coverage by file, as Vitest's json-summary has it. */
  readonly coverage: Readonly<Record<string, unknown>> | undefined
}

describe.runIf(isLong)('beside a benchmark', () => {
  let project: InstalledProject

  beforeAll(async () => {
    project = await installProject(version, undefined, PACKAGES)
    for (const [name, text] of Object.entries(FILES)) project.write(name, text)
  })

  async function run(plugin: 'with' | 'without', args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const summary = join(project.root, 'coverage', 'coverage-summary.json')
    rmSync(summary, { force: true })
    const finished = await project.npx(join('vitest', 'vitest.mjs'), ['run', `--config=${plugin}.config.ts`, ...args], env)
    const text = stripVTControlCharacters(finished.stdout + finished.stderr)
    return { code: finished.code, text, coverage: existsSync(summary) ? readJson(summary) : undefined }
  }

  test.each([
    ['ordinary tests', []],
    ['a benchmark alone', ['words.eval']],
    ['a named reporter', ['--reporter=verbose']],
  ])('--ui prints its banner once, first: %s', async (_name, args) => {
    const { code, text } = await run('with', ['--ui', '--open=false', ...args])
    expect(code, text).toBe(0)
    expect(text).toMatch(/^\s+RUN {2}v4\.\d+\.\d+ .*\n\s+UI started at http:\/\/localhost:\d+\/__vitest__\/\n/)
    expect(text.match(/ RUN /g)).toHaveLength(1)
    expect(text).toContain('exit 0: complete')
  })

  describe('--coverage', () => {
    const COVERAGE = ['--coverage', '--coverage.reporter=json-summary', '--coverage.reporter=text']

    test('reports of ordinary files as it does without, also where an item fails', async () => {
      const [own, plain] = [await run('with', COVERAGE), await run('without', COVERAGE)]
      expect([own.code, plain.code], own.text).toEqual([0, 0])
      expect(plain.coverage).toHaveProperty([join(project.root, 'sum.ts')])
      expect(own.coverage).toEqual(plain.coverage)
      const table = (text: string) => text.slice(text.indexOf('% Coverage report from v8'))
      expect(table(own.text)).toBe(table(plain.text))
      expect(own.text).toContain(' x two')
    })

    test('is left out where an ordinary test fails, as without', async () => {
      const env = { ADDEND: '2' }
      const [own, plain] = [await run('with', COVERAGE, env), await run('without', COVERAGE, env)]
      expect([own.code, plain.code], own.text).toEqual([1, 1])
      expect([own.coverage, plain.coverage]).toEqual([undefined, undefined])
    })

    test('fails the run by its thresholds', async () => {
      const { code, text } = await run('with', [...COVERAGE, '--coverage.thresholds.functions=90'])
      expect(code, text).toBe(1)
      expect(text).toContain('ERROR: Coverage for functions (50%) does not meet global threshold (90%)')
    })
  })

  describe('--typecheck', () => {
    test('tells of type tests beside the items', async () => {
      const { code, text } = await run('with', ['--typecheck'])
      expect(code, text).toBe(0)
      expect(text).toMatch(/✓ {2}TS {2}sum\.test-d\.ts \(1 test\)/)
      expect(text).toMatch(/Type Errors {2}no errors/)
      expect(text).toContain(' 2 tests beside the items passed.')
    })

    test('fails the run by a type test, with its code frame', async () => {
      project.write('wrong.test-d.ts', (FILES['sum.test-d.ts'] as string).replace('<number>', '<string>'))
      const { code, text } = await run('with', ['--typecheck'])
      rmSync(join(project.root, 'wrong.test-d.ts'))
      expect(code, text).toBe(1)
      expect(text).toContain('FAIL  wrong.test-d.ts > is a number')
      expect(text).toContain('❯ wrong.test-d.ts:3:')
      expect(text).toContain('exit 1: 1 failure that is no score.')
    })

    test('fails the run by an error in a source', async () => {
      project.write('source.ts', 'export const wrong: string = 4')
      const { code, text } = await run('with', ['--typecheck'])
      rmSync(join(project.root, 'source.ts'))
      expect(code, text).toBe(1)
      expect(text).toMatch(/Type 'number' is not assignable to type 'string'\.\n +❯ source\.ts:1:14/)
      expect(text).toContain('exit 1: 1 failure that is no score.')
    })

    test('alone runs no item', async () => {
      const { code, text } = await run('with', ['--typecheck.only'])
      expect(code, text).toBe(0)
      expect(text).toMatch(/Tests {2}1 passed/)
      expect(text).not.toContain('words')
    })
  })
})
