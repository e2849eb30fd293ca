import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { type Finished, run } from '../run.ts'
import { once } from './fixtureRun.ts'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-installed-'))
  folders.push(folder)
  return folder
}

/** The packed tarball, as `npm publish` would send it. What it is built from is built before the tests. */
export const packed = once(async () => {
  const folder = temporaryFolder()
  const { code, stdout, stderr } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  if (code !== 0) throw new Error(`npm pack ended with ${code}: ${stderr}`)
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string; size: number; mode: number }[] }]
  return { path: join(folder, filename), files }
})

/** An empty project with Holdfast's tarball and a Vitest, both installed by npm. */
export interface InstalledProject {
  readonly root: string
  /** Runs a command of the project with its own Node. */
  npx(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>
  write(path: string, text: string): void
}

/**
 * Installs the tarball and Vitest of a range in an empty folder.
 *
 * @param node major version of Node to run under, installed from npm beside the project; by default the present one.
 * @param more further packages.
 */
export async function installProject(vitest: string, node?: number, more: readonly string[] = []): Promise<InstalledProject> {
  const root = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('package.json', JSON.stringify({ name: 'newcomer', version: '1.0.0', private: true, type: 'module' }))
  const bin = node === undefined ? dirname(process.execPath) : await installNode(node)
  const env = { PATH: [bin, process.env.PATH].join(delimiter) }
  await install(root, [`vitest@${vitest}`, (await packed()).path, ...more], env)
  return {
    root,
    write,
    npx: (command, args, more = {}) =>
      run(join(bin, 'node'), [join(root, 'node_modules', command), ...args], { cwd: root, env: { ...env, ...more } }),
  }
}

async function installNode(major: number): Promise<string> {
  const root = temporaryFolder()
  writeFileSync(join(root, 'package.json'), JSON.stringify({ private: true }))
  await install(root, [`node@${major}`], {})
  return join(root, 'node_modules', 'node', 'bin')
}

async function install(root: string, packages: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await run('npm', ['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: root,
    env,
  })
  if (code !== 0) throw new Error(`npm install ended with ${code}: ${stderr}`)
}

/** Size of a folder's files in bytes, and the paths of those that match. */
export function measure(folder: string, pattern: RegExp): { readonly bytes: number; readonly matching: readonly string[] } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !statSync(join(folder, path)).isDirectory())
  return {
    bytes: files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0),
    matching: files.filter((path) => pattern.test(path)),
  }
}

/** A JSON file of a project. */
export function readJson(...path: string[]) {
  return JSON.parse(readFileSync(join(...path), 'utf8'))
}

/** package.json of this checkout. */
export const manifest: {
  exports: Record<string, { types: string; default: string }>
  bin: Record<string, string>
  scripts: Record<string, string>
} = readJson(packageRoot, 'package.json')

/** What package.json exports, by the name it is imported by; a pattern is filled in with each suite. */
export const ENTRIES: typeof manifest.exports = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (!entry.includes('*')) return [[entry, target] as const]
    const of = (path: string, suite: string) => path.replaceAll('*', suite)
    return SUITE_NAMES.map((name) => [of(entry, name), { types: of(target.types, name), default: of(target.default, name) }] as const)
  }),
)
