import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { packageRoot } from '../base/packageRoot.ts'

/** Where this package's own modules are, for files that import them by path. */
const OURS = ['src', 'matchers', 'suites', 'dist'].map((folder) => join(packageRoot, folder) + sep)

const SPECIFIER = /(?:\bfrom|\bimport)\s*(?:\(\s*)?(['"])([^'"\n]+)\1/g

/** Names of the matchers: a test may use one on a text of its own, and import nothing of ours. */
export const MATCHER_NAMES: readonly string[] = [
  'toPassRubric',
  'toMaintainStance',
  'toSatisfyRefutation',
  'toRetainAfterTurns',
  'toSustainInterview',
  'toBePreferredOver',
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

/**
 * Whether a test file works with Holdfast: it is named `*.eval.*`, or it uses a matcher or imports this package, itself or
 * by way of the project's files. Found in the text, before anything is run: what an alias stands for is not known here.
 */
export function usesHoldfast(path: string, seen: Set<string> = new Set()): boolean {
  if (seen.size === 0 && /\.eval\.[cm]?[jt]sx?$/.test(path)) return true
  seen.add(path)
  if (!/\.[cm]?[jt]sx?$/.test(path) || !existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  if (MATCHER.test(text)) return true
  return [...text.matchAll(SPECIFIER)].some(([, , specifier = '']) => {
    if (/^holdfast(\/|$)/.test(specifier)) return true
    if (!specifier.startsWith('.')) return false
    const imported = fileOf(resolve(dirname(path), specifier))
    if (imported === undefined || seen.has(imported)) return false
    return OURS.some((folder) => imported.startsWith(folder)) || usesHoldfast(imported, seen)
  })
}

function fileOf(path: string): string | undefined {
  for (const [ending, other] of ENDINGS) {
    const candidate = path.replace(ending, other)
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) return candidate
  }
  return undefined
}
