import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ItemRecord, latestRecords } from '../../src/core/format/records.ts'
import { type Endpoint, politely, startEndpoint } from './endpoint.ts'
import { once, readItems, readScores, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { CONCURRENCY, newPlace, outcomes, resumeParcels, runParcels } from './parcelRun.ts'
import { outcomesHere, parcelsHere } from './parcelsHere.ts'

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
  const run = await parcelsHere(endpoint, PRICED)
  expect(run.concluded.reasons).toEqual([])
  return { run, tokens: tokensOf(endpoint), dollars: dollarsOf(endpoint) }
})

/** Items that the budget left without a score. */
function leftOf(records: readonly ItemRecord[]): number {
  return records.filter(({ status }) => status === 'unscored').length
}

/** Another call might take as many tokens as its prompt has bytes, and it has some hundred. */
const SLACK = 300

describe.each([
  ['tokens', 'HOLDFAST_MAX_TOKENS', (all: number) => String(Math.floor(all / 2)), tokensOf, SLACK],
  ['dollars', 'HOLDFAST_MAX_USD', (all: number) => (all / 2).toFixed(9), dollarsOf, (SLACK * PRICE.out) / 1e6],
] as const)('a budget in %s', (unit, variable, half, spentOf, slack) => {
  const stopped = once(async () => {
    const endpoint = await startEndpoint()
    const cap = half((await unlimited())[unit])
    const run = await parcelsHere(endpoint, { ...PRICED, [variable]: cap })
    return { endpoint, run, cap, spent: spentOf(endpoint), left: leftOf(run.records) }
  })

  test('stops the run cleanly: exit 1, and a sentence that says what is left', async () => {
    const { run, left } = await stopped()
    expect(left).toBeGreaterThan(5)
    expect(left).toBeLessThan(PARCELS - 5)
    expect(run.scores.exitCode).toBe(1)
    expect(run.concluded.reasons).toContain(
      `the budget is spent: ${left} items left. Finish them with HOLDFAST_RESUME=latest and a larger budget`,
    )
  })

  test('is used, and never exceeded by the count of the endpoint', async () => {
    const { cap, spent } = await stopped()
    expect(spent).toBeLessThanOrEqual(Number(cap))
    expect(spent).toBeGreaterThan(Number(cap) - slack)
  })

  test('keeps what is there: every answer is journaled, and every item has a record', async () => {
    const { run, endpoint, left } = await stopped()
    const answered = run.calls.filter(({ error }) => error === undefined)
    expect(answered).toHaveLength(endpoint.answered.length)
    expect(run.records).toHaveLength(PARCELS)
    const { items = 0, unscored, error } = run.scores.suites.parcels ?? {}
    expect([items, unscored, error]).toEqual([PARCELS, left, 0])
  })

  test('is not spread thin: items that have begun are finished before others begin', async () => {
    const { endpoint, left } = await stopped()
    const answered = endpoint.answered.map(({ question }) => question.split(' ')[0])
    const begun = new Set(answered).size
    expect(begun - (PARCELS - left)).toBeLessThanOrEqual(CONCURRENCY)
  })
})

test('a budget is enlarged to finish the run, which asks nothing twice', async () => {
  const endpoint = await startEndpoint()
  const place = newPlace()
  const { tokens, run: all } = await unlimited()
  const stopped = await runParcels(endpoint, place, { ...PRICED, HOLDFAST_MAX_TOKENS: String(Math.floor(tokens / 2)) })
  const left = leftOf(readItems(stopped))
  expect([stopped.code, stopped.stderr]).toEqual([1, ''])
  expect(unwrapped(stopped.stdout)).toContain(
    `the budget is spent: ${left} items left. Finish them with HOLDFAST_RESUME=latest and a larger budget`,
  )
  const more = Math.floor(0.75 * tokens)
  const tight = await resumeParcels(endpoint, place, { ...PRICED, HOLDFAST_MAX_TOKENS: String(more) })
  expect(tight.code).toBe(1)
  // What is not paid for is no progress.
  expect(stopped.stdout).toContain(', unfinished')
  expect(stopped.stdout).not.toContain('100 %')
  // What the first part has spent counts.
  expect(tokensOf(endpoint)).toBeLessThanOrEqual(more)
  expect(leftOf(latestRecords(readItems(tight)))).toBeLessThan(left)
  const finished = await resumeParcels(endpoint, place, { ...PRICED, HOLDFAST_MAX_TOKENS: String(2 * tokens) })
  expect(finished.code, finished.text).toBe(0)
  expect(endpoint.asked).toHaveLength(QUESTIONS)
  expect(outcomes(finished)).toEqual(outcomesHere(all))
  expect(readScores(finished).suites).toEqual(all.scores.suites)
  expect(readScores(finished).usage).toEqual(all.scores.usage)
})

describe('a budget', () => {
  test('too small for anything asks nothing', async () => {
    const endpoint = await startEndpoint()
    const { concluded } = await parcelsHere(endpoint, { ...FEW, HOLDFAST_MAX_TOKENS: '1' })
    expect(concluded.document.exitCode).toBe(1)
    expect(endpoint.asked).toEqual([])
    expect(concluded.reasons).toContain(
      `the budget is spent: ${PARCELS} items left. Finish them with HOLDFAST_RESUME=latest and a larger budget`,
    )
  })

  test('in dollars without a price is an error, before anything is paid for', async () => {
    const endpoint = await startEndpoint()
    await expect(parcelsHere(endpoint, { ...FEW, HOLDFAST_MAX_USD: '1' })).rejects.toThrow(
      `Failed to keep the budget: openai:clerk@${endpoint.url} has no price. Give its entry in models a price: { in, out }, in US dollars per million tokens, or set HOLDFAST_MAX_TOKENS in place of HOLDFAST_MAX_USD.`,
    )
    expect([endpoint.asked.length, endpoint.probes]).toEqual([0, 0])
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
    const { scores, records } = await parcelsHere(endpoint, { ...env, HOLDFAST_MAX_TOKENS: '3000' })
    expect(scores.exitCode).toBe(1)
    expect(tokensOf(endpoint)).toBeLessThanOrEqual(3000)
    expect(leftOf(records)).toBeGreaterThan(0)
    // Candidate, inspector and the other: each is asked for a token first.
    expect(endpoint.probes).toBe(3)
  })

  test('is not touched by what the cache answers, or a simulated model', async () => {
    const endpoint = await startEndpoint(politely)
    const cache = { HOLDFAST_CACHE: join(temporaryFolder(), 'cache') }
    await parcelsHere(endpoint, { ...FEW, ...cache })
    endpoint.forget()
    // Room for the probe and no more.
    const warm = await parcelsHere(endpoint, { ...FEW, ...cache, HOLDFAST_MAX_TOKENS: '20' })
    expect(warm.concluded.reasons).toEqual([])
    const simulated = await parcelsHere(endpoint, { ...FEW, HOLDFAST_MODEL: 'sim:null', HOLDFAST_MAX_USD: '0.01' })
    expect(simulated.concluded.reasons).toEqual([])
    expect(endpoint.asked).toEqual([])
  })
})
