import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { projectOf } from './ownProject.ts'

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\nreports\n.holdfast\n',
  'package.json': '{ "type": "module" }',
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'module:./app/agent.ts#ask', cache: 'off' })], test: { include: ['**/*.{eval,test}.ts'] } }`,
  'app/agent.ts': `import { say } from './words.ts'
export const ask = async (messages) => (await import('./late.ts')).late(say(messages.at(-1).content))`,
  'app/words.ts': `import names from './names.json' with { type: 'json' }
export const say = (question) => (names[question] ?? 'Kyoto')`,
  'app/names.json': '{ "France": "Paris" }',
  'app/late.ts': 'export const late = (text) => text',
  'app/unused.ts': 'export const unused = 1',
  'evals/items.jsonl': '{"id":"France"}\n',
  'evals/rubric.ts': `export const NAME = /Paris/`,
  'evals/capitals.eval.ts': `import { benchmark, criterion, readJsonl, rubric } from 'holdfast'
import { z } from 'zod'
import { NAME } from './rubric.ts'
benchmark('capitals', { items: () => readJsonl(new URL('./items.jsonl', import.meta.url), z.object({ id: z.string() })) }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('names it', { check: (text) => NAME.test(text) })]))
})`,
  'talks/talk.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'
test('knows France', async ({ candidate }) => { expect((await candidate.ask('France')).content).toBe('Paris') })`,
  'sum/sum.ts': 'export const sum = (a, b) => a + b',
  'sum/sum.test.ts': `import { expect, test } from 'vitest'
import { sum } from './sum.ts'
test('adds', () => { expect(sum(1, 1)).toBe(2) })`,
  'words.test.ts': `import { expect, test } from 'vitest'
import { say } from './app/words.ts'
test('says', () => { expect(say('France')).toBe('Paris') })`,
}

const [EVAL, TALK, SUM, WORDS] = ['evals/capitals.eval.ts', 'talks/talk.test.ts', 'sum/sum.test.ts', 'words.test.ts']
/** Which tests a change of each file can reach. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  'app/agent.ts': [EVAL, TALK],
  'app/words.ts': [EVAL, TALK, WORDS],
  'app/names.json': [EVAL, TALK, WORDS],
  'app/late.ts': [EVAL, TALK],
  'app/unused.ts': [],
  'evals/items.jsonl': [EVAL],
  'evals/rubric.ts': [EVAL],
  'evals/capitals.eval.ts': [EVAL],
  'talks/talk.test.ts': [TALK],
  'sum/sum.ts': [SUM],
  'sum/sum.test.ts': [SUM],
}

/** Those that are changed where time is short. */
const FEW = ['app/late.ts', 'app/unused.ts', 'evals/items.jsonl', 'sum/sum.ts']
const VITEST = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')

test('--changed and related run the tests that a change can reach, and no others; none is exit 0 as in plain Vitest', async () => {
  const root = projectOf(FILES)
  const git = (...args: readonly string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  const report = join(root, 'reports', 'ran.json')
  const ran = async (...args: readonly string[]) => {
    rmSync(report, { force: true })
    const { code, stdout, stderr } = await run(process.execPath, [VITEST, ...args, '--reporter=json', `--outputFile=${report}`], {
      cwd: root,
    })
    expect(code, stdout + stderr).toBe(0)
    if (!existsSync(report)) {
      expect(stdout + stderr).toContain('No test files found, exiting with code 0')
      return []
    }
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly { name: string }[] }
    return testResults.map(({ name }) => name.slice(root.length + 1)).sort()
  }
  for (const [file, reached] of Object.entries(REACHED).filter(([name]) => isLong || FEW.includes(name))) {
    const path = join(root, file)
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, `${before}\n`)
    expect(await ran('run', '--changed'), `--changed after ${file}`).toEqual([...reached].sort())
    writeFileSync(path, before)
  }
  expect(await ran('related', 'app/late.ts', '--run')).toEqual([EVAL, TALK].sort())
  expect(await ran('related', 'app/unused.ts', '--run')).toEqual([])
})
