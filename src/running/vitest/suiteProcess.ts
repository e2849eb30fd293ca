import '../../registered.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { loadOptions } from '../commands/commandConfig.ts'
import { holdfast } from './plugin.ts'

// Runs one bundled suite in the folder it is started from, with the models and options of the configuration there but none
// of its gates and limits: those are for runs of the candidate. A process of its own, since everything Vitest prints is notes.
const [suite = ''] = process.argv.slice(2)
const root = process.cwd()
const { gates: _gates, limit: _limit, ...options } = await loadOptions(root)
const vitest = await startVitest(
  'test',
  [],
  {
    root,
    dir: join(packageRoot, 'dist'),
    // Those that only `certify` runs are no test files of a checkout.
    include: [`**/${suite}.{eval,run}.js`],
    // The package lies in node_modules, which is left out by default.
    exclude: [],
    config: false,
    watch: false,
  },
  // Vitest keeps the times of test files; not in the user's folder.
  { plugins: [holdfast(options)], cacheDir: join(tmpdir(), 'holdfast-vite') },
)
await vitest.close()
