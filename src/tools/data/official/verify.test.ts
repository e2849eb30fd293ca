import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { OfficialFile } from '../../../running/worker/officialData.ts'
import { checkFile, difference, sha256 } from './verify.ts'

const CONTENT = Buffer.from('{"a":1}\n')
const expected = { bytes: CONTENT.length, sha256: sha256(CONTENT), upstream: [{ repository: { name: 'a/b', commit: 'c' }, path: 'd' }] }

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

/** Checks a file of that name and content. */
function check(name: string, content?: Buffer | string, changes: Partial<OfficialFile> = {}) {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return checkFile(path, { path: name, ...expected, ...changes })
}

test('the official content is ok, however it is zipped', async () => {
  expect(await check('a.jsonl', CONTENT)).toEqual({ state: 'ok' })
  expect(await check('a.jsonl.gz', gzipSync(CONTENT, { level: 0 }))).toEqual({ state: 'ok' })
})

test.each([
  ['a.jsonl', '{"a":2}\n', /^SHA-256 \w{12}…, expected \w{12}…$/],
  ['a.jsonl', '{"a":22}\n', /^9 bytes, expected 8; SHA-256 /],
  ['a.jsonl.gz', gzipSync('{"a":2}\n'), /^SHA-256 /],
  ['a.jsonl.gz', gzipSync(CONTENT).subarray(0, 15), /^no whole gzip file$/],
  ['a.jsonl.gz', CONTENT, /^no whole gzip file$/],
])('%s with %j has changed', async (name, content, detail) => {
  expect(await check(name, content)).toEqual({ state: 'changed', detail: expect.stringMatching(detail) })
})

test('a file that is not there is missing, one that nobody has published is absent', async () => {
  expect(await check('a.jsonl')).toEqual({ state: 'missing' })
  expect(await check('a.jsonl', undefined, { upstream: [], without: 'goes without' })).toEqual({ state: 'absent', detail: 'goes without' })
})

test('a folder in its place is one error', async () => {
  mkdirSync(join(folder, 'a.jsonl'))
  await expect(check('a.jsonl')).rejects.toThrow(`Failed to read ${join(folder, 'a.jsonl')}: EISDIR`)
})

test('a difference names size and hash', () => {
  expect(difference(Buffer.from('ab'), { bytes: 3 })).toBe('2 bytes, expected 3')
  expect(difference(Buffer.from('ab'), { bytes: 2, sha256: sha256(Buffer.from('ab')) })).toBeUndefined()
  expect(difference(Buffer.from('ab'), {})).toBeUndefined()
})
