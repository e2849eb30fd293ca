import { join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { once } from './fixtureRun.ts'
import { installProject } from './installed.ts'

/** A file of the user's that imports every entry point and uses the matchers, right and wrong. */
const USE = `import { type BenchmarkContext, benchmark, criterion, rubric, test } from 'holdfast'
import { aiSdk } from 'holdfast/ai-sdk'
import { registerMatchers } from 'holdfast/matchers'
import { type HoldfastOptions, holdfast } from 'holdfast/plugin'
import { wilson } from 'holdfast/stats'
${SUITE_NAMES.map((name) => `import 'holdfast/suites/${name}'`).join('\n')}
import { expect } from 'vitest'
import { defineConfig } from 'vitest/config'

const options: HoldfastOptions = { model: 'sim:oracle' }
export default defineConfig({ plugins: [holdfast(options)] })
export const exported = [aiSdk, registerMatchers, wilson]
// @ts-expect-error there is no such option
holdfast({ modle: 'sim:oracle' })

const polite = rubric([criterion('is polite', { check: /please/ })])

test('asks', async ({ dialogue }) => {
  const asked: Promise<void> = expect(dialogue).toSatisfyRefutation()
  await asked
  await expect(dialogue).not.toRetainAfterTurns(3)
  await expect(Promise.resolve('please')).resolves.toPassRubric(polite)
  // @ts-expect-error a text is no number of turns
  await expect(dialogue).toRetainAfterTurns('3')
  // @ts-expect-error no matcher of that name
  await expect(dialogue).toRetainAfterTurn(3)
  // Vitest's own are as they were.
  const nothing: void = expect(1).toBe(1)
  expect.soft(nothing).toBeUndefined()
  expect({ a: 'x' }).toEqual({ a: expect.stringContaining('x') })
})

benchmark('capitals', { items: [{ id: 'fr', answer: 'Paris' }], reference: (item) => item.answer }, async (item, context: BenchmarkContext) => {
  await context.expect(await context.candidate.ask(item.id)).toPassRubric(polite)
})
`

const NODE_TYPES = { types: ['node'], typeRoots: [join(packageRoot, 'node_modules', '@types')] }
const ENVIRONMENTS = {
  'with @types/node': { lib: ['es2023'], ...NODE_TYPES },
  'with the DOM alone': { lib: ['es2023', 'dom'], types: [] },
  'with neither @types/node nor the DOM': { lib: ['es2023'], types: [] },
}

const ROWS = Object.entries(ENVIRONMENTS).flatMap(([environment, libraries]) =>
  [
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ].flatMap((modules) =>
    ['typescript-5.9', 'typescript-6'].map((typescript) => ({
      title: `${typescript}, ${modules.moduleResolution}, ${environment}`,
      typescript,
      compilerOptions: { ...modules, ...libraries, target: 'es2023', strict: true, noEmit: true, skipLibCheck: false },
    })),
  ),
)

describe.runIf(isLong).each(['4.1', '5'])('the declarations under Vitest %s', (vitest) => {
  const installed = once(async () => {
    const project = await installProject(vitest, undefined, ['typescript-5.9@npm:typescript@5.9', 'typescript-6@npm:typescript@6'])
    project.write('use.ts', USE)
    return project
  })

  test.each(ROWS)('have no error with $title', async ({ typescript, compilerOptions }) => {
    const { root, write } = await installed()
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const tsc = join(root, 'node_modules', typescript, 'bin', 'tsc')
    const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: root })
    const errors = stdout.split('\n').filter((line) => /^\S.*\(\d+,\d+\): error TS/.test(line))
    // Those of other packages are theirs: Vite's declarations need @types/node. Unless they come from a declaration that is ours too.
    const others = (line: string) => line.startsWith(join('node_modules', sep)) && !line.includes(join('node_modules', 'holdfast', sep))
    expect(errors.filter((line) => !others(line) || line.includes('TS2428'))).toEqual([])
    // A program that could not be made at all has errors without a file.
    expect(stdout.split('\n').filter((line) => line.startsWith('error'))).toEqual([])
  })
})
