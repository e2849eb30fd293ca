import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'

/** The benchmarks, which are plain JavaScript: no compiler looks at what they import. */
const BENCHES = ['bench', 'src/tools'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?:^|\/)bench\/(?!build\/)(?:.+\/)?[^/]+\.mjs$/.test(path)),
)

/** What a file imports of the built sources: the source, and the names. */
function importsOf(path: string): (readonly [source: string, names: readonly string[]])[] {
  const text = readFileSync(join(packageRoot, path), 'utf8')
  return [...text.matchAll(/import \{([^}]+)\} from '[./]+(?:bench\/)?build\/([^']+)\.js'/g)].map(([, names = '', source = '']) => [
    `${source}.ts`,
    names.split(',').flatMap((name) => name.trim().split(' as ')[0] || []),
  ])
}

test('what benchmarks import is there', async () => {
  const imports = BENCHES.flatMap((path) => importsOf(path).map(([source, names]) => ({ path, source, names })))
  expect(imports.length).toBeGreaterThan(30)
  const missing = await Promise.all(
    imports.map(async ({ path, source, names }) => {
      const found: object = await import(join(packageRoot, source))
      return names.filter((name) => !(name in found)).map((name) => `${path}: ${name} of ${source}`)
    }),
  )
  expect(missing.flat()).toEqual([])
})
