import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../run.ts'
import { packed } from './installed.ts'

// Not among the dev dependencies: the second brings a TypeScript of its own, 39 MB for both.
const LINTERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5']

describe('the tarball, linted as registries and bundlers see it', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-lint-'))
  let unreachable = false
  beforeAll(async () => {
    writeFileSync(join(root, 'package.json'), '{"private":true}')
    const { code, stderr } = await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...LINTERS], { cwd: root })
    unreachable = code !== 0 && /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/.test(stderr)
    if (code !== 0 && !unreachable) throw new Error(stderr)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const lint = async (name: string, args: readonly string[]) =>
    run(process.execPath, [join(root, 'node_modules', name), (await packed()).path, ...args])

  test('publint finds nothing', async ({ skip }) => {
    skip(unreachable, 'the npm registry is not reachable')
    const { code, stdout } = await lint('publint/src/cli.js', ['--strict'])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('All good!') })
  })

  test('are-the-types-wrong finds nothing for modules, which this package is alone', async ({ skip }) => {
    skip(unreachable, 'the npm registry is not reachable')
    const { code, stdout } = await lint('@arethetypeswrong/cli/dist/index.js', ['--profile', 'esm-only', '--format', 'json'])
    expect(code, stdout).toBe(0)
    const { problems } = JSON.parse(stdout) as { problems: Record<string, readonly { resolutionKind: string }[]> }
    const modern = Object.values(problems)
      .flat()
      .filter(({ resolutionKind }) => resolutionKind === 'node16-esm' || resolutionKind === 'bundler')
    expect(modern).toEqual([])
  })
})
