import { join, sep } from 'node:path'
import { vi } from 'vitest'
import { keepGlobals } from '../../core/base/ownGlobals.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { beginTestFile } from '../../core/base/testFile.ts'
import { vitestWorker } from './cancelled.ts'

// Vitest loads this before all other setup files of each test file that works with Holdfast. Those files share one process, so that
// they share one limiter, one budget and one journal. For all else a file must find what it finds when it runs alone: mocks, stubs,
// fake timers and the state of modules end with their file.
keepGlobals()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
forgetModules()
beginTestFile()

/** Modules of the project are evaluated anew, as in a process of their own: one that was loaded beside a mock keeps it for good. */
function forgetModules(): void {
  const engine = ['src', 'matchers', 'suites', 'dist'].map((folder) => join(packageRoot, folder, sep))
  for (const [id, module] of vitestWorker?.evaluatedModules?.idToModuleMap ?? []) {
    if (/\/vitest\/dist\/|vitest-virtual-\w+\/dist|@vitest\/dist/.test(id) || engine.some((folder) => id.startsWith(folder))) continue
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
    module.importers.clear()
  }
}
