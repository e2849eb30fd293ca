import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/packageRoot.ts'
import { SUITES } from '../../suites/catalogue.ts'
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

  // A filter is a part of a path: unit tests under suites/ would run with the benchmarks, and build dist/ first.
  test('vitest run suites/ runs benchmarks and nothing else', async () => {
    const { stdout } = await listFiles(['suites/'])
    const all = SUITES.map(({ name }) => `[suites] suites/${name}/${name}.eval.ts`)
    expect(stdout.trim().split('\n').sort()).toEqual(all.sort())
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
