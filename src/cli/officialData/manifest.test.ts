import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../test/shared.ts'
import { difference, sha256, unzipped } from './content.ts'
import { OFFICIAL_DATA, officialData } from './manifest.ts'
import { upstreamPaths } from './officialFile.ts'

const files = OFFICIAL_DATA.flatMap(({ suite, files: own }) => own.map((file) => ({ suite, name: `${suite}/${file.path}`, file })))

test('every file has a hash, a size and a source, or says what goes without it', () => {
  for (const { name, file } of files) {
    expect.soft(file.sha256, name).toMatch(/^[0-9a-f]{64}$/)
    expect.soft(file.bytes, name).toBeGreaterThan(0)
    expect.soft(file.upstream.length > 0 || file.without !== undefined, name).toBe(true)
    // One published file is the content itself unless something is made of it.
    if (!file.conversion && file.upstream.length > 0) {
      expect.soft(file.upstream, name).toMatchObject([{ bytes: file.bytes, sha256: file.sha256 }])
    }
  }
})

test('every source is pinned to a commit', () => {
  for (const { file } of files) {
    for (const path of file.upstream.flatMap(upstreamPaths)) expect(path).toMatch(/^[\w-]+\/[\w.-]+\/[0-9a-f]{40}\/[^/].*$/)
  }
})

test('no file is listed twice', () => {
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
})

test('where nobody granted a licence the list says so', () => {
  for (const { licensed, licence } of OFFICIAL_DATA) expect(licence.startsWith('NONE: nobody has granted')).toBe(!licensed)
})

test('suites are found by name, all without names', () => {
  expect(officialData([])).toBe(OFFICIAL_DATA)
  expect(officialData(['kieval', 'lifbench']).map(({ suite }) => suite)).toEqual(['lifbench', 'kieval'])
  expect(() => officialData(['kieva'])).toThrowErrorMatchingInlineSnapshot(
    `[HoldfastError: Failed to find official data of "kieva": there is no such suite. Did you mean kieval? Suites: lifbench, llmbar, fb-bench, kieval, refutebench, refutebench1.]`,
  )
})

describe.skipIf(!hasShared)('of the official files beside the checkout', () => {
  test.each(files)('$name has the listed size and SHA-256', ({ name, file }) => {
    const bytes = readFileSync(join(sharedFolder, 'data', name))
    expect(difference(unzipped(name, bytes) as Buffer, file)).toBeUndefined()
  })

  test('the subsets of LLMBar are those of its own manifest', () => {
    const own = JSON.parse(readFileSync(join(sharedFolder, 'data', 'llmbar', 'datasets', 'manifest.json'), 'utf8')) as {
      file: string
      source: string
      sha256: string
    }[]
    const listed = officialData(['llmbar'])[0]?.files.map(({ path, sha256: hash, upstream }) => [path, upstream[0]?.path, hash])
    expect(listed).toEqual(own.map(({ file, source, sha256: hash }) => [file, source, hash]))
  })
})

test('a difference names size and hash', () => {
  expect(difference(Buffer.from('ab'), { bytes: 3 })).toBe('2 bytes, expected 3')
  expect(difference(Buffer.from('ab'), { bytes: 2, sha256: sha256(Buffer.from('ab')) })).toBeUndefined()
  expect(difference(Buffer.from('ab'), {})).toBeUndefined()
})
