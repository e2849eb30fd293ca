import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { MATCHER_NAMES, usesHoldfast } from './separateFiles.ts'

const root = mkdtempSync(join(tmpdir(), 'holdfast-uses-'))

const FILES = {
  'direct.test.ts': "import { test } from 'holdfast'",
  'suite.test.ts': "import 'holdfast/suites/llmbar'",
  'later.test.ts': "const { benchmark } = await import('holdfast')",
  'through.test.ts': "import { ask } from './helpers/ask.js'",
  'helpers/ask.ts': "export * from './deeper'",
  'helpers/deeper/index.ts': 'import {\n  rubric,\n} from "holdfast"',
  'matcher.test.ts': 'await expect(answer).toBePreferredOver(other, { instruction })',
  'named.eval.ts': '',
  'byPath.test.ts': `import { test } from '${relativeTo('src/index.ts')}'`,
  'circle.test.ts': "import './circle.js'\nimport 'vitest'",
  'circle.ts': "import './circle.test.js'",
  'similar.test.ts': "import { hold } from 'holdfast-door'\nimport './missing.js'",
  'mentions.test.ts': "// better than holdfast\nexpect('holdfast').toBe(name)",
  'loadsEval.test.ts': "import './named.eval.js'",
} as const

function relativeTo(path: string): string {
  return `${'../'.repeat(root.split('/').length - 1)}${join(packageRoot, path).slice(1)}`
}

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(['direct.test.ts', 'suite.test.ts', 'later.test.ts', 'through.test.ts', 'matcher.test.ts', 'named.eval.ts', 'byPath.test.ts'])(
  '%s is ours',
  (name) => expect(usesHoldfast(join(root, name))).toBe(true),
)

test.each(['circle.test.ts', 'similar.test.ts', 'mentions.test.ts', 'loadsEval.test.ts', 'gone.test.ts'])('%s is none of ours', (name) => {
  expect(usesHoldfast(join(root, name))).toBe(false)
})

test('a file that many import is looked at once', () => {
  const [helper, first, second] = ['once.ts', 'once1.test.ts', 'once2.test.ts'].map((name) => join(root, name)) as [string, string, string]
  writeFileSync(helper, "import 'holdfast'")
  for (const path of [first, second]) writeFileSync(path, "import './once'")
  const scanned = new Map()
  expect(usesHoldfast(first, scanned)).toBe(true)
  writeFileSync(helper, '')
  expect(usesHoldfast(second, scanned)).toBe(true)
  expect(usesHoldfast(second)).toBe(false)
})

test('the names of matchers are those that are registered', () => {
  const index = readFileSync(join(packageRoot, 'matchers', 'index.ts'), 'utf8')
  const registered = [...index.matchAll(/^ {4}(\w+): defineMatcher/gm)].map(([, name]) => name)
  expect(MATCHER_NAMES).toEqual(registered)
})
