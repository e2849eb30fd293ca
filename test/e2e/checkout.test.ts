import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { type Finished, run } from '../run.ts'

/** Lists the test files a command would run. `run` itself would build dist/ while other tests use it. */
function listFiles(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')
  return run(process.execPath, [vitest, 'list', '--filesOnly', ...args], { env })
}

describe.concurrent('in the checkout', () => {
  // Vitest's filter is a substring of the path, and the names of these two suites begin alike.
  test.each([
    ['suites/lifbench', 'lifbench'],
    ['suites/refutebench/', 'refutebench'],
    ['suites/refutebench1', 'refutebench1'],
  ])('vitest run %s finds the benchmark alone', async (filter, suite) => {
    const { code, stdout } = await listFiles([filter])
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([`[suites] suites/${suite}/${suite}.eval.ts`])
  })

  // A filter is a part of a path: unit tests under suites/ would run with the benchmarks, and build dist/ first.
  test('vitest run suites/ runs benchmarks and nothing else', async () => {
    const { stdout } = await listFiles(['suites/'])
    const all = SUITE_NAMES.map((name) => `[suites] suites/${name}/${name}.eval.ts`)
    expect(stdout.trim().split('\n').sort()).toEqual(all.sort())
  })

  // The environment of the long run, which the plugin is not to take for a mistyped variable of its own.
  test('tests are in the project of their level, and hold no fixture', async () => {
    const { code, stdout } = await listFiles(['--project', 'unit', '--project', 'e2e', '--project', 'long'], { TEST_LONG: '1' })
    expect(code).toBe(0)
    expect(stdout).toContain('[unit] src/core/config/resolve.test.ts')
    expect(stdout).toContain('[e2e] test/e2e/checkout.test.ts')
    expect(stdout).toContain('[long] test/e2e/package.test.ts')
    expect(stdout).not.toMatch(/^\[unit\] test\/e2e|^\[e2e\] test\/e2e\/package|fixtures\//m)
  })
})
