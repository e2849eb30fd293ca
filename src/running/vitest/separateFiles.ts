import { join } from 'node:path'
import type { TestProject, TestSpecification } from 'vitest/node'
import { packageRoot } from '../../core/base/packageRoot.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { usesBatch } from '../../core/format/modelEntry.ts'
import { type ScannedFiles, usesHoldfast } from './usesHoldfast.ts'

/** Prepares the worker for each of our files: as it is written where we run from the sources, else as it is built. */
export const setupFile = join(
  packageRoot,
  import.meta.url.endsWith('.ts') ? 'src/running/worker/setup.ts' : 'dist/src/running/worker/setup.js',
)

/** Pools whose files are no tests of models: type tests, and tests in a browser. */
const FOREIGN_POOLS: readonly string[] = ['typescript', 'browser']

/** The files of a run that work with Holdfast, set apart from the others. */
export interface SeparateFiles {
  readonly paths: ReadonlySet<string>
  /** Puts everything back once the run has ended: Vitest keeps the specifications for the next one in watch mode. */
  restore(): void
}

/**
 * Gives the files of a run that work with Holdfast settings of their own, just before they run. All other files, and the
 * project's configuration, stay as they are.
 *
 * Those files run in one process, one after the other: it shares one limiter, one budget and one journal, and Vitest's own
 * limits would be a second knob beside `concurrency`. They are a group of their own, after the others.
 */
export function separateFiles(specifications: readonly TestSpecification[]): SeparateFiles {
  const after = 1 + Math.max(0, ...specifications.map(({ project }) => project.config.sequence.groupOrder))
  const paths = new Set<string>()
  const changed: (() => void)[] = []
  const scanned: ScannedFiles = new Map()
  for (const project of new Set(specifications.map((specification) => specification.project))) {
    const { holdfast } = project.getProvidedContext()
    if (holdfast === undefined) continue
    const all = specifications.filter((specification) => specification.project === project)
    const ours = all.filter(({ moduleId, pool }) => !FOREIGN_POOLS.includes(pool) && usesHoldfast(moduleId, scanned))
    for (const { moduleId } of ours) paths.add(moduleId)
    const separate = separateProject(project, holdfast, after)
    // Threads share their process's directory and signals.
    for (const specification of ours) {
      const { pool } = specification
      Object.assign(specification, { project: separate, pool: 'forks' })
      changed.push(() => Object.assign(specification, { project, pool }))
    }
  }
  return {
    paths,
    restore: () => {
      for (const undo of changed) undo()
    },
  }
}

/** The project with another configuration: everything else, its Vite server among it, is the project's. */
function separateProject(project: TestProject, { concurrency, roles }: ResolvedConfig, groupOrder: number): TestProject {
  const { config } = project
  const separate = {
    ...config,
    setupFiles: [...config.setupFiles, setupFile],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // Items that fail must not stop the run, nor be paid for again.
    bail: 0,
    // More items than calls at once, as some wait for their endpoint; not many more, as each that waits takes memory.
    // A batch is sent when all items wait for it.
    maxConcurrency: Object.values(roles).some(usesBatch) ? Number.MAX_SAFE_INTEGER : Math.max(64, 2 * concurrency),
    // A timeout would count the time an item waits for its turn.
    testTimeout: 0,
    hookTimeout: 0,
    sequence: { ...config.sequence, groupOrder },
  }
  const own = (value: unknown) => ({ value, writable: true, configurable: true })
  return Object.create(project, {
    config: own(separate),
    _config: own(separate),
    // It runs once for both, and the project knows whether it has.
    _initializeGlobalSetup: own(() => (project as unknown as { _initializeGlobalSetup(): Promise<void> })._initializeGlobalSetup()),
  }) as TestProject
}
