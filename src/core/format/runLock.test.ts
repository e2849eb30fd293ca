import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { RunLock } from './runLock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const locks = () => readdirSync(folder).sort()

/** A lock as the process of that number would hold it, with what else is known of it. */
function writeLock(number: number, facts: object): void {
  writeFileSync(
    join(folder, `.lock-${number}`),
    JSON.stringify({ pid: process.pid, began: '', machine: 'here', host: 'one', beat: 0, ...facts }),
  )
}

test('a lock is held until it is given back', async () => {
  const first = await RunLock.take(folder)
  await expect(RunLock.take(folder)).rejects.toThrow(
    new RegExp(`another run is writing it, process ${process.pid} on .*[.] Wait until it ends, or name another folder[.]`),
  )
  first.release()
  expect(locks()).toEqual([])
  const second = await RunLock.take(folder)
  second.release()
})

test('of eight who come at once one has it, and the others learn who', async () => {
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => RunLock.take(folder)))
  const held = taken.filter((entry) => entry.status === 'fulfilled')
  expect(held).toHaveLength(1)
  expect(locks()).toHaveLength(1)
  held[0]?.value.release()
})

test('of eight who come at once after a dead holder one has it', async () => {
  writeLock(3, { pid: 2 ** 30, machine: 'here' })
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => RunLock.take(folder, { machine: 'here' })))
  const held = taken.filter((entry) => entry.status === 'fulfilled')
  expect(held).toHaveLength(1)
  expect(locks()).toEqual(['.lock-3', '.lock-4'])
  held[0]?.value.release()
  expect(locks()).toEqual([])
})

test('a process that has ended holds nothing, nor does another one that was given its number', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeLock(1, { pid: child.pid })
  writeLock(2, { began: 'at another time' })
  const lock = await RunLock.take(folder, { machine: 'here' })
  expect(locks()).toEqual(['.lock-1', '.lock-2', '.lock-3'])
  lock.release()
})

test('a holder on another machine is believed while it gives signs', async () => {
  writeLock(1, { machine: 'there', host: 'gpu7', pid: 7 })
  let beat = 0
  const beating = setInterval(() => writeLock(1, { machine: 'there', host: 'gpu7', pid: 7, beat: ++beat }), 20)
  await expect(RunLock.take(folder, { machine: 'here', watchMs: 2000 })).rejects.toThrow('process 7 on gpu7')
  clearInterval(beating)
  const lock = await RunLock.take(folder, { machine: 'here', watchMs: 200 })
  lock.release()
})

test('what no holder wrote is no lock: broken, too long, or a link', async () => {
  writeFileSync(join(folder, '.lock-1'), '{')
  writeFileSync(join(folder, '.lock-2'), ' '.repeat(10_000))
  writeFileSync(join(folder, 'victim'), 'mine')
  symlinkSync(join(folder, 'victim'), join(folder, '.lock-3'))
  const lock = await RunLock.take(folder)
  lock.release()
  expect(locks()).toEqual(['victim'])
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('mine')
})
