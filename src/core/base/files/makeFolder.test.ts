import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeFolder, makeOwnFolder } from './makeFolder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

test('a folder is made with those it lies in, and told which', () => {
  const [one, two] = [join(root, 'one'), join(root, 'one', 'two')]
  expect(makeFolder(two)).toEqual([one, two])
  expect(makeFolder(two)).toEqual([])
})

test('a file in its place is told, and a file on the way', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow(`Failed to write into ${join(root, 'file')}: it is a file. Name a folder.`)
  expect(() => makeFolder(join(root, 'file', 'in'))).toThrow('Failed to write')
})

test.runIf(existsSync('/proc/self'))('a place where none can be made is told, and does not hold up the process', () => {
  expect(() => makeFolder('/proc/holdfast/run')).toThrow('Failed to write /proc/holdfast/run: ')
})

test('a folder of ours may be no link, though the folder it lies in may be reached by one', () => {
  makeFolder(join(root, 'target'))
  symlinkSync(join(root, 'target'), join(root, 'link'))
  expect(() => makeOwnFolder(join(root, 'link'))).toThrow(`Failed to write into ${join(root, 'link')}: it is a link`)
  makeOwnFolder(join(root, 'link', 'own'))
  expect(existsSync(join(root, 'target', 'own'))).toBe(true)
})
