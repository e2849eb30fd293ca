import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run, startVitest } from '../run.ts'
import { unwrapped } from './fixtureRun.ts'
import { itemIds, slowYes } from './slowYes.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')

/** Whether another user can read the package: a checkout may lie in a folder of root's own. */
const canBeAnother =
  isRoot && spawnSync(process.execPath, ['-e', `fs.readdirSync(${JSON.stringify(packageRoot)})`], { uid: NOBODY, gid: NOBODY }).status === 0

/** Mounts a small disk, which goes with the test. */
function smallDisk(folder: string, options: string, { onTestFinished }: TestContext): (options: string) => void {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return (other) => void execFileSync('mount', ['-o', `remount,${other}`, folder])
}

/** Not every machine lets root mount: containers mostly do not. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status === 0

describe.concurrent('what was paid for is kept', () => {
  test.runIf(canMount)(
    'on a full disk: no further call is made, what was answered is scored, and the run goes on with room',
    async (context) => {
      const { root, asked, scores } = slowYes()
      // The room that a run keeps is 4 MB. Two answers of 1 MB fit beside it at most.
      const resize = smallDisk(join(root, 'disk'), 'size=6m', context)
      const env = { LENGTH: '1000000', HOLDFAST_OUT: 'disk/run' }
      const first = await startVitest([], { cwd: root, env }).finished
      expect(first.code, first.stdout).toBe(1)
      expect(unwrapped(first.stdout)).toContain(
        'the disk is full, and no further call is made. Free space, then finish the run with HOLDFAST_RESUME.',
      )
      const paid = asked().length
      expect(paid).toBeGreaterThan(0)
      expect(paid).toBeLessThan(4)
      expect(scores('disk/run')).toMatchObject({ items: 8, passed: paid, error: 8 - paid })
      resize('size=60m')
      const { code, stdout } = await startVitest([], { cwd: root, env: { ...env, HOLDFAST_RESUME: 'auto' } }).finished
      expect(code, stdout).toBe(0)
      expect(scores('disk/run')).toMatchObject({ items: 8, passed: 8 })
      expect(asked().sort()).toEqual(itemIds(8))
    },
  )

  test('when the reader of the output leaves: the run goes on to its end', async () => {
    const { root, scores } = slowYes()
    const { stdout } = await run('bash', ['-c', `"${process.execPath}" "${vitest}" run | head -n 1; echo "exit \${PIPESTATUS[0]}"`], {
      cwd: root,
      env: { HOLDFAST_OUT: 'run', WAIT: '200' },
    })
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('exit 0')
    expect(scores('run')).toMatchObject({ items: 8, passed: 8 })
  })

  test('when few files may be open: calls wait for each other, and none is lost', async ({ onTestFinished }) => {
    const { root, scores } = slowYes()
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        setTimeout(() => response.end(JSON.stringify({ choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }] })), 200)
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { stdout, stderr } = await run('bash', ['-c', `ulimit -n 256; "${process.execPath}" "${vitest}" run; echo "exit $?"`], {
      cwd: root,
      env: { HOLDFAST_OUT: 'run', MODEL: `openai:m@http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'none', AT_ONCE: '400', ITEMS: '400' },
    })
    expect(stdout.trimEnd().split('\n').at(-1), stdout + stderr).toBe('exit 0')
    expect(scores('run')).toMatchObject({ items: 400, passed: 400 })
    expect(
      readFileSync(join(root, 'run', 'calls.jsonl'), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(400)
  })

  test('when the clock is set back by a day: in the run, and in the plan of the next', async () => {
    const { root, scores } = slowYes()
    writeFileSync(
      join(root, 'clock.mjs'),
      `import { existsSync } from 'node:fs'
const Real = Date
const now = () => Real.now() - (existsSync('asked.log') ? 86_400_000 : 0)
globalThis.Date = class extends Real {
  constructor(...args) { super(...(args.length ? args : [now()])) }
  static now() { return now() }
}`,
    )
    const env = { HOLDFAST_OUT: 'reports/runs/run', WAIT: '100', NODE_OPTIONS: '--import ./clock.mjs' }
    const { code, stdout } = await startVitest([], { cwd: root, env }).finished
    expect(code, stdout).toBe(0)
    expect(scores('reports/runs/run')).toMatchObject({ items: 8, passed: 8 })
    const { startedAt, finishedAt } = JSON.parse(readFileSync(join(root, 'reports/runs/run/scores.json'), 'utf8')).run
    expect(Date.parse(finishedAt)).toBeLessThan(Date.parse(startedAt))
    expect(readFileSync(join(root, 'reports/runs/run/calls.jsonl'), 'utf8')).not.toContain('"ms":-')
  })
})

describe.concurrent('nothing is asked before there is a folder to keep the answers in', () => {
  test.runIf(canBeAnother || !isRoot)('for a user who may not write it', async () => {
    const { root, asked } = slowYes()
    mkdirSync(join(root, 'locked'))
    if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root])
    chmodSync(join(root, 'locked'), 0o555)
    const options = { cwd: root, ...(isRoot && { uid: NOBODY }) }
    const { code, stdout, stderr } = await startVitest([], { ...options, env: { HOLDFAST_OUT: 'locked/run', HOME: root } }).finished
    expect(code).toBe(1)
    expect(unwrapped(stdout + stderr)).toContain(
      `Failed to write ${join(root, 'locked', 'run')}: it may not be written. Change its permissions or name another place.`,
    )
    expect(asked()).toEqual([])
    // The same user with a folder of its own.
    expect((await startVitest([], { ...options, env: { HOLDFAST_OUT: 'run', HOME: root } }).finished).code).toBe(0)
  })

  test.runIf(canMount)('on a file system that is read-only, for root too', async (context) => {
    const { root, asked } = slowYes()
    smallDisk(join(root, 'disk'), 'ro', context)
    const { code, stdout, stderr } = await startVitest([], { cwd: root, env: { HOLDFAST_OUT: 'disk/run' } }).finished
    expect(code).toBe(1)
    expect(unwrapped(stdout + stderr)).toContain('the file system is read-only. Name a place that can be written.')
    expect(asked()).toEqual([])
  })

  test.runIf(canMount)('on a disk without room for what is under way', async (context) => {
    const { root, asked } = slowYes()
    smallDisk(join(root, 'disk'), 'size=2m', context)
    const { code, stdout, stderr } = await startVitest([], { cwd: root, env: { HOLDFAST_OUT: 'disk/run' } }).finished
    expect(code).toBe(1)
    expect(unwrapped(stdout + stderr)).toContain('the disk is full. Free space and go on.')
    expect(asked()).toEqual([])
    expect(existsSync(join(root, 'disk', 'run'))).toBe(false)
  })

  test.runIf(existsSync('/proc/self'))('in a place where the system makes none', async () => {
    const { root, asked } = slowYes()
    const { code, stdout, stderr } = await startVitest([], { cwd: root, env: { HOLDFAST_OUT: '/proc/holdfast' } }).finished
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('Failed to write /proc/holdfast')
    expect(asked()).toEqual([])
  })
})
