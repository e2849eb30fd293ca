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

/** A lock as a process would hold it, with what is known of it. */
function writeLock(facts: object): void {
  writeFileSync(join(folder, '.lock'), JSON.stringify({ pid: process.pid, began: '', machine: 'here', host: 'one', beat: 0, ...facts }))
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
  writeLock({ pid: 2 ** 30 })
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => RunLock.take(folder, { machine: 'here' })))
  const held = taken.filter((entry) => entry.status === 'fulfilled')
  expect(held).toHaveLength(1)
  expect(locks()).toEqual(['.lock'])
  held[0]?.value.release()
  expect(locks()).toEqual([])
})

test('a process that has ended holds nothing, nor does another one that was given its number', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  for (const facts of [{ pid: child.pid }, { began: 'at another time' }]) {
    writeLock(facts)
    const lock = await RunLock.take(folder, { machine: 'here' })
    lock.release()
    expect(locks()).toEqual([])
  }
})

test('a holder on another machine is believed while it gives signs', async () => {
  writeLock({ machine: 'there', host: 'gpu7', pid: 7 })
  let beat = 0
  const beating = setInterval(() => writeLock({ machine: 'there', host: 'gpu7', pid: 7, beat: ++beat }), 20)
  await expect(RunLock.take(folder, { machine: 'here', watchMs: 2000 })).rejects.toThrow('process 7 on gpu7')
  clearInterval(beating)
  const lock = await RunLock.take(folder, { machine: 'here', watchMs: 200 })
  lock.release()
})

test('a lock that another took over meanwhile is not given back', async () => {
  const lock = await RunLock.take(folder)
  writeLock({ host: 'other' })
  lock.release()
  expect(locks()).toEqual(['.lock'])
})

test('what no holder wrote is no lock: broken, too long, or a link', async () => {
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'mine')
  const path = join(folder, '.lock')
  const others = [() => writeFileSync(path, '{'), () => writeFileSync(path, ' '.repeat(10_000)), () => symlinkSync(victim, path)]
  for (const write of others) {
    write()
    const lock = await RunLock.take(folder)
    lock.release()
    expect(locks()).toEqual(['victim'])
  }
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})
