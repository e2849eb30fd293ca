import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerSecret } from '../../core/base/secrets.ts'
import type { Answer } from '../transport.ts'
import { type CacheKey, cacheSize, clearCache, pruneCache, ResponseCache } from './responseCache.ts'

const MEGABYTE = 2 ** 20

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const key = (fields: Partial<CacheKey> = {}): CacheKey => ({
  endpoint: 'openai:m@http://host/v1',
  body: { model: 'm', messages: [{ role: 'user', content: 'hello' }], temperature: 0 },
  trial: 0,
  ask: 0,
  vote: 0,
  ...fields,
})

/** Files of a cache, from its folder. */
function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

const put = (cache: ResponseCache, own: CacheKey, answer: Answer) => cache.put(cache.placeOf(own), answer)
const get = (cache: ResponseCache, own: CacheKey) => cache.get(cache.placeOf(own))

describe('an answer', () => {
  test('comes back as it was, marked as cached', async () => {
    const answers = fc.record({
      content: fc.string({ unit: 'binary' }),
      finish: fc.option(fc.constantFrom('stop', 'length'), { nil: undefined }),
      usage: fc.option(fc.record({ promptTokens: fc.nat(), completionTokens: fc.nat() }), { nil: undefined }),
    })
    const folder = temporary()
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(), async (answer, trial) => {
        const cache = new ResponseCache(folder, 100 * MEGABYTE)
        await put(cache, key({ trial }), answer)
        expect(await get(cache, key({ trial }))).toEqual({ ...answer, cached: true, cachedAt: expect.any(Number) })
      }),
      { numRuns: 50 },
    )
  })

  test('is found by all that was asked, and by nothing else', async () => {
    const cache = new ResponseCache(temporary(), MEGABYTE)
    await put(cache, key(), { content: 'hi' })
    const others: Partial<CacheKey>[] = [
      { endpoint: 'openai:m@http://other/v1' },
      { body: { model: 'm', messages: [{ role: 'user', content: 'hello ' }], temperature: 0 } },
      { body: { model: 'm', messages: [{ role: 'user', content: 'hello' }], temperature: 0, max_tokens: 1 } },
      { trial: 1 },
      { ask: 1 },
      { vote: 1 },
    ]
    for (const other of others) expect(await get(cache, key(other))).toBeUndefined()
    expect(await get(new ResponseCache(temporary(), MEGABYTE), key())).toBeUndefined()
  })

  test('with a secret in it is not kept: it would come back another', async () => {
    registerSecret('cached-canary-1')
    const folder = temporary()
    const cache = new ResponseCache(folder, MEGABYTE)
    await put(cache, key(), { content: 'your key is cached-canary-1' })
    expect([await get(cache, key()), files(folder)]).toEqual([undefined, []])
  })

  test('that cannot be stored is no failure', async () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    await expect(put(new ResponseCache(file, MEGABYTE), key(), { content: 'hi' })).resolves.toBeUndefined()
  })
})

describe('a damaged entry', () => {
  const damages: [string, (text: string) => string][] = [
    ['empty', () => ''],
    ['cut short', (text) => text.slice(0, -5)],
    ['with another content', (text) => text.replace('"hi"', '"ha"')],
    ['with another usage', (text) => text.replace('3', '4')],
    ['of zeros', (text) => '\0'.repeat(text.length)],
    ['of another form', () => '{"answer":"hi"}'],
  ]
  test.each(damages)('%s is dropped', async (_, damage) => {
    const folder = temporary()
    const cache = new ResponseCache(folder, MEGABYTE)
    await put(cache, key(), { content: 'hi', usage: { promptTokens: 3, completionTokens: 1 } })
    const [path = ''] = files(folder)
    writeFileSync(path, damage(readFileSync(path, 'utf8')))
    expect(await get(cache, key())).toBeUndefined()
    expect(files(folder)).toEqual([])
  })
})

describe('the size', () => {
  test('of what is not there is nothing', async () => expect(await cacheSize('/nowhere/at/all')).toEqual({ entries: 0, bytes: 0 }))

  test('is cut down from the least recently used, which a reader postpones', async () => {
    const folder = temporary()
    const cache = new ResponseCache(folder, MEGABYTE)
    for (const trial of [0, 1, 2]) {
      await put(cache, key({ trial }), { content: 'x'.repeat(1000) })
      // As if it had been stored long ago, one after the other.
      utimesSync(cache.placeOf(key({ trial })), 1_000_000 + trial, 1_000_000 + trial)
    }
    await get(cache, key({ trial: 0 }))
    const { bytes } = await cacheSize(folder)
    expect(await pruneCache(folder, bytes - 1)).toMatchObject({ entries: 2 })
    expect(await Promise.all([0, 1, 2].map(async (trial) => (await get(cache, key({ trial }))) !== undefined))).toEqual([true, false, true])
    expect(await pruneCache(folder, 0)).toEqual({ entries: 0, bytes: 0 })
  })

  /** Answers of some 200 bytes on the disk, of which a bound of 4 kB holds twenty. */
  const answers = Array.from({ length: 50 }, (_, trial) => ({ own: key({ trial }), answer: { content: 'x'.repeat(90) } }))
  const bound = 4096

  test('stays within its bound by itself, however many answers come', async () => {
    const folder = temporary()
    const cache = new ResponseCache(folder, bound)
    for (const { own, answer } of answers) {
      await put(cache, own, answer)
      expect((await cacheSize(folder)).bytes).toBeLessThanOrEqual(bound)
    }
    expect((await cacheSize(folder)).bytes).toBeGreaterThan(0.5 * bound)
    expect(await get(cache, answers.at(-1)?.own as CacheKey)).toBeDefined()
  })

  test('is within its bound again when many answers that came at once are stored', async () => {
    const folder = temporary()
    const cache = new ResponseCache(folder, bound)
    await Promise.all(answers.map(({ own, answer }) => put(cache, own, answer)))
    const { bytes, entries } = await cacheSize(folder)
    expect(bytes).toBeLessThanOrEqual(bound)
    expect(entries).toBeGreaterThan(5)
  })

  test('may be over its bound by what each further process writes between two looks, and no more', async () => {
    const folder = temporary()
    const processes = [1, 2, 3, 4].map(() => new ResponseCache(folder, bound))
    for (const [index, { own, answer }] of answers.entries()) {
      await put(processes[index % 4] as ResponseCache, own, answer)
      expect((await cacheSize(folder)).bytes).toBeLessThanOrEqual(bound * (1 + 4 * 0.05))
    }
  })

  test('of a cache that is to hold nothing is nothing', async () => {
    const folder = temporary()
    await put(new ResponseCache(folder, 0), key(), { content: 'hi' })
    expect(await cacheSize(folder)).toEqual({ entries: 0, bytes: 0 })
  })

  test('is not that of files of others, which stay where they are', async () => {
    const folder = temporary()
    const cache = new ResponseCache(folder, MEGABYTE)
    await put(cache, key(), { content: 'hi' })
    mkdirSync(join(folder, 'ab'), { recursive: true })
    const others = [join(folder, 'README.md'), join(folder, 'ab', 'c0ffee')]
    for (const path of others) writeFileSync(path, 'mine')
    expect(await clearCache(folder)).toMatchObject({ entries: 1 })
    expect(files(folder).sort()).toEqual(others.sort())
  })

  test('counts what a killed process left half-written', async () => {
    const folder = temporary()
    await put(new ResponseCache(folder, MEGABYTE), key(), { content: 'hi' })
    const [path = ''] = files(folder)
    writeFileSync(`${path}.4711-abc`, '{"sha')
    expect(await cacheSize(folder)).toMatchObject({ entries: 2 })
    await clearCache(folder)
    expect(existsSync(folder)).toBe(false)
  })
})
