import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { packageRoot } from '../../src/base/packageRoot.ts'
import { scoresDocument } from '../../src/format/scoresDocument.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { type ShellCommand, shellCommands } from '../docs/shellCommand.ts'
import { startZoo, type Zoo } from '../endpoints/zoo.ts'
import { type Environment, runHoldfast, runVitest } from '../run.ts'
import { unwrapped } from './fixtureRun.ts'

// What the guides tell people to type, against an endpoint that refuses what OpenAI's refuses of gpt-5: the old name of the cap,
// any temperature but its own. Its answers are the reference answers of the items.

registerMatchers()
const SAMPLE = { HOLDFAST_LIMIT: '1', HOLDFAST_LIFBENCH_LENGTHS: '4k' }
const GUIDES = ['benchmark-a-model', 'write-your-own-items'].map((name) =>
  readFileSync(join(packageRoot, 'docs', 'guides', `${name}.md`), 'utf8'),
)

const answers = new Map<string, string>()
let zoo: Zoo
let root: string

beforeAll(async () => {
  for (const [suite, env] of [
    [lifbenchSuite, SAMPLE],
    [fbBenchSuite, { HOLDFAST_LIMIT: '1' }],
    [llmbarSuite, { HOLDFAST_LLMBAR_STRATEGY: 'Swap' }],
  ] as const) {
    for (const { messages, content = '' } of (await runSuite(suite, {}, env)).calls) answers.set(JSON.stringify(messages), content)
  }
  zoo = await startZoo({ answer: ({ messages }) => answers.get(JSON.stringify(messages)) ?? '9.9', thinks: 300 })
  // A copy of what a checkout holds, so that nothing is written to this one.
  mkdirSync(join(packageRoot, '.holdfast'), { recursive: true })
  root = mkdtempSync(join(packageRoot, '.holdfast', 'pasted-'))
  for (const name of readdirSync(packageRoot)) {
    if (['src', 'suites', 'matchers', 'fixtures', 'package.json', 'vitest.config.ts', 'tsconfig.json'].includes(name))
      cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(packageRoot, name), join(root, name))
})
afterAll(() => {
  zoo?.close()
  if (root) rmSync(root, { recursive: true, force: true })
})

/** A line of the guide, run as it stands there but for the sample, and the endpoint that OpenAI's key and address lead to. */
async function pasted(line: string, env: Environment = {}) {
  expect(GUIDES.join('\n')).toContain(line)
  const [command] = shellCommands(line) as [ShellCommand]
  const all = { ...command.env, ...env, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: zoo.url('openai') }
  const [, program, ...rest] = command.words
  const finished = await (program === 'holdfast'
    ? runHoldfast(rest, { cwd: root, env: all })
    : runVitest(rest.slice(1), { cwd: root, env: all }))
  return { code: finished.code, text: unwrapped(finished.stdout + finished.stderr) }
}

const scores = () => scoresDocument.parse(JSON.parse(readFileSync(join(root, 'reports', 'runs', 'latest', 'scores.json'), 'utf8')))

test('a benchmark of gpt-5-mini, within a budget', async () => {
  // The price of a model at an address of one's own is nobody's knowledge.
  const line = "HOLDFAST_MODEL='openai:gpt-5-mini' OPENAI_API_KEY=… HOLDFAST_LIMIT=20 HOLDFAST_MAX_USD=1 npx vitest run suites/lifbench"
  const { code, text } = await pasted(line, { ...SAMPLE, HOLDFAST_MAX_USD: undefined, HOLDFAST_MAX_TOKENS: '1000000' })
  expect(text).toMatch(/max_completion_tokens for max_tokens/)
  expect(text).toMatch(/temperature left out/)
  expect(text).toMatch(/thinks before it answers/)
  expect(code).toBe(0)
  const { run, suites } = scores()
  expect(run.roles.candidate).toMatchObject({ served: ['gpt-5-mini-2025-08-07'] })
  expect(run.roles.candidate?.adapted?.join()).toContain('temperature left out')
  expect(suites.lifbench?.metrics['ars.overall']?.value).toBe(1)
})

test('a certificate of gpt-5', async () => {
  const { code, text } = await pasted('npx holdfast certify openai:gpt-5 --strategy Swap')
  expect(text).toContain('pairwise 100.0 %')
  expect(code).toBe(0)
  expect(existsSync(join(root, 'reports', 'judges'))).toBe(true)
})

test('FB-Bench with gpt-5 as its judge', async () => {
  // The guide's configuration names gpt-5-mini so.
  const line = "HOLDFAST_MODEL=mini HOLDFAST_JUDGE='openai:gpt-5' npx vitest run suites/fb-bench"
  const { code, text } = await pasted(line, { HOLDFAST_MODEL: 'openai:gpt-5-mini', HOLDFAST_LIMIT: '1' })
  expect(text).toContain('pairwise 100.0 %')
  expect(code).toBe(0)
  expect(scores().run.roles.judge).toMatchObject({ served: ['gpt-5-2025-08-07'] })
  expect(scores().suites['fb-bench']).toMatchObject({ unscored: 0, error: 0, failed: 0 })
})

test('the same answers judged again', async () => {
  const { code, text } = await pasted('npx holdfast rejudge latest --judge openai:gpt-5', { HOLDFAST_LIMIT: '1' })
  expect(text).toContain('fb-bench')
  expect(code).toBe(0)
})

test('a model that is not there is one error before anything is paid for, with role, model and remedy', async () => {
  const line = "HOLDFAST_MODEL=mini HOLDFAST_JUDGE='openai:gpt-5' npx vitest run suites/fb-bench"
  const before = zoo.received.length
  const { code, text } = await pasted(line, {
    HOLDFAST_MODEL: 'openai:gpt-5-mini',
    HOLDFAST_JUDGE: 'openai:gpt-55',
    HOLDFAST_LIMIT: '1',
  })
  expect(code).toBe(1)
  expect(text).toMatch(/the judge openai:gpt-55.*does not exist/)
  const asked = zoo.received.slice(before).filter(({ body }) => body.messages.length > 1 || !body.messages[0]?.content.includes('9.11'))
  expect(asked).toEqual([])
})
