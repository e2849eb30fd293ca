import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Fault, serveFaulty } from '../../../../test/faultyServer.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { OfficialFile } from '../../../running/worker/officialData.ts'
import type { OfficialSuite } from './officialSuites.ts'
import { type PullOptions, pull } from './pull.ts'
import { sha256, verify } from './verify.ts'

const repository = { name: 'owner/name', also: ['owner/renamed'], commit: 'c0ffee' }
const PLAIN = Buffer.from('{"plain":1}\n'.repeat(1000))
const LINES = Buffer.from('{"line":1}\n'.repeat(1000))
const JOINED = Buffer.concat([LINES, PLAIN])

/** A published file at its place under the origin. */
const at = (path: string) => `owner/name/c0ffee/${path}`

const published = (path: string, content: Buffer) => ({ repository, path, bytes: content.length, sha256: sha256(content) })
const file = (path: string, content: Buffer, rest: Partial<OfficialFile>): OfficialFile => ({
  path,
  bytes: content.length,
  sha256: sha256(content),
  upstream: [],
  ...rest,
})

const plain = file('plain.json', PLAIN, { upstream: [published('data/p^.json', PLAIN)] })
const zipped = file('deep/lines.jsonl.gz', LINES, { upstream: [published('lines.jsonl', LINES)] })
const joined = file('joined.jsonl', JOINED, {
  upstream: [published('lines.jsonl', LINES), { repository, path: 'data/p^.json' }],
  conversion: { says: 'both joined', convert: (parts) => parts.join('') },
})
const nowhere = file('nowhere.json', PLAIN, { without: 'goes without it' })

const suite = (...files: OfficialFile[]): OfficialSuite => ({ suite: 'demo', licensed: true, licence: 'MIT', files, notPulled: [] })
const UPSTREAM = { [at('data/p^.json')]: PLAIN, [at('lines.jsonl')]: LINES }

let to: string
beforeEach(() => {
  to = temporaryFolder()
})

/** Pulls and tells what became of each file. */
async function pulled(files: readonly OfficialFile[], options: Partial<PullOptions>) {
  const base = { suites: [suite(...files)], to, force: false, stallMs: 5000, retryMs: 1 }
  return (await pull({ ...base, ...options })).map(({ file: { path }, state, detail }) => [path, state, ...(detail ? [detail] : [])])
}

/** Serves the published files with faults and pulls from there. */
async function pullFaulty(
  files: readonly OfficialFile[],
  faults: Record<string, readonly Fault[]> = {},
  options: Partial<PullOptions> = {},
) {
  const server = await serveFaulty(UPSTREAM, faults)
  return { states: await pulled(files, { from: `${server.url}/`, ...options }), requests: server.requests }
}

const read = (path: string) => readFileSync(join(to, 'demo', path))
const write = (folder: string, path: string, content: Buffer | string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

test('files are pulled as adapters read them, and nothing else is left behind', async () => {
  const { states } = await pullFaulty([plain, zipped, joined, nowhere])
  expect(states).toEqual([
    ['plain.json', 'pulled'],
    ['deep/lines.jsonl.gz', 'pulled'],
    ['joined.jsonl', 'pulled'],
    ['nowhere.json', 'none', 'goes without it'],
  ])
  expect(read('plain.json')).toEqual(PLAIN)
  expect(gunzipSync(read('deep/lines.jsonl.gz'))).toEqual(LINES)
  expect(read('joined.jsonl')).toEqual(JOINED)
  expect(readdirSync(to)).toEqual(['demo'])
  expect((await verify(to, [suite(plain, zipped, joined, nowhere)])).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'absent'])
})

test('a file that several are made of is downloaded once', async () => {
  const { requests } = await pullFaulty([plain, zipped, joined])
  expect(requests.filter(({ path }) => path === at('lines.jsonl'))).toHaveLength(1)
  expect(requests.filter(({ path }) => path === at('data/p^.json'))).toHaveLength(1)
})

test('what is there already is not asked for', async () => {
  await pullFaulty([plain, zipped])
  const { states, requests } = await pullFaulty([plain, zipped])
  expect(states.map(([, state]) => state)).toEqual(['there', 'there'])
  expect(requests).toEqual([])
})

describe('a file there that differs', () => {
  beforeEach(() => write(to, 'demo/plain.json', 'my own'))

  test('is not replaced, and nothing is downloaded', async () => {
    await expect(pullFaulty([plain, zipped])).rejects.toMatchObject({
      code: 'DATA',
      message: expect.stringMatching(
        /^Failed to pull into .*: a file there differs .*: demo\/plain\.json \(6 bytes, expected 12,000; SHA-256 .*--force\.$/,
      ),
    })
    expect(String(read('plain.json'))).toBe('my own')
    expect(existsSync(join(to, 'demo', 'deep'))).toBe(false)
  })

  test('is replaced with force', async () => {
    expect((await pullFaulty([plain], {}, { force: true })).states).toEqual([['plain.json', 'pulled']])
    expect(read('plain.json')).toEqual(PLAIN)
  })
})

describe('faults', () => {
  test('a cut connection begins anew', async () => {
    const { states, requests } = await pullFaulty([plain], { [at('data/p^.json')]: [{ kind: 'cut', after: 5000 }] })
    expect(states).toEqual([['plain.json', 'pulled']])
    expect(requests.filter(({ path }) => path === at('data/p^.json'))).toHaveLength(2)
  })

  test('a pull that was given up goes on in the next', async () => {
    const down = Array.from({ length: 5 }, (): Fault => ({ kind: 'status', status: 500 }))
    const server = await serveFaulty(UPSTREAM, { [at('data/p^.json')]: down })
    await expect(pulled([zipped, plain], { from: server.url })).rejects.toMatchObject({ code: 'NETWORK' })
    expect(readdirSync(join(to, 'demo'))).toEqual(['deep'])
    expect(await pulled([zipped, plain], { from: server.url })).toEqual([
      ['deep/lines.jsonl.gz', 'there'],
      ['plain.json', 'pulled'],
    ])
    expect(readdirSync(to)).toEqual(['demo'])
  })

  test('wrong bytes are never put in place; the other files are', async () => {
    const { states } = await pullFaulty([plain, zipped], { [at('data/p^.json')]: [{ kind: 'wrong' }] })
    expect(states).toEqual([
      ['plain.json', 'failed', expect.stringMatching(/it is not the official file \(SHA-256 .*Nothing was put in place\./)],
      ['deep/lines.jsonl.gz', 'pulled'],
    ])
    expect(readdirSync(join(to, 'demo'))).toEqual(['deep'])
  })

  test('a file that is not there is named with its address', async () => {
    const server = await serveFaulty({ [at('lines.jsonl')]: LINES })
    expect(await pulled([plain, zipped], { from: server.url })).toEqual([
      [
        'plain.json',
        'failed',
        `Failed to find owner/name/c0ffee/data/p^.json or owner/renamed/c0ffee/data/p^.json at ${server.url}: no such file. Name a folder or mirror that has it with --from.`,
      ],
      ['deep/lines.jsonl.gz', 'pulled'],
    ])
  })

  test('a repository that was renamed is found by its other name', async () => {
    const server = await serveFaulty({ 'owner/renamed/c0ffee/data/p^.json': PLAIN })
    expect(await pulled([plain], { from: server.url })).toEqual([['plain.json', 'pulled']])
  })

  test('a conversion that gives another content is not put in place', async () => {
    const odd = {
      ...joined,
      conversion: { says: 'turned around', convert: (parts: readonly string[]) => [...parts].reverse().join('') },
    }
    expect((await pullFaulty([odd])).states).toEqual([
      ['joined.jsonl', 'failed', expect.stringMatching(/^Failed to make joined\.jsonl of what was published: SHA-256 /)],
    ])
    expect(existsSync(join(to, 'demo'))).toBe(false)
  })
})

describe('a mirror', () => {
  test('may hold the files as adapters read them, those nobody published too', async () => {
    const server = await serveFaulty({ 'demo/nowhere.json': PLAIN, 'demo/deep/lines.jsonl.gz': gzipSync(LINES, { level: 1 }) })
    expect(await pulled([nowhere, zipped], { from: server.url })).toEqual([
      ['nowhere.json', 'pulled'],
      ['deep/lines.jsonl.gz', 'pulled'],
    ])
  })

  test('may be a folder, laid out either way', async () => {
    const from = temporaryFolder()
    write(from, 'demo/nowhere.json', PLAIN)
    write(from, at('data/p^.json'), PLAIN)
    expect(await pulled([nowhere, plain, zipped], { from })).toEqual([
      ['nowhere.json', 'pulled'],
      ['plain.json', 'pulled'],
      ['deep/lines.jsonl.gz', 'failed', expect.stringContaining(`at ${from}: no such file`)],
    ])
  })

  test('that has other bytes is no source', async () => {
    const from = temporaryFolder()
    write(from, 'demo/deep/lines.jsonl.gz', 'not zipped')
    write(from, 'demo/plain.json', PLAIN.subarray(1))
    expect(await pulled([zipped, plain], { from })).toEqual([
      [
        'deep/lines.jsonl.gz',
        'failed',
        expect.stringContaining('it is not the official file (no whole gzip file). Give the official file.'),
      ],
      ['plain.json', 'failed', expect.stringContaining('(11,999 bytes, expected 12,000; SHA-256 ')],
    ])
  })

  test.each(['ftp://example.org', 'http://'])('%s is bad usage', async (from) => {
    await expect(pulled([plain], { from })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

test('a folder that cannot be written is one error', async () => {
  write(to, 'demo', 'a file where a folder should be')
  await expect(pullFaulty([plain])).rejects.toMatchObject({
    code: 'DISK',
    message: expect.stringMatching(/^Failed to write .*\. (?:Name|Change) /),
  })
})
