import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { allBlocks } from '../docs/codeBlocks.ts'
import { type ShellCommand, shellCommands } from '../docs/shellCommand.ts'
import type { ChatBody } from '../endpoints/provider.ts'
import { startZoo, type Zoo } from '../endpoints/zoo.ts'
import { type Environment, runHoldfast, runVitest } from '../run.ts'
import { runSuite } from '../runSuite.ts'
import { fixture, unwrapped } from './fixtureRun.ts'

// Every command of the README, the guides and the suites' READMEs that names a real model, as it stands there. The hosts lead to
// a server that refuses what OpenAI's refuses of gpt-5: the old name of the cap, any temperature but its own. Its answers are
// the reference answers of the items. Samples are smaller than what the guides say, since the machine pays with time.

registerMatchers()

const FEW = { HOLDFAST_LIMIT: '1' }
const SAMPLE = { ...FEW, HOLDFAST_LIFBENCH_LENGTHS: '4k' }
const isLong = process.env.TEST_LONG === '1'
const DATA = '/work/shared/data'
/** In the short run judges are certified on the fewer pairs of version 1. */
const CERTIFIED_BY: Environment = isLong ? {} : { HOLDFAST_DATA: 'bundled@1' }
const NAMES = { model: 'gpt-5-mini', judge: 'gpt-5', refuter: 'gpt-5', interviewer: 'gpt-5', evaluator: 'gpt-5' }

/** What a test asks of a command, by the line as the page has it. */
interface Case {
  readonly line: string
  /** Which configuration of the pages stands beside: the checkout's own where nothing is said. */
  readonly config?: 'mini' | 'release' | 'bank'
  /** A command that comes before it. */
  readonly before?: string
  readonly env?: Environment
  /** Arguments that make it a smaller one. */
  readonly more?: readonly string[]
  /** What the output says. */
  readonly says?: readonly RegExp[]
  readonly code?: number
  /** Like another one, and tried in the long run only. */
  readonly long?: boolean
  readonly check?: () => void
}

const CASES: readonly Case[] = [
  {
    line: "HOLDFAST_MODEL='openai:gpt-5-mini' OPENAI_API_KEY=… npx vitest run bank",
    config: 'bank',
    check: () => expect(zoo.received.at(-1)?.body).toMatchObject({ model: 'gpt-5-mini' }),
  },
  {
    line: "HOLDFAST_MODEL='openai:Qwen/Qwen2.5-72B-Instruct@http://gpu7:8000/v1' npx vitest run suites/lifbench",
    long: true,
    check: () => expect(scores().suites.lifbench?.metrics['ars.overall']?.value).toBe(1),
  },
  {
    line: "HOLDFAST_MODEL='openai:gpt-5-mini' OPENAI_API_KEY=… HOLDFAST_LIMIT=20 HOLDFAST_MAX_USD=1 npx vitest run suites/lifbench",
    says: [/max_completion_tokens for max_tokens/, /temperature left out/, /thinks before it answers/, /\$\d/],
    check: () => {
      const { run, suites, usage } = scores()
      expect(run.roles.candidate).toMatchObject({ served: ['gpt-5-mini-2025-08-07'] })
      expect(run.roles.candidate?.adapted?.join()).toContain('temperature left out')
      expect(suites.lifbench?.metrics['ars.overall']?.value).toBe(1)
      expect(usage.candidate?.usd).toBeGreaterThan(0)
    },
  },
  {
    line: 'npx holdfast judge certify openai:gpt-5',
    env: CERTIFIED_BY,
    says: [/pairwise 100.0 %/],
    check: () => expect(existsSync(join(root, 'reports', 'judges'))).toBe(true),
  },
  {
    line: 'npx holdfast judge certify openai:gpt-5 --from bundled-criteria',
    says: [/checklist 100.0 %/],
    check: () => expect(existsSync(join(root, 'reports', 'judges'))).toBe(true),
  },
  {
    line: "HOLDFAST_MODEL=mini HOLDFAST_JUDGE='openai:gpt-5' npx vitest run suites/fb-bench",
    config: 'mini',
    says: [/pairwise 100.0 %/],
    check: () => {
      expect(scores().run.roles.judge).toMatchObject({ served: ['gpt-5-2025-08-07'] })
      expect(scores().suites['fb-bench']).toMatchObject({ unscored: 0, error: 0, failed: 0 })
    },
  },
  {
    line: 'HOLDFAST_RESUME=latest HOLDFAST_MODEL=mini npx vitest run suites/lifbench',
    config: 'mini',
    // Runs that go on: test/e2e/resume.test.ts.
    long: true,
    // What it goes on from: a run that its budget stopped.
    before: 'HOLDFAST_MODEL=mini HOLDFAST_MAX_TOKENS=12000 npx vitest run suites/lifbench',
    check: () => expect(scores().suites.lifbench).toMatchObject({ unscored: 0, error: 0, failed: 0 }),
  },
  {
    line: "HOLDFAST_MODEL='openai:Qwen/Qwen2.5-72B-Instruct@http://gpu7:8000/v1' HOLDFAST_LIFBENCH_LENGTHS=all HOLDFAST_SHARD=1/8 HOLDFAST_OUT=reports/runs/part-1 npx vitest run suites/lifbench",
    long: true,
    // An eighth of one context's items would be none.
    env: { HOLDFAST_LIFBENCH_LENGTHS: '4k,8k' },
    check: () => expect(existsSync(join(root, 'reports', 'runs', 'part-1', 'scores.json'))).toBe(true),
  },
  { line: "HOLDFAST_MODEL='openai:<model>' HOLDFAST_JUDGE='openai:<judge>' npx vitest run suites/fb-bench", long: true },
  {
    line: "HOLDFAST_MODEL='openai:<model>' HOLDFAST_INTERACTOR='openai:<interviewer>' HOLDFAST_JUDGE='openai:<evaluator>' npx vitest run suites/kieval",
    long: true,
    check: () => {
      expect(scores().suites.kieval).toMatchObject({ unscored: 0, error: 0, failed: 0 })
      expect(scores().suites.kieval?.metrics['score.overall']?.value).toBeCloseTo(100)
    },
  },
  {
    line: "HOLDFAST_MODEL='openai:<model>@http://host:8000/v1' HOLDFAST_LIFBENCH_LENGTHS=all npx vitest run suites/lifbench",
    long: true,
    check: () => expect(scores().suites.lifbench?.metrics['ars.overall']?.value).toBe(1),
  },
  {
    line: 'npx holdfast judge certify openai:<judge> --strategy all',
    long: true,
    // The endpoint knows the answers of two strategies.
    more: ['--strategy', 'Swap', 'Vanilla'],
    says: [/ Vanilla .* 100\.0/],
  },
  {
    line: "HOLDFAST_JUDGE='openai:<judge>' npx vitest run suites/llmbar",
    long: true,
    check: () => expect(scores().suites.llmbar?.metrics['accuracy.average']?.value).toBe(100),
  },
  {
    line: 'npx holdfast data draft lifbench --author openai:gpt-5-mini --embedder openai:text-embedding-3-small --plan',
    says: [/author\s+60 to 120 .*\$\d/, /embedder\s+30 .*\$\d/],
    check: () => expect(zoo.received.some(({ body }) => body.model === 'text-embedding-3-small')).toBe(false),
  },
  {
    line: "HOLDFAST_MODEL='openai:<model>' HOLDFAST_JUDGE='openai:<judge>' HOLDFAST_REFUTER='openai:<refuter>' npx vitest run suites/refutebench/",
    long: true,
    check: () => expect(scores().suites.refutebench).toMatchObject({ unscored: 0, error: 0, failed: 0 }),
  },
  {
    line: 'npx holdfast judge again latest --judge openai:gpt-5',
    long: true,
    before: "HOLDFAST_MODEL='openai:<model>' HOLDFAST_JUDGE='openai:<judge>' npx vitest run suites/fb-bench",
    says: [/fb-bench/],
  },
  {
    line: "HOLDFAST_MODEL='openai:small@http://127.0.0.1:8081/v1' HOLDFAST_CONCURRENCY=4 HOLDFAST_LIMIT=2 npx vitest run suites/sharded",
    long: true,
    check: () => expect(scores().suites.sharded).toMatchObject({ error: 0 }),
  },
  {
    line: "HOLDFAST_MODEL='openai:<model>' npx vitest run suites/refutebench1",
    long: true,
    check: () => expect(scores().suites.refutebench1).toMatchObject({ unscored: 0, error: 0, failed: 0 }),
  },
]

/** Needs data that a command before it pulls from the network. */
const PULLED: Case = {
  line: "HOLDFAST_DATA=data HOLDFAST_JUDGE='openai:gpt-5' npx vitest run suites/llmbar",
  check: () => {
    expect(scores().run.data.llmbar?.source).toMatch(/official/)
    expect(scores().suites.llmbar?.metrics['accuracy.average']?.value).toBe(100)
  },
}

/** Gates against a baseline, of which there is none before its first run. */
const RELEASE = 'HOLDFAST_MODEL=release npx vitest run suites/lifbench'

/** What is said in a project of one's own. */
const TOLD: Readonly<Record<string, string>> = {
  'Translate into German: "We sat on the bank."': 'Wir saßen auf der Bank.',
  'Say "Ufer". It is a riverbank.': 'Wir saßen am Ufer.',
  'Translate the first sentence again.': 'Wir saßen am Ufer.',
}

const answers = new Map<string, string>()
let zoo: Zoo
let root: string

function answer({ messages }: ChatBody): string {
  return answers.get(JSON.stringify(messages)) ?? TOLD[messages.at(-1)?.content ?? ''] ?? '9.9'
}

/** What simulated models say in a small run, to say it again as somebody else. */
async function learn(...[suite, options, env]: Parameters<typeof runSuite>): Promise<void> {
  for (const { messages, content = '' } of (await runSuite(suite, options, env)).calls) answers.set(JSON.stringify(messages), content)
}

beforeAll(async () => {
  for (const HOLDFAST_LIFBENCH_LENGTHS of ['4k', '4k,8k']) await learn(lifbenchSuite, {}, { ...FEW, HOLDFAST_LIFBENCH_LENGTHS })
  await learn(fbBenchSuite, {}, FEW)
  await learn(llmbarSuite, {}, { ...CERTIFIED_BY, HOLDFAST_LLMBAR_STRATEGY: 'Vanilla' })
  if (isLong) {
    await learn(llmbarSuite, {}, { HOLDFAST_LLMBAR_STRATEGY: 'Swap' })
    for (const suite of [kievalSuite, refutebenchSuite, refutebench1Suite]) await learn(suite, {}, FEW)
    if (existsSync(DATA)) await learn(llmbarSuite, {}, { ...FEW, HOLDFAST_DATA: DATA })
    await learn(kievalSuite, { suites: { kieval: { leak: true } } }, FEW)
  }
  zoo = await startZoo({ answer, thinks: 300 })
  // A copy of what a checkout holds, so that nothing is written to this one.
  mkdirSync(join(packageRoot, '.holdfast'), { recursive: true })
  root = mkdtempSync(join(packageRoot, '.holdfast', 'pasted-'))
  for (const name of readdirSync(packageRoot)) {
    if (['src', 'suites', 'matchers', 'fixtures', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.json'].includes(name))
      cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(packageRoot, name), join(root, name))
  if (existsSync(DATA)) symlinkSync(DATA, join(root, 'data'))
  // The set is a tool's own: its simulated judge says the verdicts there.
  await runHoldfast(['judge', 'certify', 'sim:judge', '--from', 'bundled-criteria'], { cwd: root })
  const [run = ''] = readdirSync(join(root, 'reports', 'runs'))
  for (const line of readFileSync(join(root, 'reports', 'runs', run, 'calls.jsonl'), 'utf8')
    .trim()
    .split('\n')) {
    const { messages, content } = JSON.parse(line) as { messages: unknown; content: string }
    answers.set(JSON.stringify(messages), content)
  }
})
afterAll(() => {
  zoo?.close()
  if (root) rmSync(root, { recursive: true, force: true })
})

/** A block of TypeScript from a page, as a checkout has to import. */
function block(page: string, holds: string): string {
  const found = allBlocks().find(({ file, code }) => file === page && code.includes(holds))
  if (!found) throw new Error(`${page} has no block with ${holds}.`)
  return found.code
}

/** Puts the configuration of a page into place, and says in which folder its commands are typed. */
function prepare(config: Case['config']): string {
  const inCheckout = (code: string) => code.replace("'holdfast/plugin'", "'./src/plugin.ts'")
  const write = (...[path, code]: [string, string]) => writeFileSync(join(root, path), code)
  if (config === 'bank') {
    mkdirSync(join(root, 'own'), { recursive: true })
    write('own/vitest.config.ts', readFileSync(join(packageRoot, 'templates/vitest.config.ts'), 'utf8'))
    write('own/bank.eval.ts', block('README.md', '// bank.eval.ts'))
    return join(root, 'own')
  }
  if (config === 'mini') write('vitest.config.ts', inCheckout(block('docs/guides/benchmark-a-model.md', 'mini:')))
  else if (config === 'release') write('vitest.config.ts', inCheckout(block('docs/guides/gate-in-ci.md', 'release:')))
  else cpSync(join(packageRoot, 'vitest.config.ts'), join(root, 'vitest.config.ts'))
  return root
}

/** A line as it stands on a page, with names for what it leaves to its reader. */
async function pasted(line: string, config: Case['config'], env: Environment = {}, more: readonly string[] = []) {
  const onOwnHost = line.includes('<model>@')
  const named = line.replace(/<(\w+)>/g, (_, name: keyof typeof NAMES) => (onOwnHost ? 'Qwen/Qwen2.5-72B-Instruct' : NAMES[name]))
  const [command] = shellCommands(named) as [ShellCommand]
  const { HOLDFAST_MAX_USD } = command.env
  const all = {
    ...command.env,
    ...SAMPLE,
    ...(HOLDFAST_MAX_USD && { HOLDFAST_MAX_USD }),
    ...env,
    OPENAI_API_KEY: 'sk-test',
    ACME_KEY: 'sk-acme',
    NODE_OPTIONS: `--import=${pathToFileURL(fixture('pasted', 'roads.mjs'))}`,
    TEST_ROADS: JSON.stringify({
      'https://api.openai.com/v1': zoo.url('openai'),
      'https://llm.acme.example/v1': zoo.url('vllm'),
      'http://127.0.0.1:8081/v1': zoo.url('vllm'),
      'http://gpu7:8000/v1': zoo.url('vllm'),
      'http://host:8000/v1': zoo.url('vllm'),
    }),
  }
  const cwd = prepare(config)
  const [, program, ...rest] = command.words
  const { code, stdout, stderr } = await (program === 'holdfast'
    ? runHoldfast([...rest, ...more], { cwd, env: all })
    : runVitest(rest.slice(1), { cwd, env: all }))
  return { code, text: unwrapped(stdout + stderr) }
}

const scoresIn = (folder: string) =>
  scoresDocument.parse(JSON.parse(readFileSync(join(root, folder, 'reports', 'runs', 'latest', 'scores.json'), 'utf8')))
const scores = () => scoresIn('.')

test('every command of the pages that names a real model is among those below', () => {
  const commands = allBlocks().flatMap(({ language, code, file }) =>
    language === 'sh' ? shellCommands(code).map(({ text }) => ({ text, file })) : [],
  )
  const real = commands.filter(({ text }) => /openai:|HOLDFAST_MODEL=(?:mini|local|reasoner|release)\b/.test(text))
  const tried = new Set([...CASES, PULLED].map(({ line }) => line).concat(RELEASE))
  expect(real.filter(({ text }) => !tried.has(text))).toEqual([])
  expect([...tried].filter((line) => !real.some(({ text }) => text === line))).toEqual([])
})

describe('as it is pasted, does what its page says:', () => {
  test.for(CASES.filter(({ long }) => isLong || !long).map((tried) => [tried.line, tried] as const))(
    '%s',
    async ([line, { config, before, env, more, says = [], code = 0, check }]) => {
      if (before) await pasted(before, config)
      const done = await pasted(line, config, env, more)
      for (const text of says) expect(done.text).toMatch(text)
      expect(done.code, done.text).toBe(code)
      check?.()
    },
  )

  test.skipIf(!existsSync(DATA) || !isLong)(PULLED.line, async () => {
    const done = await pasted(PULLED.line, undefined)
    expect(done.code, done.text).toBe(0)
    PULLED.check?.()
  })

  test('the gate of a release: red until there is a baseline, which the run that lacks it says how to make', async () => {
    const first = await pasted(RELEASE, 'release')
    const sentence = 'there is no baseline main yet. To make this run the first one: npx holdfast compare latest --keep main'
    expect(first.text).toContain(sentence)
    expect(first.code).toBe(1)
    expect((await pasted('npx holdfast compare latest --keep main', 'release')).code).toBe(0)
    const second = await pasted(RELEASE, 'release')
    expect(second.code, second.text).toBe(0)
    expect(scores().gates).toMatchObject([{ verdict: 'held' }, { verdict: 'held' }, { metric: 'refutebench1 RR', verdict: 'pending' }])
  })
})

test('a model that is not there is one error before anything is paid for, with role, model and remedy', async () => {
  const before = zoo.received.length
  const { code, text } = await pasted(
    "HOLDFAST_MODEL='openai:gpt-5-mini' HOLDFAST_JUDGE='openai:gpt-55' npx vitest run suites/fb-bench",
    undefined,
  )
  expect(code).toBe(1)
  expect(text).toMatch(/the judge openai:gpt-55.*does not exist/)
  const asked = zoo.received.slice(before).filter(({ body }) => body.messages.length > 1 || !body.messages[0]?.content.includes('9.11'))
  expect(asked).toEqual([])
})
