import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Fault, serveFaulty } from '../../../../test/faultyServer.ts'
import { download } from './download.ts'

const FILE = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 251))

let notes: string[]
beforeEach(() => {
  notes = []
})

const options = { stallMs: 5000, retryMs: 1, onNote: (text: string) => notes.push(text) }

/** Serves the file with faults and downloads it. */
async function fetchWith(faults: readonly Fault[], changes: Partial<typeof options> = {}) {
  const { url, requests } = await serveFaulty({ file: FILE }, { file: faults })
  return { content: await download(`${url}/file`, { ...options, ...changes }), requests: requests.length }
}

test('a file is downloaded in one go', async () => {
  expect(await fetchWith([])).toEqual({ content: FILE, requests: 1 })
  expect(notes).toEqual([])
})

test('after a cut it begins anew', async () => {
  const cuts: Fault[] = [
    { kind: 'cut', after: 10_000 },
    { kind: 'cut', after: 5000 },
  ]
  expect(await fetchWith(cuts)).toEqual({ content: FILE, requests: 3 })
  expect(notes).toEqual([expect.stringMatching(/\/file: .+; trying again$/), expect.stringMatching(/\/file: .+; trying again$/)])
})

test('a slow server is waited for as long as something comes', async () => {
  // The only clock is that of the test: most of the patience goes by with each piece, all of it several times over.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await serveFaulty({ file: FILE }, { file: [{ kind: 'slow', pieces: 8, waitMs: 400 }] })
  let isDone = false
  const content = download(`${url}/file`, { ...options, stallMs: 5000 }).finally(() => {
    isDone = true
  })
  while (!isDone) {
    vi.advanceTimersByTime(100)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  }
  expect(await content).toEqual(FILE)
  expect(notes).toEqual([])
})

test('a connection that brings nothing more is given up, and another one is tried', async () => {
  const { content, requests } = await fetchWith([{ kind: 'stall', after: 100 }], { stallMs: 1000 })
  expect(content).toEqual(FILE)
  expect(requests).toBeGreaterThan(1)
  expect(notes[0]).toMatch(/: nothing came for 1 s; trying again$/)
})

test.each([503, 429, 408])('status %i passes', async (status) => {
  expect(await fetchWith([{ kind: 'status', status, headers: { 'retry-after': '0' } }])).toEqual({ content: FILE, requests: 2 })
})

test.each([404, 410])('status %i means no such file', async (status) => {
  expect((await fetchWith([{ kind: 'status', status }])).content).toBeUndefined()
})

test('another refusal is one error', async () => {
  await expect(fetchWith([{ kind: 'status', status: 403 }])).rejects.toMatchObject({
    code: 'DATA',
    message: expect.stringMatching(/^Failed to download http:\S+: the server answered 403\. /),
  })
})

test('a server that sends more than the file can have is left', async () => {
  const { url } = await serveFaulty({ file: FILE })
  await expect(download(`${url}/file`, { ...options, most: 1000 })).rejects.toThrow(
    /^Failed to download \S+: the server sends more than the 1,000 bytes that the file can have\. /,
  )
})

test('after five tries it gives up', async () => {
  const down = Array.from({ length: 5 }, (): Fault => ({ kind: 'status', status: 500 }))
  await expect(fetchWith(down)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('the server answered 500. Run the command again to go on'),
  })
})

test('a server that is not there is one error without the secrets of its URL', async () => {
  await expect(download('http://me:secret@127.0.0.1:64999/file', options)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching(/^Failed to download http:\/\/127\.0\.0\.1:64999\/file: .*ECONNREFUSED/),
  })
})
