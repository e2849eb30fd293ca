import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Imports that the house has: none of them breaks a rule. */
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['src/models/call.ts', 'src/core/base/text/counted.ts'],
  ['src/core/format/record.ts', 'src/core/base/text/counted.ts'],
  ['src/running/setUp.ts', 'matchers/holds.ts'],
  ['matchers/holds.ts', 'src/judging/judge.ts'],
  ['src/kit.ts', 'src/running/setUp.ts'],
  ['src/tools/one/tool.ts', 'src/kit.ts'],
  ['src/tools/one/client/page.ts', 'src/reports/page/shared/filters.ts'],
  ['src/tools/one/page/shared/words.ts', 'src/core/base/text/counted.ts'],
  ['src/tools/explore/index.ts', 'matchers/index.ts'],
  ['src/tools/index.ts', 'src/tools/one/tool.ts'],
  ['suites/one/suite.ts', 'src/kit.ts'],
  ['suites/bundled.ts', 'suites/one/suite.ts'],
  ['src/registered.ts', 'src/tools/index.ts'],
  ['src/registered.ts', 'suites/bundled.ts'],
  ['src/cli/main.ts', 'src/registered.ts'],
  ['src/running/vitest/start.ts', 'vitest/node'],
  ['src/core/base/seen.test.ts', 'src/cli/main.ts'],
  ['src/tools/one/test/seen.ts', 'src/running/setUp.ts'],
]

const KIT = 'tools and suites import of the engine src/kit.ts alone'
const PAGE = 'the script of a page imports of the engine the page alone'
const TOOLS = 'only the list of tools imports a tool'
const SUITES = 'only the list of suites imports a suite'
const APART = 'no tool imports a suite, and no suite a tool'
const LISTS = 'only src/registered.ts imports the lists of tools and suites'

/** Imports that break rules, with all that each breaks. */
const PLANTED: readonly (readonly [from: string, to: string, ...rules: string[]])[] = [
  ['src/core/up.ts', 'src/models/call.ts', 'src/core imports no room above it'],
  ['src/core/base/up.ts', 'src/core/format/record.ts', 'src/core/base imports no room above it'],
  ['src/core/format/up.ts', 'src/core/stats/mean.ts', 'src/core/format imports no room above it'],
  ['src/models/up.ts', 'src/judging/judge.ts', 'src/models imports no room above it'],
  ['src/judging/up.ts', 'src/deciding/gate.ts', 'src/judging imports no room above it'],
  ['src/deciding/up.ts', 'src/reports/table.ts', 'src/deciding imports no room above it'],
  ['src/reports/up.ts', 'src/running/setUp.ts', 'src/reports imports no room above it'],
  ['src/running/up.ts', 'src/cli/main.ts', 'src/running|matchers imports no room above it'],
  ['matchers/up.ts', 'src/kit.ts', 'src/running|matchers imports no room above it'],
  ['src/running/tool.ts', 'src/tools/one/tool.ts', 'src/running|matchers imports no room above it', TOOLS],
  ['src/running/suite.ts', 'suites/one/suite.ts', 'src/running|matchers imports no room above it', SUITES],
  ['src/tools/one/past.ts', 'src/running/setUp.ts', KIT],
  ['suites/one/past.ts', 'matchers/holds.ts', KIT],
  ['suites/one/client/past.ts', 'src/core/stats/mean.ts', KIT],
  ['src/tools/one/client/past.ts', 'src/core/stats/mean.ts', PAGE],
  ['src/tools/one/page/shared/past.ts', 'src/kit.ts', PAGE],
  ['src/tools/one/other.ts', 'src/tools/two/tool.ts', 'no tool imports another tool'],
  ['suites/one/other.ts', 'suites/two/suite.ts', 'no suite imports another suite'],
  ['src/tools/one/suite.ts', 'suites/one/suite.ts', APART, SUITES],
  ['suites/one/tool.ts', 'src/tools/one/tool.ts', APART, TOOLS],
  ['src/cli/tool.ts', 'src/tools/one/tool.ts', TOOLS],
  ['src/cli/suite.ts', 'suites/one/suite.ts', SUITES],
  ['src/cli/tools.ts', 'src/tools/index.ts', LISTS],
  ['src/cli/suites.ts', 'suites/bundled.ts', LISTS],
  ['src/cli/told.ts', 'src/registered.ts', 'only an entry of a process imports src/registered.ts'],
  ['src/cli/circle.ts', 'src/cli/circle.ts', 'no circle of imports'],
  ['src/cli/runner.ts', 'vitest/node', 'only src/running/vitest imports vitest/node'],
]

interface Cruised {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] }
  }
}

/** A tree of files with the imports, and the project's own rules about it. */
async function cruise(imports: readonly (readonly [from: string, to: string, ...rest: string[]])[]): Promise<Cruised> {
  const root = temporaryFolder()
  const lines = new Map<string, string[]>()
  for (const [from, to] of imports) {
    const isPackage = to === 'vitest/node'
    const path = relative(dirname(from), to)
    lines.set(from, [...(lines.get(from) ?? []), `import ${JSON.stringify(isPackage ? to : path.startsWith('.') ? path : `./${path}`)}`])
    if (!isPackage) lines.set(to, lines.get(to) ?? [])
  }
  for (const [path, own] of lines) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), [...own, 'export {}', ''].join('\n'))
  }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { allowImportingTsExtensions: true, noEmit: true } }))
  const cruiser = join(packageRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const config = join(packageRoot, '.dependency-cruiser.mjs')
  const { stdout } = await run(process.execPath, [cruiser, '--config', config, '--output-type', 'json', 'src', 'suites', 'matchers'], {
    cwd: root,
  })
  return JSON.parse(stdout) as Cruised
}

test('each rule of the house finds the import that is planted for it, and no other import', async () => {
  const { summary } = await cruise([...ALLOWED, ...PLANTED])
  const planted = PLANTED.flatMap(([from, , ...rules]) => rules.map((rule) => `${from}: ${rule}`))
  expect(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()).toEqual(planted.sort())
  const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name)
  expect(rules.sort()).toEqual([...new Set(PLANTED.flatMap(([, , ...broken]) => broken))].sort())
})
