import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

const [CACHE, HOOKS] = ['src/models/cache/responseCache.ts', 'scripts/typescriptHooks.mjs'].map(
  (path) => pathToFileURL(join(packageRoot, path)).href,
)
const PROCESSES = 4
const KEYS = 40
const ROUNDS = 25

/** Writes and reads the same answers over and over, each its own version of them, and says what it read that nobody wrote. */
const WRITER = `
import { register } from 'node:module'
register(${JSON.stringify(HOOKS)})
const { ResponseCache } = await import(${JSON.stringify(CACHE)})
const [folder, own] = process.argv.slice(-2)
const cache = new ResponseCache(folder, 2 ** 30)
const textOf = (version, key) => (version + ' ' + key + ' ').repeat(3000)
let [hits, wrong] = [0, 0]
for (let round = 0; round < ${ROUNDS}; round += 1) {
  for (let key = 0; key < ${KEYS}; key += 1) {
    const place = cache.placeOf({ endpoint: 'openai:m', body: { key }, trial: 0, ask: 0, vote: 0 })
    const before = cache.get(place)
    if (before) hits += 1
    if (before && before.content !== textOf(before.content.split(' ')[0], key)) wrong += 1
    await cache.put(place, { content: textOf(own, key), finish: 'stop' })
  }
}
console.log(JSON.stringify({ hits, wrong }))
`

test('processes that write the same answers at once never read half of one, and leave one file each', async () => {
  const folder = join(temporaryFolder(), 'cache')
  const writers = Array.from({ length: PROCESSES }, (_, index) =>
    run(process.execPath, ['--input-type=module', '-e', WRITER, '--', folder, `version-${index}`]),
  )
  for (const { code, stdout, stderr } of await Promise.all(writers)) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { hits, wrong } = JSON.parse(stdout)
    expect(wrong).toBe(0)
    // All but those of the first round are there at least.
    expect(hits).toBeGreaterThanOrEqual((ROUNDS - 1) * KEYS)
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.json'))
  expect(files).toHaveLength(KEYS)
  expect(files.every((name) => name.endsWith('.json'))).toBe(true)
})
