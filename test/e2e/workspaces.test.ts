import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { run } from '../run.ts'
import { once, temporaryFolder } from './fixtureRun.ts'
import { packed } from './installed.ts'

/** How a package manager is called. */
interface Manager {
  /** What npx gets before the manager's own arguments; empty for npm itself. */
  readonly by: readonly string[]
  readonly install: readonly string[]
  /** Runs the script of one workspace, typed at the root. */
  readonly atRoot: readonly string[]
  /** Files at the root beside package.json. */
  readonly files: Readonly<Record<string, string>>
}

const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    by: [],
    install: ['install', '--prefer-offline', '--no-audit', '--no-fund'],
    atRoot: ['run', 'eval', '--workspace', 'bot'],
    files: {},
  },
  pnpm: {
    by: ['--yes', 'pnpm@10.34.8'],
    install: ['install', '--prefer-offline'],
    atRoot: ['--filter', 'bot', 'run', 'eval'],
    files: { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' },
  },
  yarn: {
    by: ['--yes', '-p', '@yarnpkg/cli-dist@4.18.1', 'yarn'],
    install: ['install'],
    atRoot: ['workspace', 'bot', 'run', 'eval'],
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\nenableImmutableInstalls: false\n', 'yarn.lock': '' },
  },
}

const FORGETS = `import { test } from 'holdfast'
import { expect } from 'vitest'

test('says the river’s word', async ({ dialogue }) => {
  await dialogue.ask('Translate: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
  await dialogue.refute('Say "Ufer".', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
  await dialogue.distract(2)
  await dialogue.ask('Again, please.', { reference: 'Wir saßen am Ufer.' })
  await expect(dialogue).toRetainAfterTurns(2)
})
`

/** A monorepo of two packages that both depend on the packed tarball. One has a dialogue test that fails. */
async function monorepo(files: Manager['files']): Promise<string> {
  const root = temporaryFolder()
  const { path } = await packed()
  const manifest = {
    private: true,
    version: '1.0.0',
    type: 'module',
    scripts: { eval: 'vitest run' },
    devDependencies: { holdfast: `file:${path}`, vitest: '^4.1.0' },
  }
  const config = `import { holdfast } from 'holdfast/plugin'\n\nexport default { plugins: [holdfast({ model: 'sim:forgetful?after=1' })] }\n`
  const own = (name: string) => ({
    [`packages/${name}/package.json`]: JSON.stringify({ name, ...manifest }),
    [`packages/${name}/vitest.config.ts`]: config,
  })
  const written = {
    'package.json': JSON.stringify({ name: 'shop', private: true, version: '1.0.0', workspaces: ['packages/*'] }),
    ...own('bot'),
    ...own('desk'),
    'packages/bot/words.test.ts': FORGETS,
    ...files,
  }
  for (const name of ['bot', 'desk']) mkdirSync(join(root, 'packages', name), { recursive: true })
  for (const [name, text] of Object.entries(written)) writeFileSync(join(root, name), text)
  return root
}

describe.each(Object.entries(MANAGERS))('in a monorepo of %s', (name, { by, install, atRoot, files }) => {
  const call = (cwd: string, args: readonly string[]) => run(by.length > 0 ? 'npx' : name, [...by, ...args], { cwd })
  const installed = once(async () => {
    const { code, stderr } = await call(temporaryFolder(), ['--version'])
    if (code !== 0) return { missing: `this machine has no ${name}: ${stderr}` }
    const root = await monorepo(files)
    const added = await call(root, install)
    expect(added.code, added.stdout + added.stderr).toBe(0)
    return { root }
  })

  test.for([
    { typed: '.', args: atRoot },
    { typed: 'packages/bot', args: ['run', 'eval'] },
  ])('a run typed in $typed prints a page and a command that are right there', async ({ typed, args }, { skip }) => {
    const { root, missing } = await installed()
    if (root === undefined) return skip(missing)
    const cwd = join(root, typed)
    const { code, stdout } = await call(cwd, args)
    const printed = stripVTControlCharacters(stdout)
    expect(code, printed).toBe(1)

    const [page = ''] = /(?<=^ open ).+$/m.exec(printed) ?? []
    expect(existsSync(resolve(cwd, page)), printed).toBe(true)
    const [command = ''] = /(?<=^ show )npx holdfast .+$/m.exec(printed) ?? []
    const [folder] = /(?<=^ in {3})cd .+(?=, for the commands above$)/m.exec(printed) ?? []
    const pasted = await run('sh', ['-c', [folder, command].filter(Boolean).join(' && ')], { cwd })
    expect(pasted, printed).toMatchObject({ code: 0, stdout: expect.stringContaining('Wir saßen auf der Bank.') })
    // The other workspace has no runs, and is not taken for this one.
    expect(existsSync(join(root, 'packages', 'desk', 'reports'))).toBe(false)
  })
})
