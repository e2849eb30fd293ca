import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { LineAppender } from './lineAppender.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n')

test('every line of many concurrent appends is there once, whole and in order', async () => {
  const path = join(folder, 'lines.jsonl')
  const appender = new LineAppender(path)
  // Lengths from nothing to 20,000, so that writes of every size meet.
  const lines = Array.from({ length: 5000 }, (_, index) => `${index} ${'é'.repeat((index * 7919) % (index % 500 === 0 ? 20_000 : 50))}`)
  await Promise.all(lines.map((line) => appender.append(line)))
  expect(linesOf(path)).toEqual([...lines, ''])
})

test('lines that come while a write is under way keep their order', async () => {
  const path = join(folder, 'lines.jsonl')
  const appender = new LineAppender(path)
  const appends = [appender.append('a'), appender.append('b')]
  await appends[0]
  appends.push(appender.append('c'))
  await new Promise((resolve) => setImmediate(resolve))
  appends.push(appender.append('d'))
  await Promise.all(appends)
  expect(linesOf(path)).toEqual(['a', 'b', 'c', 'd', ''])
})

test('a line is in the file when its promise resolves', async () => {
  const path = join(folder, 'lines.jsonl')
  const appender = new LineAppender(path)
  for (const [index, line] of ['a', 'b', 'c'].entries()) {
    await appender.append(line)
    expect(linesOf(path)[index]).toBe(line)
  }
})

test('the folder is made when the first line comes, and no sooner', async () => {
  const path = join(folder, 'deep', 'down', 'lines.jsonl')
  const appender = new LineAppender(path)
  expect(() => readFileSync(path)).toThrow('ENOENT')
  await appender.append('a')
  expect(linesOf(path)).toEqual(['a', ''])
})

test('what the file held before stays', async () => {
  const path = join(folder, 'lines.jsonl')
  writeFileSync(path, 'old\n')
  await new LineAppender(path).append('new')
  expect(linesOf(path)).toEqual(['old', 'new', ''])
})

test('every line of a failed write is refused, and later ones are tried again', async () => {
  const path = join(folder, 'lines.jsonl')
  mkdirSync(path)
  const appender = new LineAppender(path)
  const failed = await Promise.allSettled([appender.append('a'), appender.append('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  rmSync(path, { recursive: true })
  await appender.append('c')
  expect(linesOf(path)).toEqual(['c', ''])
})

test('a link is not followed', async () => {
  writeFileSync(join(folder, 'victim'), 'mine')
  symlinkSync(join(folder, 'victim'), join(folder, 'lines.jsonl'))
  await expect(new LineAppender(join(folder, 'lines.jsonl')).append('a')).rejects.toThrow('it is a link')
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('mine')
})

test.runIf(existsSync('/dev/full'))('a full disk is told, after room was asked for once', async () => {
  const asked: string[] = []
  // It takes what it is given and has no room for it.
  const appender = new LineAppender('/dev/full', {
    makeRoom: () => {
      asked.push('room')
      return true
    },
  })
  await expect(appender.append('a')).rejects.toThrow('Failed to write /dev/full: the disk is full. Free space and go on.')
  expect(asked).toEqual(['room'])
})
