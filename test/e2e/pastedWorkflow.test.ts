import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { run } from '../run.ts'
import { runSuite } from '../runSuite.ts'
import { type ChatRequest, startEndpoint } from './endpoint.ts'
import { once, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { packed } from './installed.ts'
import { filled, filledEnv, shards, workflowSteps, workflowText } from './workflow.ts'

registerMatchers()

/** Little of the suite, in which every part still has items. */
const LITTLE = { HOLDFAST_LIMIT: '4' }
/** Four of each of the eleven tasks. */
const ITEMS = 44
const textOf = (messages: readonly { readonly role: string; readonly content: unknown }[]) =>
  messages.map(({ role, content }) => `${role}: ${content}`).join('\n')

/** An endpoint that knows every answer, until it is told to know every second one only. */
const endpoint = once(async () => {
  const { calls } = await runSuite(lifbenchSuite, { limit: 4 })
  const answers = new Map(calls.map(({ messages, content = '' }) => [textOf(messages), content]))
  const state = { forgets: false, unknown: 0 }
  const { url } = await startEndpoint(({ messages }: ChatRequest) => {
    const asked = textOf(messages)
    const content = answers.get(asked)
    if (content === undefined) state.unknown += 1
    const forgotten = state.forgets && [...answers.keys()].indexOf(asked) % 2 === 0
    return { content: forgotten || content === undefined ? 'I do not know.' : content }
  })
  return { url, state }
})

/** A command in a shell that must succeed. */
async function sh(commands: string, cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run('bash', ['-e', '-c', commands], { cwd })
  expect(code, `${commands}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

/** An empty repository with the workflow and what its first comment demands, installed by npm. */
const repository = once(async () => {
  const root = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { path } = await packed()
  cpSync(path, join(root, basename(path)))
  write('package.json', JSON.stringify({ name: 'newcomer', private: true, type: 'module' }))
  write('.gitignore', 'node_modules\nreports/runs\n')
  write('.github/workflows/holdfast.yml', workflowText)
  write('lifbench.eval.ts', "import 'holdfast/suites/lifbench'\n")
  write(
    'vitest.config.ts',
    "import { holdfast } from 'holdfast/plugin'\nimport { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ plugins: [holdfast()], test: { include: ['**/*.{test,eval}.ts'] } })\n",
  )
  const install = /npm install .*\.tgz/.exec(workflowText)?.[0]
  await sh(`${install} --prefer-offline --no-audit --no-fund`, root)
  await sh('git init -q -b main && git config user.email a@b.c && git config user.name a && git add -A && git commit -qm first', root)
  expect(await sh('git ls-files', root)).toContain('holdfast-0.1.0.tgz\n')
  return root
})

interface Job {
  /** The steps that ran, with what each printed. */
  readonly steps: readonly { readonly commands: string; readonly code: number; readonly text: string }[]
  readonly summary: string
  readonly root: string
}

/** Node's packages of the first `npm ci`: those of the other machines are the same. */
let installed: string | undefined

/** Runs a job as a runner would: in a new clone, steps in order, after a failure only those that run always. */
async function runJob(job: string, shard: string, artifacts: string): Promise<Job> {
  const root = join(temporaryFolder(), 'work')
  await sh(`git clone -q ${await repository()} ${root}`, dirname(root))
  const summary = join(dirname(root), 'summary.md')
  writeFileSync(summary, '')
  const expressions = { 'matrix.shard': shard, 'strategy.job-total': '4', 'secrets.OPENAI_API_KEY': 'sk-test' }
  const done: { commands: string; code: number; text: string }[] = []
  for (const step of workflowSteps.filter((entry) => entry.job === job)) {
    if (!step.always && done.some(({ code }) => code !== 0)) continue
    const path = join(root, filled(step.settings.path ?? '', expressions))
    if (step.uses === 'actions/upload-artifact' && existsSync(path))
      cpSync(path, join(artifacts, filled(step.settings.name ?? '', expressions)), { recursive: true })
    if (step.uses === 'actions/download-artifact')
      for (const name of readdirSync(artifacts)) cpSync(join(artifacts, name), join(path, name), { recursive: true })
    if (step.commands === '') continue
    if (step.commands === 'npm ci' && installed) {
      symlinkSync(installed, join(root, 'node_modules'), 'dir')
      continue
    }
    const env = { ...filledEnv(step, expressions), ...LITTLE, OPENAI_BASE_URL: (await endpoint()).url }
    const runner = { GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: 'true', CI: 'true', npm_config_prefer_offline: 'true' }
    const { code, stdout, stderr } = await run('bash', ['-e', '-c', step.commands], { cwd: root, env: { ...env, ...runner } })
    done.push({ commands: step.commands, code: code ?? 1, text: stdout + stderr })
    if (step.commands === 'npm ci' && code === 0) installed = join(root, 'node_modules')
  }
  return { steps: done, summary: readFileSync(summary, 'utf8'), root }
}

/** Runs all of the workflow. */
async function runWorkflow() {
  const artifacts = temporaryFolder()
  const parts: Job[] = []
  for (const shard of shards) parts.push(await runJob('run', shard, artifacts))
  const gates = await runJob('gates', '', artifacts)
  // The comment is for pull requests, and asks GitHub.
  const codes = (jobs: readonly Job[]) =>
    jobs.flatMap(({ steps }) =>
      steps.filter(({ commands }) => commands !== 'npm ci' && !commands.includes('holdfast comment')).map(({ code }) => code),
    )
  const printed = [...parts, gates].flatMap(({ steps }) => steps.map(({ text }) => text)).join('\n')
  return { artifacts, gates, parts: codes(parts), merge: codes([gates]), printed }
}

describe('the workflow, pasted into an empty repository', () => {
  test('is red without a baseline and says what to do, green after that, and red where the model becomes worse', async () => {
    const { state } = await endpoint()
    const first = await runWorkflow()
    expect(first.parts, first.printed).toEqual([0, 0, 0, 0])
    // The merge is red, the steps after it are not.
    expect(first.merge, first.printed).toEqual([1, 0])
    const told = /there is no baseline main yet\. To make this run the first one: (.+), and commit the files it writes/.exec(
      unwrapped(first.printed),
    )
    expect(told?.[1], first.printed).toBe('npx holdfast compare reports/runs/merged --keep main')
    expect(first.gates.summary).toContain('there is no baseline main yet')
    const scores = scoresDocument.parse(JSON.parse(readFileSync(runFolder(join(first.artifacts, 'holdfast-merged')).scores, 'utf8')))
    expect(scores).toMatchObject({ run: { partial: false }, suites: { lifbench: { items: ITEMS, passed: ITEMS, error: 0 } } })
    expect(state.unknown).toBe(0)

    const root = await repository()
    cpSync(join(first.artifacts, 'holdfast-merged'), join(root, 'reports', 'runs', 'merged'), { recursive: true })
    await sh(`${told?.[1]} && git add reports/baselines && git commit -qm Baseline`, root)
    expect((await sh('git ls-files reports', root)).trim().split('\n')).toEqual([
      'reports/baselines/main.items.jsonl',
      'reports/baselines/main.json',
    ])

    const second = await runWorkflow()
    expect([second.parts, second.merge], second.printed).toEqual([
      [0, 0, 0, 0],
      [0, 0],
    ])
    expect(second.gates.summary).toContain(`${ITEMS} items, all paired: `)

    state.forgets = true
    const third = await runWorkflow()
    expect([third.parts, third.merge], third.printed).toEqual([
      [0, 0, 0, 0],
      [1, 0],
    ])
    expect(unwrapped(third.printed)).toMatch(/BROKEN +lifbench content\.overall .{0,120}fell (?:by )?0\.\d+, allowed 0\.02/)
  })

  test('finds the suite in suites/ too', async () => {
    const command = workflowSteps.find(({ commands }) => commands.includes('vitest'))?.commands ?? ''
    const root = await repository()
    await sh('mkdir -p suites && git mv lifbench.eval.ts suites/ && git commit -qm moved', root)
    const { code, stdout, stderr } = await run('bash', ['-e', '-c', command], {
      cwd: root,
      env: { ...LITTLE, HOLDFAST_SHARD: '1/4', GITHUB_STEP_SUMMARY: '' },
    })
    expect(code, stdout + stderr).toBe(0)
  })
})
