import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdfastHere } from '../../test/command.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { openerOf } from './open.ts'

/** A project with one run, with these files. */
function projectWith(...files: readonly string[]): string {
  const root = temporaryFolder()
  const run = join(root, 'reports', 'runs', 'one')
  mkdirSync(run, { recursive: true })
  for (const file of ['items.jsonl', ...files]) writeFileSync(join(run, file), '')
  return root
}

test('the path of the page is printed where no browser can be opened', async () => {
  const root = projectWith('index.html', 'compare.html')
  expect(await holdfastHere(['open', 'one'], root)).toEqual({ code: 0, stdout: 'reports/runs/one/index.html\n', stderr: '' })
  const compared = await holdfastHere(['open', 'one', '--compare'], root)
  expect(compared).toEqual({ code: 0, stdout: 'reports/runs/one/compare.html\n', stderr: '' })
})

test('a page that is not there is told with how to write it', async () => {
  const root = projectWith()
  expect(await holdfastHere(['open', 'one'], root)).toMatchObject({
    code: 1,
    stderr: 'Failed to open reports/runs/one/index.html: there is no such file. Write it with npx holdfast report one.\n',
  })
  const { stderr } = await holdfastHere(['open', 'one', '--compare'], root)
  expect(stderr).toContain('npx holdfast report one --compare <other run>.')
})

test('the runs of a project are listed as JSON, none of an empty one', async () => {
  const { code, stdout } = await holdfastHere(['runs', '--json'], projectWith())
  expect([code, JSON.parse(stdout).runs]).toEqual([0, [expect.objectContaining({ name: 'one', state: 'unfinished', canResume: false })]])
  expect(JSON.parse((await holdfastHere(['runs', '--json'], temporaryFolder())).stdout)).toEqual({ runs: [] })
})

test.each([
  ['darwin', {}, true, 'open'],
  ['win32', {}, true, 'explorer.exe'],
  ['linux', { DISPLAY: ':0' }, true, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true, 'xdg-open'],
  ['linux', {}, true, undefined],
  ['darwin', { CI: 'true' }, true, undefined],
  ['darwin', {}, false, undefined],
] as const)('on %s with %j and a terminal %s a page is opened by %s', (platform, env, isTTY, command) =>
  expect(openerOf({ platform, env, isTTY })).toBe(command),
)
