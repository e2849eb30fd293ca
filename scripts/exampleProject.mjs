// An example as a project of its own outside the checkout, with the checkout's packages among its modules.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Copies an example into a temporary folder, and gives the folder. */
export function copyExample(example) {
  const root = mkdtempSync(join(tmpdir(), `holdfast-${example}-`))
  cpSync(join(ROOT, 'examples', example), root, { recursive: true, filter: (path) => !/node_modules|reports\/runs/.test(path) })
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['vitest', 'vite', 'zod']) symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  symlinkSync(ROOT, join(root, 'node_modules', 'holdfast'))
  return root
}

/** Runs Vitest in a folder with these variables and none of ours, and gives its exit code and what it prints. */
export function runVitest(root, variables = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:HOLDFAST_|VITEST|GITHUB_|FORCE_COLOR$)/.test(name))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', COLUMNS: '80', CI: 'true', HOLDFAST_CACHE: 'off', ...variables },
    encoding: 'utf8',
  })
  return { code: status, output: stripVTControlCharacters(stdout + stderr).replaceAll(root, '.') }
}
