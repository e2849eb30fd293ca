import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import type { PageIndex } from '../../src/reports/page/shared/pageIndex.ts'
import { type Environment, runHoldfast } from '../run.ts'
import { fixture, once, readCalls, readItems, readScores, runFixture, unwrapped } from './fixtureRun.ts'
import { ownProject } from './ownProject.ts'

/** Values that stand in what Holdfast writes by itself: a word, and names in the script of the page and in scores.json. */
const OURS = { DB_PASSWORD: 'holdfast', APP_KEY: 'addEventListener', VAULT_TOKEN: 'holdfast.scores/1', MY_SECRET: 'sim:simulated' }

const capitals = (env: Readonly<Record<string, string>>) =>
  runFixture('capitals', ['capitals.eval'], { HOLDFAST_MODEL: `module:${fixture('capitals', 'agent.ts')}#ask`, OUTCOMES: 'fail', ...env })

describe.concurrent('secrets that are words of ours', () => {
  const ran = once(() => capitals(OURS))

  test('leave the scripts and styles of the page alone, and the structure of every file', async () => {
    const run = await ran()
    expect(run.code, run.text).toBe(0)
    const page = readFileSync(run.folder.page, 'utf8')
    for (const name of ['page.js', 'page.css']) expect(page).toContain(readFileSync(join(packageRoot, 'dist', 'page', name), 'utf8'))
    const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as PageIndex
    expect(index.rows).toHaveLength(4)
    expect(readScores(run)).toMatchObject({ schema: 'holdfast.scores/1', suites: { capitals: { passed: 3, failed: 1 } } })
    expect(readItems(run)).toHaveLength(4)
    expect(readCalls(run)).toHaveLength(4)
  })

  test('are named once where they are too common to be redacted, without their values', async () => {
    const { text } = await ran()
    expect(text.match(/^ secrets .*$/gm)).toEqual([' secrets     too short or too common to redact: DB_PASSWORD'])
  })
})

test('a run without weak secrets says nothing of them', async () => {
  const { text } = await capitals({ STRONG_KEY: 'a-Strong-Value-12345', NO_TOKEN: 'false', SSH_AUTH_SOCK: '/tmp/agent.1' })
  expect(text).not.toMatch(/^ secrets/m)
})

/** What was no secret when the run was made. */
const VALUE = 'oldRun0Value1With2Digits3'

describe('a run that is older than what is known of secrets', () => {
  test('is shown, reported, compared, merged and made a baseline without them', async () => {
    const project = ownProject('oldRun')
    const made = await project.vitest({ PLAIN: VALUE })
    expect(made.code, made.text).toBe(0)
    expect(readFileSync(made.folder.calls, 'utf8')).toContain(VALUE)

    const before = new Set(filesOf(project.root).keys())
    // Another run becomes the latest meanwhile.
    const old = made.folder.path
    const env: Environment = { SOME_SERVICE_KEY: VALUE, COLUMNS: '80' }
    const commands = [
      ['show', old],
      ['show', old, '--below'],
      ['show', old, 'one'],
      ['show', old, 'one', '--calls'],
      ['show', old, 'no such item'],
      ['show', old, '--page'],
      ['compare', old, old, '--json'],
      ['compare', old, old, '--page'],
      ['compare', old, '--keep', 'main'],
      ['merge', old, '--suite', 'old', '--json'],
      ['judge', 'again', old, '--judge', 'sim:judge'],
    ]
    const printed = await Promise.all(
      commands.map(async (args) => {
        const { stdout, stderr } = await runHoldfast(args, { cwd: project.root, env })
        return `${args.join(' ')}: ${stdout}${stderr}`
      }),
    )
    for (const text of printed) expect(leaks(text), text).toEqual([])
    expect(unwrapped(printed.join(' '))).toContain('[redacted]')
    const written = [...filesOf(project.root)].filter(([name]) => !before.has(name) || /index\.html|[/\\]data[/\\]/.test(name))
    expect(written.length).toBeGreaterThan(10)
    for (const [name, text] of written) expect(leaks(text), name).toEqual([])
  })
})

/** Pieces of the value that are long enough to matter. */
function leaks(text: string): string[] {
  const pieces = Array.from({ length: VALUE.length - 7 }, (_, start) => VALUE.slice(start, start + 8))
  return pieces.filter((piece) => text.includes(piece))
}

function filesOf(root: string): Map<string, string> {
  // The project's packages are links, one of them to this checkout, in which other tests write.
  const own = readdirSync(root).filter((name) => name !== 'node_modules')
  const names = own
    .flatMap((name) => {
      const isFolder = statSync(join(root, name)).isDirectory()
      return isFolder ? readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((inner) => join(name, inner)) : [name]
    })
    .filter((name) => !/^reports.runs.latest/.test(name) && statSync(join(root, name)).isFile())
  return new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}
