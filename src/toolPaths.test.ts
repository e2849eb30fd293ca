import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './core/base/packageRoot.ts'

/** Folders of sources. `test` and `bench` look into tools: they test and measure them. */
const FOLDERS = ['src', 'matchers', 'suites', 'scripts', 'templates']

const TOOLS = readdirSync(join(packageRoot, 'src/tools'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

/** Paths of tools that a text spells, but for those of the tool that it belongs to. */
function toolPaths(path: string, text: string): string[] {
  return TOOLS.filter((tool) => text.includes(`tools/${tool}/`) && !path.startsWith(`src/tools/${tool}/`)).map(
    (tool) => `${path}: tools/${tool}/`,
  )
}

test('no source file outside its folder spells the path of a tool', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?ts$|\.m?js$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files).toContain('src/tools/index.ts')
  expect(files.flatMap((path) => toolPaths(path, readFileSync(join(packageRoot, path), 'utf8')))).toEqual([])
})

test('a path is found in an import, a comment and a glob, and not in the folder of its own tool', () => {
  const path = `tools/${TOOLS[0]}/`
  for (const text of [`import '../${path}x.ts'`, `// as src/${path}x.ts has it`, `'src/${path}test/**'`]) {
    expect(toolPaths('src/cli/x.ts', text)).toEqual([`src/cli/x.ts: ${path}`])
    expect(toolPaths(`src/${path}x.ts`, text)).toEqual([])
  }
})
