import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownPages } from '../../scripts/markdownPages.mjs'
import { packageRoot } from '../../src/core/base/packageRoot.ts'

/** A pattern of `files` in package.json as npm reads it: a folder stands for all that is in it. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Markdown pages that the package has, by `files` of package.json. test/e2e/tarball.test.ts holds it against the packed ones. */
export function shippedPages(): string[] {
  const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: readonly string[] }
  const [kept, left] = [
    files.filter((glob) => !glob.startsWith('!')),
    files.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ]
  const isIn = (page: string, globs: readonly string[]) => globs.some((glob) => patternOf(glob).test(page))
  // npm packs README.md whatever the list says.
  return markdownPages().filter((page) => page === 'README.md' || (isIn(page, kept) && !isIn(page, left)))
}
