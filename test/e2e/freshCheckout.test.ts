import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

test('npm pack in a checkout without packages says what to do', async () => {
  const root = temporaryFolder()
  for (const name of ['package.json', 'scripts', 'src', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  const { code, stderr } = await run('npm', ['pack'], { cwd: root })
  expect(code).not.toBe(0)
  expect(stderr).toContain('Failed to build dist: the packages it is built with are not installed. Run npm ci first.\n')
  expect(stderr).not.toMatch(/ERR_MODULE_NOT_FOUND|node:internal/)
  expect(existsSync(join(root, 'dist'))).toBe(false)
})
