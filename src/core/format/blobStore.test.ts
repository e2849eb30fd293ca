import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { BlobStore, blobPath, readBlob } from './blobStore.ts'

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

test('a stored text is read back under its hash', () => {
  const hash = new BlobStore(folder).put('a\u0000b é')
  expect(readBlob(folder, hash)).toBe('a\u0000b é')
})

test('what is not named by the hash of its content is not read, nor is what lies elsewhere', () => {
  const secret = 'a secret of the reader'
  const hash = createHash('sha256').update(secret).digest('hex')
  const victim = join(folder, 'victim')
  writeFileSync(victim, secret)
  const blobs = join(folder, 'blobs')
  mkdirSync(join(blobs, hash.slice(0, 2)), { recursive: true })
  for (const name of ['../victim', '..', '', '/etc/passwd', `${hash.slice(0, 62)}/.`, hash.toUpperCase(), `${hash}\n`])
    expect(readBlob(blobs, name)).toBeUndefined()
  expect(readBlob(blobs, hash)).toBeUndefined()
  writeFileSync(blobPath(blobs, hash), 'another text')
  expect(readBlob(blobs, hash)).toBeUndefined()
  rmSync(blobPath(blobs, hash))
  symlinkSync(victim, blobPath(blobs, hash))
  expect(readBlob(blobs, hash)).toBeUndefined()
  // A link to a folder with the right content under the right name.
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, hash), secret)
  rmSync(join(blobs, hash.slice(0, 2)), { recursive: true })
  symlinkSync(outside, join(blobs, hash.slice(0, 2)))
  expect(readBlob(blobs, hash)).toBeUndefined()
})

test('nothing is written through a link', () => {
  const outside = join(folder, 'outside')
  const blobs = join(folder, 'blobs')
  mkdirSync(outside)
  symlinkSync(outside, blobs)
  expect(() => new BlobStore(blobs).put('text')).toThrow(`Failed to write into ${blobs}: it is a link`)
  expect(readdirSync(outside)).toEqual([])
})
