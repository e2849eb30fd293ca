import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../src/core/base/data/readJson.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { temporaryFolder } from './fixtureRun.ts'
import { packed } from './installed.ts'

const PNPM = ['--yes', 'pnpm@10.34.8']
const YARN = ['--yes', '-p', '@yarnpkg/cli-dist@4.18.1', 'yarn']

/** Runs the suite that `init` writes and a bundled one in a new project, by a package manager's own commands. */
async function expectGreen(root: string, manager: readonly string[], add: readonly string[], exec: readonly string[]): Promise<void> {
  const call = (...args: string[]) => run('npx', [...manager, ...args], { cwd: root, env: { HOLDFAST_LIMIT: '5' } })
  const added = await call(...add)
  expect(added.code, added.stdout + added.stderr).toBe(0)
  expect(existsSync(join(root, 'node_modules', 'zod'))).toBe(false)
  expect(await call(...exec, 'holdfast', 'init', 'demo')).toMatchObject({ code: 0, stdout: expect.stringContaining('made  suites/demo') })
  writeFileSync(join(root, 'suites', 'lifbench.eval.ts'), "import 'holdfast/suites/lifbench'\n")
  const { code, stdout, stderr } = await call(...exec, 'vitest', 'run', 'suites/')
  expect(code, stdout + stderr).toBe(0)
  const { suites } = readJson(join(root, 'reports', 'runs', 'latest', 'scores.json'), scoresDocument)
  expect(suites).toMatchObject({ demo: { items: 5, passed: 5 }, lifbench: { error: 0, unscored: 0, failed: 0 } })
}

function emptyProject(): string {
  const root = temporaryFolder()
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'newcomer', private: true, type: 'module' }))
  return root
}

describe.runIf(isLong)('a project is green at once', () => {
  test('with pnpm, which hides what a dependency depends on', async () => {
    const packages = ['vitest@4', (await packed()).path]
    await expectGreen(emptyProject(), PNPM, ['add', '--save-dev', '--prefer-offline', ...packages], ['exec'])
  })

  test("with Yarn's Plug'n'Play, which has no node_modules", async () => {
    const root = emptyProject()
    writeFileSync(join(root, '.yarnrc.yml'), 'nodeLinker: pnp\nenableTelemetry: false\nenableImmutableInstalls: false\n')
    // Without a lock file of its own Yarn takes the folder for a part of a project above.
    writeFileSync(join(root, 'yarn.lock'), '')
    await expectGreen(root, YARN, ['add', '--dev', 'vitest@4', `holdfast@file:${(await packed()).path}`], ['exec'])
    expect(existsSync(join(root, '.pnp.cjs'))).toBe(true)
  })
})
