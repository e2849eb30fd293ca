import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run, runHoldfast, runVitest } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

const init = (root: string, ...args: string[]) => runHoldfast(['init', ...args], { cwd: root })

/** A project with a bot of its own, which can nothing but three items of a benchmark of its own, and a gate that it keeps. */
function shop(): string {
  const root = temporaryFolder()
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(packageRoot, join(root, 'node_modules', 'holdfast'))
  for (const name of ['vitest', 'vite', '.bin']) symlinkSync(join(packageRoot, 'node_modules', name), join(root, 'node_modules', name))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const settings = "model: 'bot', models: { bot: { uri: 'module:./bot.ts#reply' } }"
  write('package.json', JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  write('bot.ts', 'export const reply = async (said: { content: string }[]) => said.at(-1)?.content\n')
  write(
    'shop.eval.ts',
    `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('shop', { items: [{ id: 'Graz' }, { id: 'Linz' }, { id: 'Wels' }] }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(id) })]))
})\n`,
  )
  write(
    'vitest.config.ts',
    `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ ${settings}, gates: { shop: { pass_rate: { min: 0.9 } } } })], test: { include: ['*.eval.ts'] } }\n`,
  )
  return root
}

describe.concurrent('a job runs the bot of the configuration on a suite of three items, as it is written,', () => {
  /** A job's shell, where a secret that is not set is an empty variable. */
  const inShell = (root: string, command: string, env: Readonly<Record<string, string>>) =>
    run('bash', ['-e', '-c', command], { cwd: root, env: { OPENAI_API_KEY: '', GITHUB_STEP_SUMMARY: '', ...env } })
  const scoresOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'scores.json'), 'utf8'))
  const ITS_OWN = {
    exitCode: 0,
    suites: { shop: { items: 3, passed: 3 } },
    run: { roles: { candidate: { model: 'module:./bot.ts#reply' } } },
  }

  test('for GitHub', async () => {
    const root = shop()
    expect(await init(root, '--ci', 'github', 'shop')).toMatchObject({ code: 0, stderr: '' })
    const { env, jobs } = parse(readFileSync(join(root, '.github/workflows/holdfast.yml'), 'utf8'))
    const { shard: shards } = jobs.run.strategy.matrix as { shard: number[] }
    const runOf = (job: string, word: string) => jobs[job].steps.find((step: { run?: string }) => step.run?.includes(word))
    for (const shard of shards) {
      const filled = { 'matrix.shard': shard, 'strategy.job-total': shards.length }
      const step = runOf('run', 'vitest')
      const own = Object.entries<string>(step.env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (.+?) \}\}/g, (_, key: keyof typeof filled) => `${filled[key] ?? ''}`),
      ])
      const { code, stdout, stderr } = await inShell(root, step.run, { ...env, ...Object.fromEntries(own) })
      expect(code, stdout + stderr).toBe(0)
      mkdirSync(join(root, 'parts'), { recursive: true })
      renameSync(join(root, 'reports/runs/part'), join(root, 'parts', `holdfast-${shard}`))
    }
    const { code, stdout, stderr } = await inShell(root, runOf('gates', 'merge').run, env ?? {})
    expect(code, stdout + stderr).toBe(0)
    expect(scoresOf(join(root, 'reports', 'runs', 'merged'))).toMatchObject({
      ...ITS_OWN,
      gates: [{ metric: 'shop pass_rate', verdict: 'held' }],
    })
  })

  test('for Slurm and Kubernetes in one part', async () => {
    const root = shop()
    const { stdout } = await init(root, '--ci', 'slurm', 'shop')
    expect(stdout).toContain('sbatch holdfast.sbatch shop.eval')
    expect(readFileSync(join(root, 'holdfast.sbatch'), 'utf8')).toContain('\n#SBATCH --array=0-0\n')
    await init(root, '--ci', 'kubernetes', 'shop')
    const { spec } = parse(readFileSync(join(root, 'holdfast-job.yaml'), 'utf8'))
    const { env } = spec.template.spec.containers[0] as { env: { name: string; value?: string }[] }
    expect([spec.completions, env.find(({ name }) => name === 'HOLDFAST_SHARD')?.value]).toEqual([1, 'auto/1'])
    expect(env.map(({ name }) => name)).not.toContain('HOLDFAST_MODEL')
  })

  test('in a plain shell, and leaves the comment to who says where it goes', async () => {
    const root = shop()
    expect(await init(root, '--ci', 'shell', 'shop')).toMatchObject({ code: 0, stderr: '' })
    for (const bot of ['', 'export const reply = async () => "No."\n']) {
      if (bot) writeFileSync(join(root, 'bot.ts'), bot)
      const { code, stdout, stderr } = await inShell(root, 'bash holdfast.sh', {})
      expect(code, stdout + stderr).toBe(bot ? 1 : 0)
      expect(stdout + stderr).not.toContain('comment')
    }
    const runs = readdirSync(join(root, 'reports/runs')).filter((name) => name !== 'latest')
    expect(runs).toHaveLength(2)
    expect(scoresOf(join(root, 'reports/runs', runs.sort()[0] as string))).toMatchObject(ITS_OWN)
    // A comment that cannot be written is a failure, also where the gates hold.
    writeFileSync(join(root, 'bot.ts'), 'export const reply = async (said: { content: string }[]) => said.at(-1)?.content\n')
    const { code, stderr } = await inShell(root, 'bash holdfast.sh', { PULL: '12', GITHUB_REPOSITORY: '', GITHUB_TOKEN: '' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Failed to comment: GITHUB_REPOSITORY is no <owner>/<name>.')])
  })
})

test('the first test, which a bot of another trade fails, says in its failure that it is an example', async () => {
  const root = shop()
  expect(await init(root)).toMatchObject({ code: 0 })
  const { code, stdout, stderr } = await runVitest([], { cwd: root, env: { NO_COLOR: '1', FORCE_COLOR: undefined } })
  expect(code).toBe(1)
  expect(stdout + stderr).toMatch(/FAIL\s+bank\.eval\.ts > example: /)
  expect(readFileSync(join(root, 'bank.eval.ts'), 'utf8')).toMatch(/^\/\/ An example\. /)
})
