import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { packageRoot } from '../../core/base/packageRoot.ts'

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
interface Scan {
  readonly isOurs: boolean
  readonly imports: readonly string[]
}

/** Files that were looked at, by path: many test files of a run import the same ones. */
export type ScannedFiles = Map<string, Scan>

/**
 * Whether a test file works with Holdfast: it is named `*.eval.*`, or it uses a matcher or imports this package, itself or
 * by way of the project's files. Found in the text, before anything is run: what an alias stands for is not known here.
 *
 * @param scanned is read and added to. Files may change between runs: each run needs its own.
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
