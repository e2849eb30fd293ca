import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { registerSecret } from '../../core/base/secrets.ts'
import { type RunFolder, runFolder } from '../../core/format/runFolder.ts'
import { casePath, fileNameOf, readCase, writeCase } from './caseFiles.ts'
import { madeInfluence, madeShrunk } from './test/caseRun.ts'

let folder: RunFolder
beforeEach(() => {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
  folder = runFolder(path)
  onTestFinished(() => rmSync(path, { recursive: true }))
})

test('what was written is read, whatever the item is called', () => {
  for (const item of ['one', '../../up', 'Box', 'box', 'a/b:c']) {
    expect(writeCase(folder, 'shrunk', madeShrunk(item))).toBe(casePath(folder, 'shrunk', 'support', item))
    expect(writeCase(folder, 'influence', madeInfluence(item))).toBe(casePath(folder, 'influence', 'support', item))
  }
  for (const item of ['one', '../../up', 'Box', 'box', 'a/b:c']) {
    expect(readCase(folder, 'shrunk', 'support', item)).toEqual(madeShrunk(item))
    expect(readCase(folder, 'influence', 'support', item)).toEqual(madeInfluence(item))
    expect(dirname(dirname(casePath(folder, 'shrunk', '..', item)))).toBe(folder.shrunk)
  }
})

test('without a file there is nothing', () => {
  expect(readCase(folder, 'shrunk', 'support', 'one')).toBeUndefined()
  expect(readCase(folder, 'influence', 'support', 'one')).toBeUndefined()
})

test('a file of another item, a broken one and a link are refused', () => {
  const path = casePath(folder, 'shrunk', 'support', 'one')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(madeShrunk('two')))
  expect(() => readCase(folder, 'shrunk', 'support', 'one')).toThrow(
    `Failed to read ${path}: it is of support, item two. Remove it, or write it again.`,
  )
  writeFileSync(path, '{}')
  expect(() => readCase(folder, 'shrunk', 'support', 'one')).toThrow(path)
  rmSync(path)
  symlinkSync('/etc/passwd', path)
  expect(() => readCase(folder, 'shrunk', 'support', 'one')).toThrow('is a link or no file')
})

test('secrets are in no file', () => {
  registerSecret('parcel-key-81723')
  const path = writeCase(folder, 'shrunk', madeShrunk('one', ' parcel-key-81723'))
  expect(existsSync(path)).toBe(true)
  expect(readFileSync(path, 'utf8')).not.toContain('parcel-key-81723')
})

test('a text that is safe on every system is its own name', () => {
  for (const name of ['fb-bench', '7', 'item_12', 'a'.repeat(80)]) expect(fileNameOf(name)).toBe(name)
})

test.each([
  '../../etc/passwd',
  '..',
  '.',
  '',
  '/',
  'C:\\x',
  'con',
  'nul',
  'lpt1',
  'a b',
  'a.',
  'Ä',
  '\0',
  '-rf',
  'a'.repeat(5000),
  '\ud800',
])('any other gets letters, digits and a hash: %j', (text) => expect(fileNameOf(text)).toMatch(/^[a-z0-9][a-z0-9-]*-[0-9a-f]{20}$/))

test('what is readable of the text stays', () => expect(fileNameOf('LIFBench/list: 4k')).toMatch(/^lifbench-list-4k-[0-9a-f]{20}$/))

test('two texts have two names, also without case', () => {
  for (const [one, other] of [
    ['A', 'a'],
    ['a/b', 'a-b'],
    ['a b', 'a/b'],
    [`${'x'.repeat(90)}1`, `${'x'.repeat(90)}2`],
    ['é', 'e\u0301'],
    ['\ud800', '\ud801'],
  ] as const)
    expect(fileNameOf(one)).not.toBe(fileNameOf(other))
  // A text that is the name of another.
  const name = fileNameOf('A')
  expect(fileNameOf(name)).not.toBe(name)
})

test('any text has a short, safe name, and always the same one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' })), (text) => {
      const name = fileNameOf(text)
      expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,79}$/)
      expect(fileNameOf(text)).toBe(name)
    }),
  )
})
