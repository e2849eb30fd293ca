import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { BlobStore, blobPath } from './blobStore.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

test('a text is stored under its SHA-256, in a folder named by its first two digits', () => {
  // printf abc | sha256sum; the example of FIPS 180-2.
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(new BlobStore(folder).put('abc')).toBe(hash)
  expect(blobPath(folder, hash)).toBe(join(folder, 'ba', hash))
  expect(readFileSync(blobPath(folder, hash), 'utf8')).toBe('abc')
})

test('any text, short or long, is given back exactly', () => {
  const store = new BlobStore(folder)
  const text = fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 2000 })).map(([part, times]) => part.repeat(times))
  fc.assert(
    fc.property(text, (content) => {
      const hash = store.put(content)
      expect(hash).toBe(createHash('sha256').update(content, 'utf8').digest('hex'))
      expect(readFileSync(blobPath(folder, hash), 'utf8')).toBe(content)
    }),
    { numRuns: 60 },
  )
})

test('one text is stored once, by however many stores and times', () => {
  const text = 'context '.repeat(2000)
  const store = new BlobStore(folder)
  const hashes = [store.put(text), store.put(text), store.put(` ${text}`.slice(1)), new BlobStore(folder).put(text)]
  expect(new Set(hashes).size).toBe(1)
  expect(files()).toEqual([join(hashes[0]?.slice(0, 2) ?? '', hashes[0] ?? '')])
})

test('a stored text is not written again', () => {
  const hash = new BlobStore(folder).put('abc')
  const before = statSync(blobPath(folder, hash))
  new BlobStore(folder).put('abc')
  const after = statSync(blobPath(folder, hash))
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
})

test('more long texts than are remembered keep their own hashes', () => {
  const store = new BlobStore(folder)
  const texts = Array.from({ length: 600 }, (_, index) => `${index} `.repeat(2000))
  const hashes = texts.map((text) => store.put(text))
  expect(new Set(hashes).size).toBe(600)
  expect(texts.map((text) => store.put(text))).toEqual(hashes)
  expect(files()).toHaveLength(600)
})
