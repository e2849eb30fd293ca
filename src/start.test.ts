import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './core/base/packageRoot.ts'

/** What a module loads before it does anything: files of ours from the root, and of packages what is named. */
function loaded(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of imports(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  visit(join(packageRoot, entry))
  return { files: [...files].map((file) => relative(packageRoot, file)), packages: [...packages].sort() }
}

/** Specifiers of imports that load: neither those of types alone nor those within functions. */
function imports(code: string): string[] {
  const statements = code.matchAll(/^(?:import|export)\s+(?!type\s)(?:[\w*{][^'";]*?\s+from\s+)?'([^']+)'/gm)
  return [...statements].flatMap(([, specifier]) => specifier ?? [])
}

test('what is loaded is found', () => {
  expect(
    imports(
      "import type { A } from './a.ts'\nimport { b, type B } from './b.ts'\nimport './c.ts'\nexport * from 'd'\n  await import('./e.ts')",
    ),
  ).toEqual(['./b.ts', './c.ts', 'd'])
})

/** What only some runs, commands and tests use. */
const HEAVY = ['@pydantic/genai-prices', 'd3-scale', 'd3-shape', 'eld', 'fast-check', 'hyparquet-writer', 'openai', 'tiktoken', 'undici']
const MODELS = [...HEAVY, 'json5']

// A file costs about a millisecond. The bounds are above what is loaded today; the packages are what matters.
test.for([
  ['src/cli/main.ts', 50, [...MODELS, 'simple-statistics', 'vitest', 'zod']],
  ['src/plugin.ts', 135, [...MODELS, 'simple-statistics']],
  ['src/running/worker/setup.ts', 175, [...HEAVY, 'simple-statistics', 'commander']],
  ['src/index.ts', 200, [...HEAVY, 'simple-statistics', 'commander']],
] as const)('%s loads at most %i files before it does anything', ([entry, most, never]) => {
  const { files, packages } = loaded(entry)
  expect(packages.filter((name) => (never as readonly string[]).includes(name))).toEqual([])
  expect(files.length).toBeLessThanOrEqual(most)
})
