import { cpSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { runHoldfast, runVitest } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

/** What a checkout has before anything is installed, built or run. */
const isSource = (path: string) => !/^(?:node_modules|\.git|\.holdfast|dist[^/]*|reports\/runs)(?:\/|$)/.test(relative(packageRoot, path))

test('a suite that init --shipped makes passes the unit and suite tests, with no other change and without a build', async () => {
  const root = join(temporaryFolder(), 'checkout')
  cpSync(packageRoot, root, { recursive: true, filter: isSource })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
  expect(await runHoldfast(['init', '--shipped', 'two-words'], { cwd: root })).toMatchObject({ code: 0, stderr: '' })
  const { code, stdout, stderr } = await runVitest(['--project', 'unit', '--project', 'suite'], { cwd: root })
  expect(code, stdout + stderr).toBe(0)
  // The contracts of every suite hold for it: they have tests of its name.
  const ran = await runVitest(['--project', 'unit', '--project', 'suite', '-t', 'two-words', '--reporter=json'], { cwd: root })
  expect(JSON.parse(ran.stdout).numPassedTests).toBeGreaterThan(10)
})
