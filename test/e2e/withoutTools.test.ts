import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { temporaryFolder } from './fixtureRun.ts'

const TOOLS = readdirSync(join(packageRoot, 'src', 'tools'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What an installation, a build or a run makes. */
const MADE = new Set(['.git', 'node_modules', 'dist', join('bench', 'build'), join('reports', 'runs')])

/** A copy of this checkout without a tool: its folder and its line are deleted. */
function checkoutWithout(tool: string): string {
  const folder = temporaryFolder()
  const root = join(folder, 'checkout')
  cpSync(packageRoot, root, { recursive: true, filter: (path) => !MADE.has(relative(packageRoot, path)) })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
  if (hasShared) symlinkSync(sharedFolder, join(folder, 'shared'))
  rmSync(join(root, 'src', 'tools', tool), { recursive: true })
  const list = join(root, 'src', 'tools', 'index.ts')
  const lines = readFileSync(list, 'utf8').split('\n')
  writeFileSync(list, lines.filter((line) => !line.includes(`'./${tool}/`)).join('\n'))
  return root
}

test('the tools are found', () => expect(TOOLS).toContain('shrink'))

// Each takes as long as `npm test`, on any machine. `.ci/run` takes one, by its seed.
const { TEST_SEED: seed = isLong ? undefined : '0' } = process.env
test.each(seed === undefined ? TOOLS : TOOLS.slice(Number(seed) % TOOLS.length).slice(0, 1))(
  'without src/tools/%s all else builds, has its types and passes its tests',
  { timeout: 0 },
  async (tool) => {
    const root = checkoutWithout(tool)
    for (const args of [
      [join('scripts', 'build.mjs')],
      [join('node_modules', 'typescript7', 'bin', 'tsc'), '-p', '.'],
      [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'unit', '--project', 'suite', '--reporter=dot'],
    ]) {
      const { code, stdout, stderr } = await run(process.execPath, args, { cwd: root, hangsAfter: 0 })
      expect(code, `${args.join(' ').replaceAll(sep, '/')}\n${stdout}${stderr}`).toBe(0)
    }
  },
)
