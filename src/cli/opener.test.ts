import { expect, test } from 'vitest'
import { openerFor } from './opener.ts'

const PATH = '/runs/a b/index.html'

test.each([
  ['darwin', {}, true, 'open'],
  ['win32', {}, true, 'explorer.exe'],
  ['linux', { DISPLAY: ':0' }, true, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true, 'xdg-open'],
  ['linux', {}, true, undefined],
  ['darwin', { CI: 'true' }, true, undefined],
  ['darwin', {}, false, undefined],
] as const)('on %s with %j and a terminal %s a page is opened by %s', (platform, env, isTTY, command) => {
  expect(openerFor(PATH, { platform, env, isTTY })).toEqual(command && { command, args: [PATH] })
})
