import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { TestProject, TestSpecification } from 'vitest/node'
import { packageRoot } from '../../core/base/packageRoot.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { usesBatch } from '../../core/format/modelEntry.ts'

/** Where a file of the worker is: as it is written where we run from the sources, else as it is built. */
const ofWorker = (name: string) =>
  join(packageRoot, import.meta.url.endsWith('.ts') ? `src/running/worker/${name}.ts` : `dist/src/running/worker/${name}.js`)

/** Prepares the worker for each of our files, after the setup files of the project. */
export const setupFile = ofWorker('setup')

/** Loaded before the setup files of the project: no file of ours finds what another left behind. */
export const freshFile = ofWorker('freshFile')

/** Pools whose files are no tests of models: type tests, and tests in a browser. */
const FOREIGN_POOLS: readonly string[] = ['typescript', 'browser']

/**
 * Gives the files of a run that work with Holdfast settings of their own; others, and the project's configuration, stay. They are a group
 * after the others, in one process: it shares one limiter, one budget and one journal. @returns the paths of these files, and what puts
 * everything back once the run has ended: Vitest keeps the specifications for the next one in watch mode.
 */
export function separateFiles(specifications: readonly TestSpecification[]) {
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
  const restore = () => changed.forEach((undo) => void undo())
  return { paths, restore }
}

/** The project with another configuration: everything else, its Vite server among it, is the project's. */
function separateProject(project: TestProject, { concurrency, roles, decide }: ResolvedConfig, groupOrder: number): TestProject {
  const { config } = project
  const separate = {
    ...config,
    setupFiles: [freshFile, ...config.setupFiles, setupFile],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // Items that fail must not stop the run, nor be paid for again.
    bail: 0,
    // More items than calls at once, as some wait for their endpoint; not many more, as each that waits takes memory.
    // A batch is sent when all items wait for it, and an early decision goes by its own order, whatever that of the tests.
    maxConcurrency: decide === 'early' || Object.values(roles).some(usesBatch) ? Number.MAX_SAFE_INTEGER : Math.max(64, 2 * concurrency),
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

/** Where this package's own modules are, for files that import them by path. */
const OURS = ['src', 'matchers', 'suites', 'dist'].map((folder) => join(packageRoot, folder) + sep)

const SPECIFIER = /(?:\bfrom|\bimport)\s*(?:\(\s*)?(['"])([^'"\n]+)\1/g

/** Names of the matchers: a test may use one on a text of its own, and import nothing of ours. */
export const MATCHER_NAMES: readonly string[] = [
  'toPassRubric',
  'toMaintainStance',
  'toSatisfyRefutation',
  'toRetainAfterTurns',
  'toHoldUnderPressure',
  'toSustainInterview',
  'toHoldEveryTurn',
  'toBePreferredOver',
  'toKeepUpWith',
]
const MATCHER = new RegExp(`\\.(?:${MATCHER_NAMES.join('|')})\\s*\\(`)

/** What an import's path may stand for: TypeScript is imported as .js, without an extension, or as it is. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/$/, ''],
  [/\.js$/, '.ts'],
  [/\.js$/, '.tsx'],
  [/\.jsx$/, '.tsx'],
  [/\.mjs$/, '.mts'],
  ...['.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.js'].map((ending) => [/$/, ending] as const),
]

/** What the text of a file says: whether it works with Holdfast itself, and which of the project's files it imports. */
type Scan = { readonly isOurs: boolean; readonly imports: readonly string[] }

/** Files that were looked at, by path: many test files of a run import the same ones. */
export type ScannedFiles = Map<string, Scan>

/**
 * Whether a test file works with Holdfast: named `*.eval.*`, or it uses a matcher or imports this package, itself or by the project's
 * files. Found in the text; aliases are not known. @param scanned is read and added to, one map a run.
 */
export function usesHoldfast(path: string, scanned: ScannedFiles = new Map()): boolean {
  if (/\.eval\.[cm]?[jt]sx?$/.test(path)) return true
  const reached = new Set([path])
  for (const file of reached) {
    const scan = scanned.get(file) ?? scanFile(file)
    scanned.set(file, scan)
    if (scan.isOurs) return true
    for (const imported of scan.imports) reached.add(imported)
  }
  return false
}

function scanFile(path: string): Scan {
  if (!/\.[cm]?[jt]sx?$/.test(path) || !existsSync(path)) return { isOurs: false, imports: [] }
  const text = readFileSync(path, 'utf8')
  const specifiers = [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier)
  const imports = specifiers.flatMap((specifier) => (specifier.startsWith('.') ? (fileOf(resolve(dirname(path), specifier)) ?? []) : []))
  const isOurs =
    MATCHER.test(text) ||
    specifiers.some((specifier) => /^holdfast(\/|$)/.test(specifier)) ||
    imports.some((imported) => OURS.some((folder) => imported.startsWith(folder)))
  return { isOurs, imports }
}

function fileOf(path: string): string | undefined {
  for (const [ending, other] of ENDINGS) {
    const candidate = path.replace(ending, other)
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) return candidate
  }
  return undefined
}
