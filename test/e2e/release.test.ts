import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

const textOf = (path: string) => readFileSync(join(packageRoot, path), 'utf8')
const manifest = JSON.parse(textOf('package.json')) as { version: string; publishConfig: object }

/** Offline, and with a token that opens nothing: without one npm warns that nobody is logged in. */
const OFFLINE = { npm_config_offline: 'true', 'npm_config_//registry.npmjs.org/:_authToken': 'none' }

test('npm publish would publish the package, and warns about nothing', async () => {
  const { code, stderr } = await run('npm', ['publish', '--dry-run', '--ignore-scripts'], { env: OFFLINE })
  expect(code, stderr).toBe(0)
  expect(stderr).toContain(`holdfast@${manifest.version}`)
  expect(stderr.split('\n').filter((line) => /^npm (?:warn|error)/i.test(line))).toEqual([])
})

test('npm would mend nothing in package.json', async () => {
  const cwd = temporaryFolder()
  const path = join(cwd, 'package.json')
  // What of its files npm looks for.
  cpSync(join(packageRoot, 'package.json'), path)
  cpSync(join(packageRoot, 'dist/src/cli'), join(cwd, 'dist/src/cli'), { recursive: true })
  const { code, stdout, stderr } = await run('npm', ['pkg', 'fix'], { cwd })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(path, 'utf8')).toBe(textOf('package.json'))
})

test('the newest version of CHANGELOG.md is that of package.json', () =>
  expect(/^## (\d+\.\d+\.\d+)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(manifest.version))

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

describe('the workflow that publishes', () => {
  const workflow = parse(textOf('.github/workflows/release.yml')) as {
    on: object
    permissions: object
    jobs: { publish: { permissions: object; steps: readonly Step[] } }
  }
  const { permissions, steps } = workflow.jobs.publish

  test('runs for tags alone, and may read and identify itself, no more', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } })
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(textOf('.github/workflows/release.yml')).not.toMatch(/secrets\./)
  })

  test('publishes last, with provenance, what was checked and tested', () => {
    const commands = steps.flatMap(({ run: command }) => command ?? [])
    expect(commands.at(-1)).toBe('npm publish --provenance --access public')
    expect(commands.filter((command) => /^npm (?:ci|test|run )/.test(command))).toEqual([
      'npm ci',
      'npm run check',
      'npm test',
      'npm run test:e2e',
    ])
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
  })

  test('takes the versions of actions that the other workflow takes', () => {
    const pinned = new Set(textOf('templates/github/holdfast.yml').match(/actions\/[\w-]+@\S+/g))
    for (const { uses } of steps) if (uses !== undefined) expect(pinned).toContain(uses)
  })

  test('refuses a tag that is not the version', async () => {
    const check = steps.find(({ run: command }) => command?.includes('GITHUB_REF_NAME'))?.run ?? 'exit 9'
    const codeOf = async (tag: string) => (await run('bash', ['-c', check], { env: { GITHUB_REF_NAME: tag } })).code
    expect(await codeOf(`v${manifest.version}`)).toBe(0)
    expect(await codeOf('v99.0.0')).toBe(1)
  })
})
