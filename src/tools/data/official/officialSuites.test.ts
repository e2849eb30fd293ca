import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasShared, sharedOfficialFile } from '../../../../test/shared.ts'
import { publishedFiles } from '../test/publishedData.ts'
import '../../../registered.ts'
import { officialSuites } from './officialSuites.ts'
import { upstreamPaths } from './origin.ts'
import { contentDifference, difference } from './verify.ts'

const suites = await officialSuites([])
const files = suites.flatMap(({ suite, files: own }) => own.map((file) => ({ suite, name: `${suite}/${file.path}`, file })))

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

test('no file is listed twice', () => expect(new Set(files.map(({ name }) => name)).size).toBe(files.length))

test('where nobody granted a licence the list says so', () => {
  for (const { licensed, licence } of suites) expect(licence.startsWith('NONE: nobody has granted')).toBe(!licensed)
})

test('suites are found by name, each once, and all without names', async () => {
  expect(suites.map(({ suite }) => suite)).toEqual(['fb-bench', 'kieval', 'lifbench', 'llmbar', 'pressure', 'refutebench', 'refutebench1'])
  expect((await officialSuites(['lifbench', 'kieval', 'lifbench'])).map(({ suite }) => suite)).toEqual(['kieval', 'lifbench'])
  expect((await officialSuites(['kieval'])).map(({ suite }) => suite)).toEqual(['kieval'])
})

test('an unknown suite is one error that names the nearest', async () => {
  await expect(officialSuites(['llmbar', 'kieva'])).rejects.toThrowErrorMatchingInlineSnapshot(
    `[HoldfastError: Failed to find official data of "kieva": there is no such suite. Did you mean kieval? Suites: fb-bench, kieval, lifbench, llmbar, pressure, refutebench, refutebench1.]`,
  )
  await expect(officialSuites(['nosuite'])).rejects.toMatchObject({ code: 'USAGE' })
})

describe.skipIf(!hasShared)('of the official files beside the checkout', () => {
  // What is made here alone lies nowhere beside it.
  const copies = files.filter(({ name }) => name !== 'pressure/sycobench-wordings.json')

  test.each(copies)('$name has the listed size and SHA-256', ({ name, file }) => {
    const bytes = readFileSync(sharedOfficialFile(name))
    expect(contentDifference(bytes, file)).toBeUndefined()
  })

  const made = files.filter(({ file }) => file.conversion)

  // What is not at hand of the published files is stood in for.
  test.each(made)('$name is made to the byte of what was published', async ({ file }) => {
    const published = await publishedFiles()
    const parts = file.upstream.map((upstream) => String(published[upstreamPaths(upstream)[0] as string]))
    expect(difference(Buffer.from(file.conversion?.convert(parts) ?? ''), file)).toBeUndefined()
  })
})
