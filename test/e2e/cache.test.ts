import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cacheSize } from '../../src/models/cache/responseCache.ts'
import { holdfastHere } from '../command.ts'
import type { Environment } from '../run.ts'
import { startEndpoint } from './endpoint.ts'
import { once, readCalls, readScores, temporaryFolder } from './fixtureRun.ts'
import { lastLines, newPlace, outcomes, runParcels } from './parcelRun.ts'
import { outcomesHere, type ParcelOutcome, parcelsHere } from './parcelsHere.ts'

const PARCELS = 20
const QUESTIONS = 2 * PARCELS
const FEW = { PARCELS: String(PARCELS) }

/** Files of a cache, in the order of their names. */
function entries(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).isFile())
    .sort()
}

/** An endpoint, and an empty cache that runs on it share. */
async function shared() {
  const endpoint = await startEndpoint()
  const cache = join(temporaryFolder(), 'cache')
  const run = (env: Environment = {}) => parcelsHere(endpoint, { ...FEW, HOLDFAST_CACHE: cache, ...env })
  return { endpoint, cache, run }
}

/** What the usage says came from the cache, of how many calls. */
function cachedOf({ usage }: ParcelOutcome['scores'], role = 'candidate'): [number, number] {
  return [usage[role]?.cached ?? Number.NaN, usage[role]?.calls ?? Number.NaN]
}

describe.concurrent('a second run from a warm cache', () => {
  const both = once(async () => {
    const endpoint = await startEndpoint()
    const place = newPlace()
    const run = (out: string) =>
      runParcels(endpoint, { root: place.root, out: join(place.root, out) }, { ...FEW, HOLDFAST_CACHE: undefined })
    const cold = await run('cold')
    expect(cold.code, cold.text).toBe(0)
    const asked = endpoint.asked.length
    endpoint.forget()
    return { endpoint, cache: join(place.root, '.holdfast', 'cache'), cold, warm: await run('warm'), asked }
  })

  test('makes no request but the probe', async () => {
    const { endpoint, asked } = await both()
    expect(asked).toBe(QUESTIONS)
    expect(endpoint.asked).toEqual([])
    expect(endpoint.probes).toBe(1)
  })

  test('has the same scores', async () => {
    const { cold, warm } = await both()
    expect(warm.code).toBe(0)
    expect(outcomes(warm)).toEqual(outcomes(cold))
    expect(readScores(warm).suites).toEqual(readScores(cold).suites)
  })

  test('counts and shows what was cached, and no tokens for it', async () => {
    const { cold, warm } = await both()
    expect(cachedOf(readScores(cold))).toEqual([0, QUESTIONS])
    expect(cachedOf(readScores(warm))).toEqual([QUESTIONS, QUESTIONS])
    expect(readScores(warm).usage.candidate).toMatchObject({ promptTokens: 0, completionTokens: 0 })
    expect(lastLines(warm)).toMatch(/^ calls +candidate 40, 100 % from cache or recording$/m)
    expect(lastLines(cold)).not.toContain('from cache')
  })

  test('has a journal that can be replayed like any other', async () => {
    const { cold, warm, endpoint } = await both()
    expect(readCalls(warm)).toHaveLength(QUESTIONS)
    expect(readCalls(warm).every(({ cached, attempts }) => cached && attempts === 0)).toBe(true)
    const replayed = await parcelsHere(endpoint, { ...FEW, HOLDFAST_MODEL: `replay:${warm.folder.calls}` })
    expect(replayed.scores.suites).toEqual(readScores(cold).suites)
  })

  test('has the cache under the root of the project by default', async () => {
    const { cache, cold } = await both()
    expect(cold.stdout).toMatch(/^ limits .*cache \.holdfast\/cache$/m)
    expect(await cacheSize(cache)).toMatchObject({ entries: QUESTIONS })
  })
})

describe('the cache', () => {
  test('is not there when it is off', async () => {
    const endpoint = await startEndpoint()
    for (let time = 0; time < 2; time += 1) await parcelsHere(endpoint, { ...FEW, HOLDFAST_CACHE: 'off' })
    expect(endpoint.asked).toHaveLength(2 * QUESTIONS)
  })

  test('holds answers to greedy requests only, unless an entry says otherwise', async () => {
    const { endpoint, cache, run } = await shared()
    const drawn = { TEMPERATURE: '0.7' }
    await run(drawn)
    await run(drawn)
    expect(endpoint.asked).toHaveLength(2 * QUESTIONS)
    expect(existsSync(cache)).toBe(false)
    const all = { ...drawn, ENTRY: '{"cache":"all"}' }
    await run(all)
    expect(cachedOf((await run(all)).scores)).toEqual([QUESTIONS, QUESTIONS])
    expect(endpoint.asked).toHaveLength(3 * QUESTIONS)
    await run({ ENTRY: '{"cache":"off"}' })
    expect(endpoint.asked).toHaveLength(4 * QUESTIONS)
    expect(entries(cache)).toHaveLength(QUESTIONS)
  })

  test('keeps models, endpoints and parameters apart', async () => {
    const { endpoint, run } = await shared()
    const other = await startEndpoint()
    await run()
    for (const env of [{ HOLDFAST_MODEL: 'other' }, { ENTRY: '{"maxTokens":7}' }, { ENTRY: '{"parameters":{"top_p":0.5}}' }]) {
      endpoint.forget()
      await run(env)
      expect(endpoint.asked).toHaveLength(QUESTIONS)
    }
    await run({ ENDPOINT: other.url })
    expect(other.asked).toHaveLength(QUESTIONS)
  })

  test('drops a damaged entry, asks it again and stores it anew', async () => {
    const { endpoint, cache, run } = await shared()
    const cold = await run()
    endpoint.forget()
    const [first = '', second = '', third = ''] = entries(cache)
    const sound = [first, second, third].map((path) => readFileSync(path, 'utf8'))
    writeFileSync(first, '')
    writeFileSync(second, (sound[1] ?? '').slice(0, -20))
    writeFileSync(third, (sound[2] ?? '').replace(/"content":"./, '"content":"?'))
    const warm = await run()
    expect(endpoint.asked).toHaveLength(3)
    expect(outcomesHere(warm)).toEqual(outcomesHere(cold))
    expect(cachedOf(warm.scores)).toEqual([QUESTIONS - 3, QUESTIONS])
    const withoutTime = (text: string) => text.replace(/"at":\d+/, '')
    expect([first, second, third].map((path) => withoutTime(readFileSync(path, 'utf8')))).toEqual(sound.map(withoutTime))
  })

  test('decides no release: with gates the candidate is asked afresh, unless they allow it', async () => {
    const { endpoint, cache, run } = await shared()
    const rules = { parcels: { pass_rate: { min: 0 } } }
    const gates = (allow: object = {}) => ({ HOLDFAST_GATES: JSON.stringify({ ...rules, ...allow }) })
    await run()
    const { scores } = await run(gates())
    expect(cachedOf(scores)).toEqual([0, QUESTIONS])
    expect(endpoint.asked).toHaveLength(2 * QUESTIONS)
    // What it paid for is in the cache, as young as the run.
    expect(entries(cache)).toHaveLength(QUESTIONS)
    const allowed = await run(gates({ allowCached: true }))
    expect(cachedOf(allowed.scores)).toEqual([QUESTIONS, QUESTIONS])
    const { oldestCached = 0, fromCache } = allowed.scores.usage.candidate ?? {}
    expect(fromCache).toBe(QUESTIONS)
    expect(oldestCached).toBeGreaterThanOrEqual(Date.parse(scores.run.startedAt))
  })

  test('serves two processes at once', async () => {
    const { endpoint, cache, run } = await shared()
    const process = () => runParcels(endpoint, newPlace(), { ...FEW, HOLDFAST_CACHE: cache })
    const [one, two] = await Promise.all([process(), process()])
    expect([one.code, two.code]).toEqual([0, 0])
    expect(outcomes(one)).toEqual(outcomes(two))
    // One file a question, and none left half-written.
    expect(entries(cache)).toHaveLength(QUESTIONS)
    expect(entries(cache).every((path) => /\/[0-9a-f]{2}\/[0-9a-f]{62}\.json$/.test(path))).toBe(true)
    endpoint.forget()
    expect(outcomesHere(await run())).toEqual(outcomes(one))
    expect(endpoint.asked).toEqual([])
  })

  test('has an entry for each trial and each vote', async () => {
    const { endpoint, cache, run } = await shared()
    const env = { JUDGED: '1', HOLDFAST_JUDGE: 'inspector', HOLDFAST_TRIALS: '2', HOLDFAST_VOTES: '3', PARCELS: '4' }
    await run(env)
    const [asks, verdicts] = [4 * 2 * 2, 4 * 2 * 3]
    expect(endpoint.asked).toHaveLength(asks + verdicts)
    expect(entries(cache)).toHaveLength(asks + verdicts)
    endpoint.forget()
    const { scores } = await run(env)
    expect(endpoint.asked).toEqual([])
    expect([cachedOf(scores), cachedOf(scores, 'judge')]).toEqual([
      [asks, asks],
      [verdicts, verdicts],
    ])
    // A further trial is asked, and nothing of the first two.
    await run({ ...env, HOLDFAST_TRIALS: '3' })
    expect(endpoint.asked).toHaveLength(4 * 2 + 4 * 3)
  })
})

describe('holdfast cache', () => {
  test('ls tells how much there is, and clear makes it nothing', async () => {
    const { cache, run } = await shared()
    await run()
    const root = temporaryFolder()
    const command = (...args: string[]) => holdfastHere(['cache', ...args], root, { HOLDFAST_CACHE: cache })
    expect(await command()).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 40 answers, 0\.0 MB\n$/) })
    expect(await command('clear')).toMatchObject({ code: 0, stdout: expect.stringContaining('removed 40 answers') })
    expect(existsSync(cache)).toBe(false)
    expect(await command()).toMatchObject({ code: 0, stdout: expect.stringContaining(': 0 answers') })
  })

  test.each([
    [[], { HOLDFAST_CACHE: 'off' }, 'Failed to open the cache: it is off.'],
    [['empty'], {}, "unknown command 'empty'"],
  ])('%j with %j is wrong use', async (args, env, said) => {
    const { code, stderr, stdout } = await holdfastHere(['cache', ...args], temporaryFolder(), env)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
  })
})
