import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linksOf } from '../../scripts/markdownPages.mjs'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { shippedPages } from '../docs/shippedPages.ts'
import { ENTRIES, manifest, packed } from './installed.ts'

const MB = 1_000_000

describe('the tarball', () => {
  test('holds what package.json names', async () => {
    const paths = new Set((await packed()).files.map(({ path }) => path))
    const named = Object.values(ENTRIES).flatMap((entry) => (typeof entry === 'string' ? entry : [entry.types, entry.default]))
    for (const path of [...named, ...Object.values(manifest.bin)]) expect(paths, path).toContain(path.replace(/^\.\//, ''))
    for (const path of ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'templates/vitest.config.ts', 'templates/suite/test.ts'])
      expect(paths).toContain(path)
  })

  test('has no script that npm runs, or warns of, where it is installed', () => {
    const run = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'prepublish']
    expect(Object.keys(manifest.scripts).filter((name) => run.includes(name))).toEqual([])
  })

  test('has declarations that need no types of Node or of a package that brings none', async () => {
    const paths = (await packed()).files.flatMap(({ path }) => (path.endsWith('.d.ts') ? [path] : []))
    expect(paths.length).toBeGreaterThan(50)
    for (const path of paths) expect(readFileSync(join(packageRoot, path), 'utf8'), path).not.toMatch(/from '(?:node:|d3-)|\bNodeJS\./)
  })

  test('holds every module that a process begins with', async () => {
    const paths = new Set((await packed()).files.map(({ path }) => path))
    const begun = ['src', 'suites'].flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?:Process|\.eval|\.run)\.ts$/.test(name))
        .map((name) => `dist/${folder}/${name.replaceAll('\\', '/').replace(/ts$/, 'js')}`),
    )
    expect(begun.length).toBeGreaterThan(10)
    for (const path of [...begun, 'dist/src/running/worker/setup.js']) expect(paths, path).toContain(path)
  })

  test('holds no test, no fixture of a test and nothing that a user has no use for', async () => {
    const paths = (await packed()).files.map(({ path }) => path)
    const rest =
      /^(?:dist\/(?:chunks|src|matchers|suites)\/.+\.(?:js|d\.ts)|dist\/page\/.+|fixtures\/[a-z0-9-]+\/.+\.(?:jsonl|json|txt)|fixtures\/texts\/.+\.(?:jsonl\.br|md)|fixtures\/recorded\/[\w.-]+\/(?:recording\.json|[a-z0-9-]+\.jsonl\.gz)|templates\/.+|docs\/.+\.(?:md|yml)|docs\/pictures\/report(?:-dark)?\.(?:png|txt)|examples\/.+|skills\/holdfast\/SKILL\.md|suites\/[a-z0-9-]+\/README\.md)$/
    expect(paths.filter((path) => !rest.test(path))).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'fixtures/README.md', 'package.json'])
    // Examples are projects of their own, with tests and a baseline.
    const others = paths.filter((path) => !path.startsWith('examples/'))
    expect(
      others.filter((path) =>
        /\.(?:test|spec|test-d|bench)\.|\.map$|\.tsbuildinfo$|(?:^|\/)(?:test|e2e|bench|reports|__.*__)\//.test(
          path.replace('dist/src/reports/', ''),
        ),
      ),
    ).toEqual([])
  })

  test('holds what its README and its documentation link to', async () => {
    const { files } = await packed()
    const paths = files.map(({ path }) => path)
    const pages = paths.filter((path) => path === 'README.md' || /^(?:docs|suites|examples|skills)\/.+\.(?:md|yml)$/.test(path))
    const dead = pages.flatMap((page) =>
      linksOf(readFileSync(join(packageRoot, page), 'utf8'))
        .map((link) => link.replace(/#.*$/, ''))
        .filter((link) => link !== '')
        .map((link) => join(dirname(page), link))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages.length).toBeGreaterThan(20)
    expect(dead).toEqual([])
  })

  test('holds the Markdown whose words are counted', async () => {
    const { files } = await packed()
    expect(files.flatMap(({ path }) => (path.endsWith('.md') ? [path] : [])).sort()).toEqual(shippedPages())
  })

  test('has an executable command', async () => {
    const { files } = await packed()
    for (const path of Object.values(manifest.bin)) expect(files.find((file) => file.path === path)?.mode).toBe(0o755)
  })

  // Our modules are put together by what is loaded together (scripts/bundleModules.mjs): a file in the wrong place takes packages along.
  test.each([
    ['src/cli/main.js', 4, ['commander', 'get-east-asian-width']],
    ['src/plugin.js', 8, ['get-east-asian-width', 'vitest/config', 'vitest/node', 'zod']],
    ['src/index.js', 12, ['get-east-asian-width', 'json5', 'openai/core/error', 'pure-rand', 'vitest', 'zod']],
  ] as const)('%s loads at most %i files before it does anything', (entry, most, packages) => {
    const [files, others] = [new Set([join(packageRoot, 'dist', entry)]), new Set<string>()]
    for (const file of files) {
      const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:[^"';]* from )?"([^"]+)"/gm)
      for (const [, name = ''] of imports)
        if (name.startsWith('.')) files.add(join(dirname(file), name))
        else if (!name.startsWith('node:')) others.add(name.replace(/^(pure-rand)\/.*/, '$1'))
    }
    expect([...others].sort()).toEqual(packages)
    expect(files.size).toBeLessThanOrEqual(most)
  })

  test('is small', async () => {
    // Recordings have a limit of their own (test/everySuite/recordings.test.ts).
    const files = (await packed()).files.filter(({ path }) => !path.startsWith('fixtures/recorded/'))
    // Eight suites with their items: over half of it is what they ask, a third the texts that contexts are cut from.
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(9 * MB)
  })
})
