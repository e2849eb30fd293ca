import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withFileLock } from './fileLock.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('who holds it is alone, and nothing is left of it', async () => {
  const folder = newFolder()
  const lock = join(folder, 'lock')
  const seen: boolean[] = []
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      withFileLock(lock, () => {
        const others = readdirSync(folder).filter((name) => name !== 'lock' && !name.startsWith('lock.'))
        writeFileSync(join(folder, `inside-${index}`), '')
        seen.push(others.length === 0)
        rmSync(join(folder, `inside-${index}`))
        return index
      }),
    ),
  )
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(seen).toEqual(Array(20).fill(true))
  expect(readdirSync(folder)).toEqual([])
})

test('what is thrown under it is thrown, and it is free again', async () => {
  const lock = join(newFolder(), 'lock')
  await expect(
    withFileLock(lock, () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await withFileLock(lock, () => 'yes')).toBe('yes')
})

test('one that was left behind is taken over, by one at a time', async () => {
  const folder = newFolder()
  const lock = join(folder, 'lock')
  writeFileSync(lock, 'a process that was killed')
  let count = 0
  const add = () => {
    count = Number(readFileSync(join(folder, 'count'), 'utf8')) + 1
    writeFileSync(join(folder, 'count'), String(count))
  }
  writeFileSync(join(folder, 'count'), '0')
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(lock, add, { staleMs: 100 })))
  expect(count).toBe(10)
  expect(readdirSync(folder)).toEqual(['count'])
})

test('one that another was killed in the middle of taking over is taken over after as long', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock'), 'killed')
  writeFileSync(join(folder, 'lock.after-killed-0'), 'killed as well')
  expect(await withFileLock(join(folder, 'lock'), () => 'yes', { staleMs: 50 })).toBe('yes')
})

test('one that is held for ever is told', async () => {
  const lock = join(newFolder(), 'lock')
  writeFileSync(lock, 'host-1-abc')
  await expect(withFileLock(lock, () => 'yes', { staleMs: 60_000, patienceMs: 50 })).rejects.toThrow(
    `Failed to take the lock ${lock}: host-1-abc holds it. End that process, or remove the file.`,
  )
})

test('a folder that is not there is told', () =>
  expect(withFileLock(join(newFolder(), 'none', 'lock'), () => 'yes')).rejects.toThrow('Failed to write'))
