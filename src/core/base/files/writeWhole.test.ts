import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { writeWhole } from './writeWhole.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

test('a file is written over an older one, and nothing else is left', () => {
  const path = join(root, 'file')
  for (const text of ['old', 'new']) writeWhole(path, text)
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(root)).toEqual(['file'])
})

test('a link is replaced, and what it led to is left', () => {
  writeFileSync(join(root, 'victim'), 'mine')
  symlinkSync(join(root, 'victim'), join(root, 'file'))
  writeWhole(join(root, 'file'), 'text')
  expect([readFileSync(join(root, 'victim'), 'utf8'), readFileSync(join(root, 'file'), 'utf8')]).toEqual(['mine', 'text'])
})

test('what cannot be written is told, and leaves nothing behind', () => {
  mkdirSync(join(root, 'file'))
  expect(() => writeWhole(join(root, 'file'), 'text')).toThrow(`Failed to write ${join(root, 'file')}: `)
  expect(() => writeWhole(join(root, 'none', 'file'), 'text')).toThrow(`Failed to write ${join(root, 'none', 'file')}: `)
  expect(readdirSync(root)).toEqual(['file'])
})
