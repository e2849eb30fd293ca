import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { packageRoot } from '../packageRoot.ts'

/** Where this package's own modules are, for files that import them by path. */
const OURS = ['src', 'matchers', 'suites', 'dist'].map((folder) => join(packageRoot, folder) + sep)

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g

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
 * Whether a test file works with Holdfast: it is named `*.eval.*`, or it imports this package, itself or by way of the
 * project's files. Found in the text, before anything is run: what an alias stands for is not known here.
 */
export function usesHoldfast(path: string, seen: Set<string> = new Set()): boolean {
  if (seen.size === 0 && /\.eval\.[cm]?[jt]sx?$/.test(path)) return true
  seen.add(path)
  return specifiersOf(path).some((specifier) => {
    if (/^holdfast(\/|$)/.test(specifier)) return true
    if (!specifier.startsWith('.')) return false
    const imported = fileOf(resolve(dirname(path), specifier))
    if (imported === undefined || seen.has(imported)) return false
    return OURS.some((folder) => imported.startsWith(folder)) || usesHoldfast(imported, seen)
  })
}

function specifiersOf(path: string): string[] {
  if (!/\.[cm]?[jt]sx?$/.test(path) || !existsSync(path)) return []
  return [...readFileSync(path, 'utf8').matchAll(SPECIFIER)].map(([, , specifier]) => specifier as string)
}

function fileOf(path: string): string | undefined {
  for (const [ending, other] of ENDINGS) {
    const candidate = path.replace(ending, other)
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) return candidate
  }
  return undefined
}
