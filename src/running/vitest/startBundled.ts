import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVitest, type TestUserConfig, type Vitest } from 'vitest/node'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { loadOptions } from '../commands/commandConfig.ts'
import { holdfast } from './plugin.ts'

/**
 * Starts Vitest on a bundled suite in the working directory, with the models and options of the configuration there but none of its gates
 * and limits: those are for runs of the candidate.
 */
export async function startBundled(suite: string, more: TestUserConfig = {}): Promise<Vitest> {
  const root = process.cwd()
  const { gates: _gates, limit: _limit, ...options } = await loadOptions(root)
  const settings = {
    root,
    dir: join(packageRoot, 'dist'),
    // Those that only `certify` runs are no test files of a checkout.
    include: [`**/${suite}.{eval,run}.js`],
    // The package lies in node_modules, which is left out by default.
    exclude: [],
    config: false as const,
    watch: false,
    ...more,
  }
  // Vitest keeps the times of test files; not in the user's folder.
  return startVitest('test', [], settings, { plugins: [holdfast(options)], cacheDir: join(tmpdir(), 'holdfast-vite') })
}
