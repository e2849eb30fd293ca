import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsReference } from '../../scripts/commandsReference.mjs'
import { makeProgram } from '../../src/cli/program.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { run } from '../run.ts'

const written = () => readFileSync(join(packageRoot, 'docs', 'matchers.md'), 'utf8')

test('docs/commands.md is what npm run docs writes', async () =>
  expect(readFileSync(join(packageRoot, 'docs', 'commands.md'), 'utf8')).toBe(commandsReference(await makeProgram())))

test('docs/matchers.md is what npm run docs writes', async () => {
  const script = "import { matchersReference } from './scripts/matchersReference.mjs'; process.stdout.write(matchersReference())"
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script])
  expect(stderr).toBe('')
  expect(written()).toBe(stdout)
})

test('docs/matchers.md has every matcher that is registered, with an example', () => {
  const index = readFileSync(join(packageRoot, 'matchers', 'index.ts'), 'utf8')
  const registered = [...index.matchAll(/^ {4}(\w+): defineMatcher/gm)].map(([, name]) => name)
  expect(registered.length).toBeGreaterThan(5)
  for (const name of registered) expect(written()).toMatch(new RegExp(`^## ${name}\\n[^#]*\`\`\`ts\\n[^\`]*\\.${name}\\(`, 'm'))
})

test('docs/faults.md has a section of every suite', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'faults.md'), 'utf8')
  expect(page.match(/(?<=^## ).+/gm)).toEqual(SUITE_NAMES)
})
