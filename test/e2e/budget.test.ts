import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHoldfast } from '../run.ts'
import { type Endpoint, politely, startEndpoint } from './endpoint.ts'
import { once, readCalls, readItems, readScores, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { CONCURRENCY, newPlace, outcomes, resumeParcels, runParcels } from './parcelRun.ts'

const PARCELS = 30
const QUESTIONS = 2 * PARCELS
const FEW = { PARCELS: String(PARCELS) }
/** US dollars per million tokens. */
const PRICE = { in: 2, out: 10 }
const PRICED = { ...FEW, ENTRY: JSON.stringify({ price: PRICE }) }

const tokensOf = ({ tokens }: Endpoint) => tokens.prompt + tokens.completion
const dollarsOf = ({ tokens }: Endpoint) => (tokens.prompt * PRICE.in + tokens.completion * PRICE.out) / 1e6

/** A run without a budget, and what it takes by the endpoint's own count. */
const unlimited = once(async () => {
  const endpoint = await startEndpoint()
  const run = await runParcels(endpoint, newPlace(), PRICED)
  expect(run.code, run.text).toBe(0)
  return { run, tokens: tokensOf(endpoint), dollars: dollarsOf(endpoint) }
})

/** Items of a run that the budget left without a score. */
function leftOf(run: VitestRun): number {
  return readItems(run).filter(({ status }) => status === 'unscored').length
}

describe.concurrent.each([
  ['tokens', 'HOLDFAST_MAX_TOKENS', (all: number) => String(Math.floor(all / 2)), tokensOf],
  ['dollars', 'HOLDFAST_MAX_USD', (all: number) => (all / 2).toFixed(9), dollarsOf],
] as const)('a budget in %s', (unit, variable, half, spentOf) => {
  const stopped = once(async () => {
    const endpoint = await startEndpoint()
    const place = newPlace()
    const cap = half((await unlimited())[unit])
    const run = await runParcels(endpoint, place, { ...PRICED, [variable]: cap })
    return { endpoint, place, run, cap, spent: spentOf(endpoint) }
  })

  test('stops the run cleanly: exit 1, and a sentence that says what is left', async () => {
    const { run } = await stopped()
    const left = leftOf(run)
    expect(run.code).toBe(1)
    expect(left).toBeGreaterThan(5)
    expect(left).toBeLessThan(PARCELS - 5)
    expect(unwrapped(run.stdout)).toContain(`the budget is spent: ${left} items left, finish them with HOLDFAST_RESUME`)
    expect(run.stderr).toBe('')
  })

  test('is used, and never exceeded by the count of the endpoint', async () => {
    const { cap, spent } = await stopped()
    expect(spent).toBeLessThanOrEqual(Number(cap))
    // Another call might take as many tokens as its prompt has bytes, and it has some hundred.
    const slack = unit === 'tokens' ? 300 : (300 * PRICE.out) / 1e6
    expect(spent).toBeGreaterThan(Number(cap) - slack)
  })

  test('keeps what is there: every answer is journaled, and every item has a record', async () => {
    const { run, endpoint } = await stopped()
    expect(readCalls(run)).toHaveLength(endpoint.answered.length)
    expect(readCalls(run).every(({ error }) => error === undefined)).toBe(true)
    expect(Object.keys(outcomes(run))).toHaveLength(PARCELS)
    const { items = 0, unscored, error } = readScores(run).suites.parcels ?? {}
    expect([items, unscored, error]).toEqual([PARCELS, leftOf(run), 0])
  })

  test('is not spread thin: items that have begun are finished before others begin', async () => {
    const { run, endpoint } = await stopped()
    const answered = endpoint.answered.map(({ question }) => question.split(' ')[0])
    const begun = new Set(answered).size
    expect(begun - (PARCELS - leftOf(run))).toBeLessThanOrEqual(CONCURRENCY)
  })

  test('is enlarged to finish the run, which asks nothing twice', async () => {
    const { endpoint, place, run } = await stopped()
    const all = await unlimited()
    const tight = await resumeParcels(endpoint, place, { ...PRICED, [variable]: half(all[unit] * 1.5) })
    expect(tight.code).toBe(1)
    // What the first part has spent counts.
    expect(spentOf(endpoint)).toBeLessThanOrEqual(Number(half(all[unit] * 1.5)))
    expect(leftOf(tight)).toBeLessThan(leftOf(run) + leftOf(tight))
    const finished = await resumeParcels(endpoint, place, { ...PRICED, [variable]: half(all[unit] * 4) })
    expect(finished.code, finished.text).toBe(0)
    expect(endpoint.asked).toHaveLength(QUESTIONS)
    expect(outcomes(finished)).toEqual(outcomes(all.run))
    expect(readScores(finished).suites).toEqual(readScores(all.run).suites)
    expect(readScores(finished).usage).toEqual(readScores(all.run).usage)
  })
})

describe.concurrent('a budget', () => {
  test('too small for anything asks nothing', async () => {
    const endpoint = await startEndpoint()
    const run = await runParcels(endpoint, newPlace(), { ...FEW, HOLDFAST_MAX_TOKENS: '1' })
    expect(run.code).toBe(1)
    expect(endpoint.asked).toEqual([])
    expect(unwrapped(run.stdout)).toContain(`the budget is spent: ${PARCELS} items left`)
  })

  test('in dollars without a price is one clear error, before anything is paid for', async () => {
    const endpoint = await startEndpoint()
    const run = await runParcels(endpoint, newPlace(), { ...FEW, HOLDFAST_MAX_USD: '1' })
    expect(run.code).toBe(1)
    const said = `Failed to keep the budget: openai:clerk@${endpoint.url} has no price. Give its entry in models a price, or unset HOLDFAST_MAX_USD.`
    expect(unwrapped(run.text).replaceAll(' ', '').split(said.replaceAll(' ', ''))).toHaveLength(2)
    expect([endpoint.asked.length, endpoint.probes]).toEqual([0, 0])
    expect(readItems(run)).toEqual([])
  })

  test('covers the judge, and leaves what was answered to be judged later', async () => {
    const endpoint = await startEndpoint()
    const place = newPlace()
    const env = { PARCELS: '10', JUDGED: '1', HOLDFAST_JUDGE: 'inspector' }
    const run = await runParcels(endpoint, place, { ...env, HOLDFAST_MAX_TOKENS: '2500' })
    expect(run.code).toBe(1)
    expect(tokensOf(endpoint)).toBeLessThanOrEqual(2500)
    const asked = new Set(endpoint.asked.map(({ question }) => question))
    const finished = await resumeParcels(endpoint, place, { ...env, HOLDFAST_MAX_TOKENS: '100000' })
    expect(finished.code, finished.text).toBe(0)
    expect(endpoint.asked).toHaveLength(30)
    expect(asked.size).toBeLessThan(30)
  })

  test('covers every judge of a panel', async () => {
    const endpoint = await startEndpoint()
    const env = { PARCELS: '10', JUDGED: '1', HOLDFAST_JUDGE: 'panel:inspector;other', HOLDFAST_VOTES: '2' }
    const run = await runParcels(endpoint, newPlace(), { ...env, HOLDFAST_MAX_TOKENS: '3000' })
    expect(run.code).toBe(1)
    expect(tokensOf(endpoint)).toBeLessThanOrEqual(3000)
    expect(leftOf(run)).toBeGreaterThan(0)
    // Candidate, inspector and the other: each is asked for a token first.
    expect(endpoint.probes).toBe(3)
  })

  test('is not touched by what the cache answers, or a simulated model', async () => {
    const endpoint = await startEndpoint(politely)
    const cache = { HOLDFAST_CACHE: join(temporaryFolder(), 'cache') }
    await runParcels(endpoint, newPlace(), { ...FEW, ...cache })
    endpoint.forget()
    // Room for the probe and no more.
    const warm = await runParcels(endpoint, newPlace(), { ...FEW, ...cache, HOLDFAST_MAX_TOKENS: '20' })
    expect(warm.code, warm.text).toBe(0)
    const simulated = await runParcels(endpoint, newPlace(), { ...FEW, HOLDFAST_MODEL: 'sim:null', HOLDFAST_MAX_USD: '0.01' })
    expect(simulated.code, simulated.text).toBe(0)
    expect(endpoint.asked).toEqual([])
  })
})

describe.concurrent('holdfast plan', () => {
  /** Plans LIFBench at 4k in a folder whose configuration has this entry. */
  async function plan(entry: object, env: Readonly<Record<string, string>> = {}) {
    const root = temporaryFolder()
    writeFileSync(
      join(root, 'vitest.config.mjs'),
      `export default { plugins: [{ name: 'holdfast', api: { options: { model: 'm', models: { m: ${JSON.stringify({ uri: 'openai:m@http://127.0.0.1:9/v1', ...entry })} } } } }] }`,
    )
    const options = { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIFBENCH_TASKS: 'LSI', ...env }
    const text = await runHoldfast(['plan', 'lifbench'], { cwd: root, env: options })
    const { stdout } = await runHoldfast(['plan', 'lifbench', '--json'], { cwd: root, env: options })
    expect([text.code, text.stderr]).toEqual([0, ''])
    const { tasks, calls } = JSON.parse(stdout) as { tasks: { tokens: number }[]; calls: { candidate: number } }
    return { stdout: text.stdout, tokens: tasks.reduce((sum, task) => sum + task.tokens, 0), calls: calls.candidate }
  }

  test('tells the least cost by the configured price', async () => {
    const { stdout, tokens } = await plan({ price: { in: 50, out: 1 } })
    expect(tokens).toBeGreaterThan(50_000)
    expect(stdout).toContain(`from $${((50 * tokens) / 1e6).toFixed(2)} for what the candidate reads; answers come on top`)
  })

  test('tells the least time by the limit that takes longest', async () => {
    const { stdout, calls } = await plan({ requestsPerMinute: 2 })
    const minutes = calls / 2
    expect(stdout).toMatch(
      new RegExp(`^ time +from ${Math.floor(minutes)}:${String((minutes % 1) * 60).padStart(2, '0')} at the configured limits$`, 'm'),
    )
    const { stdout: byTokens, tokens } = await plan({ requestsPerMinute: 10_000, tokensPerMinute: 6000 })
    expect(byTokens).toContain(`from ${Math.floor(tokens / 6000)}:`)
  })

  test('counts trials', async () => {
    const entry = { price: { in: 50, out: 1 } }
    const [one, three] = await Promise.all([plan(entry), plan(entry, { HOLDFAST_TRIALS: '3' })])
    expect(three.stdout).toContain(`from $${((3 * 50 * one.tokens) / 1e6).toFixed(2)} `)
  })

  test('tells neither where nothing is configured', async () => {
    const { stdout } = await plan({})
    expect(stdout).not.toMatch(/^ (cost|time) /m)
  })
})
