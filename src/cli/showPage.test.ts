import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdfastHere } from '../../test/command.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { openerOf } from '../running/commands/output.ts'

/** A project with one run that did not end. */
function projectWith(): string {
  const root = temporaryFolder()
  const run = join(root, 'reports', 'runs', 'one')
  mkdirSync(run, { recursive: true })
  writeFileSync(join(run, 'items.jsonl'), '')
  return root
}

test('the page of a run that did not end is refused, and its path is asked for nowhere else', async () => {
  const root = projectWith()
  expect(await holdfastHere(['show', 'one', '--page'], root)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the run did not end'),
  })
  expect(await holdfastHere(['show', '--page', '--out', 'x.html'], root)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Leave out --out'),
  })
})

test('the runs of a project are listed as JSON, none of an empty one', async () => {
  const { code, stdout } = await holdfastHere(['show', '--json'], projectWith())
  expect([code, JSON.parse(stdout).runs]).toEqual([0, [expect.objectContaining({ name: 'one', state: 'unfinished', canResume: false })]])
  expect(JSON.parse((await holdfastHere(['show', '--json'], temporaryFolder())).stdout)).toEqual({ runs: [] })
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
  expect(openerOf(isTTY, { platform, env })).toBe(command),
)
