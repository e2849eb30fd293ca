import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/packageRoot.ts'
import { type Finished, run } from '../run.ts'

/** Lists the test files a command would run. `run` itself would build dist/ while other tests use it. */
function listFiles(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')
  return run(process.execPath, [vitest, 'list', '--filesOnly', ...args], { env })
}

describe.concurrent('in the checkout', () => {
  test('vitest run suites/lifbench finds the benchmark', async () => {
    const { code, stdout } = await listFiles(['suites/lifbench'])
    expect(code).toBe(0)
    expect(stdout).toContain('[suites] suites/lifbench/lifbench.eval.ts')
  })

  // The unit project's include reaches into suites/, so that the command of the README runs the unit tests of the
  // suite too (and builds dist/ first). Either they move out of suites/ or the command names a project.
  test('vitest run suites/lifbench runs nothing else', async () => {
    const { stdout } = await listFiles(['suites/lifbench'])
    expect(stdout.trim().split('\n')).toEqual(['[suites] suites/lifbench/lifbench.eval.ts'])
  })

  test('the unit tests hold no fixture', async () => {
    const { code, stdout } = await listFiles(['--project', 'unit'])
    expect(code).toBe(0)
    expect(stdout).toContain('[unit] test/e2e/checkout.test.ts')
    expect(stdout).not.toContain('fixtures/')
  })

  // plugin.ts reads the environment in the config hook, which Vitest calls for projects that are filtered out too:
  // `npm run test:long` stops at "no variable TEST_LONG".
  test('the unit tests start with TEST_LONG=1', async () => {
    expect(await listFiles(['--project', 'unit'], { TEST_LONG: '1' })).toMatchObject({ code: 0 })
  })
})
