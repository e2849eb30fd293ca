import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Fault, serveFaulty } from '../../../../test/faultyServer.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { download } from './download.ts'

const FILE = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 251))

let path: string
let notes: string[]
beforeEach(() => {
  const folder = temporaryFolder()
  path = join(folder, 'file.part')
  notes = []
})

const options = { stallMs: 5000, retryMs: 1, onNote: (text: string) => notes.push(text) }

/** Serves the file with faults and downloads it. */
async function fetchWith(faults: readonly Fault[], changes: Partial<typeof options> = {}) {
  const { url, requests } = await serveFaulty({ file: FILE }, { file: faults })
  const result = await download(`${url}/file`, path, { ...options, ...changes })
  return { result, ranges: requests.map(({ range }) => range) }
}

const content = () => readFileSync(path)

test('a file is downloaded in one go', async () => {
  expect(await fetchWith([])).toEqual({ result: { resumed: false }, ranges: [undefined] })
  expect(content()).toEqual(FILE)
  expect(notes).toEqual([])
})

test('progress is told with the size of the whole', async () => {
  const { url } = await serveFaulty({ file: FILE })
  const seen: (number | undefined)[][] = []
  await download(`${url}/file`, path, { ...options, onProgress: (...numbers) => seen.push(numbers) })
  expect(seen.at(-1)).toEqual([FILE.length, FILE.length])
})

test('after a cut it goes on where it was', async () => {
  const { result, ranges } = await fetchWith([
    { kind: 'cut', after: 10_000 },
    { kind: 'cut', after: 5000 },
  ])
  expect(result).toEqual({ resumed: true })
  expect(ranges).toEqual([undefined, 'bytes=10000-', 'bytes=15000-'])
  expect(content()).toEqual(FILE)
  expect(notes).toEqual([expect.stringContaining('going on at byte 10,000'), expect.stringContaining('going on at byte 15,000')])
})

test('it goes on from what an earlier run kept', async () => {
  writeFileSync(path, FILE.subarray(0, 7))
  expect(await fetchWith([])).toEqual({ result: { resumed: true }, ranges: ['bytes=7-'] })
  expect(content()).toEqual(FILE)
})

test('what an earlier run kept whole is not fetched again', async () => {
  writeFileSync(path, FILE)
  expect(await fetchWith([])).toEqual({ result: { resumed: true }, ranges: [`bytes=${FILE.length}-`] })
  expect(content()).toEqual(FILE)
})

test('more than the server has is dropped', async () => {
  writeFileSync(path, Buffer.concat([FILE, FILE]))
  expect((await fetchWith([])).ranges).toEqual([`bytes=${2 * FILE.length}-`, undefined])
  expect(content()).toEqual(FILE)
})

test('a server that knows no ranges starts over', async () => {
  writeFileSync(path, FILE.subarray(0, 7))
  await fetchWith([{ kind: 'no range' }])
  expect(content()).toEqual(FILE)
  expect(notes).toEqual(['the server cannot go on where it was; starting over'])
})

test('a slow server is waited for as long as something comes', async () => {
  // The only clock is that of the test: most of the patience goes by before each piece, all of it several times over.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await serveFaulty({ file: FILE }, { file: [{ kind: 'slow', pieces: 8, waitMs: 400 }] })
  const sizes: number[] = []
  const onProgress = (bytes: number) => {
    sizes.push(bytes)
    vi.advanceTimersByTime(400)
  }
  await download(`${url}/file`, path, { ...options, stallMs: 500, onProgress })
  expect(sizes.length).toBeGreaterThanOrEqual(8)
  expect(content()).toEqual(FILE)
  expect(notes).toEqual([])
})

test('a connection that brings nothing more is given up and taken up again', async () => {
  // On a busy machine nothing may come for as long from a sound connection too, which is taken up again like the first one.
  const { ranges } = await fetchWith([{ kind: 'stall', after: 100 }], { stallMs: 1000 })
  expect(ranges.slice(0, 2)).toEqual([undefined, 'bytes=100-'])
  expect(content()).toEqual(FILE)
  expect(notes[0]).toBe('nothing came for 1 s; going on at byte 100')
})

test.each([503, 429, 408])('status %i passes', async (status) => {
  expect((await fetchWith([{ kind: 'status', status, headers: { 'retry-after': '0' } }])).ranges).toHaveLength(2)
  expect(content()).toEqual(FILE)
})

test.each([404, 410])('status %i means no such file', async (status) => {
  expect((await fetchWith([{ kind: 'status', status }])).result).toBe(false)
})

test('another refusal is one error', async () => {
  await expect(fetchWith([{ kind: 'status', status: 403 }])).rejects.toMatchObject({
    code: 'DATA',
    message: expect.stringMatching(/^Failed to download http:\S+: the server answered 403\. /),
  })
})

test('after five tries that bring nothing it gives up, and what came before is kept', async () => {
  const down = Array.from({ length: 5 }, (): Fault => ({ kind: 'status', status: 500 }))
  await expect(fetchWith([{ kind: 'cut', after: 100 }, ...down])).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('the server answered 500. 100 bytes are kept. Run the command again to go on'),
  })
  expect(content()).toEqual(FILE.subarray(0, 100))
})

test('a server that is not there is one error without the secrets of its URL', async () => {
  await expect(download('http://me:secret@127.0.0.1:64999/file', path, options)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching(/^Failed to download http:\/\/127\.0\.0\.1:64999\/file: .*ECONNREFUSED/),
  })
})

test('a server that sends more than the file can have is left, and a link in its place is not followed', async () => {
  const { url } = await serveFaulty({ file: FILE })
  const victim = `${path}.victim`
  writeFileSync(victim, 'mine')
  symlinkSync(victim, path)
  await expect(download(`${url}/file`, path, { ...options, most: 1000 })).rejects.toThrow(
    /^Failed to download \S+: the server sends more than the 1,000 bytes that the file can have\. Name another mirror with --from\.$/,
  )
  rmSync(path, { force: true })
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})
