import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Environment, type Finished, type Running, startVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { type Endpoint, startEndpoint } from './endpoint.ts'
import { fixture, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { CONCURRENCY } from './parcelRun.ts'

/** US dollars per million tokens. */
const PRICE = { in: 2, out: 10 }
const dollarsOf = ({ tokens }: Endpoint) => (tokens.prompt * PRICE.in + tokens.completion * PRICE.out) / 1e6
/** The most that one call of the parcels sets aside: some hundred bytes of prompt and a capped answer. */
const ONE_CALL = (600 * PRICE.in + 40 * PRICE.out) / 1e6

/** Parts of one job on an endpoint, each a process in a root of its own. */
function newJob(endpoint: Endpoint, count: number, env: Environment) {
  const shared = join(temporaryFolder(), 'shared')
  const roots = Array.from({ length: count }, () => temporaryFolder())
  return {
    shared,
    start: (part: number, more: Environment = {}): Running => {
      const root = roots[part - 1] ?? ''
      return startVitest(['--root', root, '--config', fixture('parcels', 'vitest.config.ts')], {
        env: {
          ENDPOINT: endpoint.url,
          HOLDFAST_MODEL: 'clerk',
          HOLDFAST_OUT: join(root, 'run'),
          HOLDFAST_RESUME: 'auto',
          HOLDFAST_SHARD: `${part}/${count}`,
          HOLDFAST_JOB_FOLDER: shared,
          ...env,
          ...more,
        },
      })
    },
    folder: (part: number) => join(roots[part - 1] ?? '', 'run'),
  }
}

const textOf = ({ stdout, stderr }: Finished) => unwrapped(stdout + stderr)

describe('one budget', () => {
  // About half of what all parcels take.
  const CAP = 0.004
  const env = { PARCELS: '60', ENTRY: JSON.stringify({ price: PRICE }), HOLDFAST_MAX_USD: String(CAP) }

  test.each(isLong ? [2, 3, 4] : [2])('over %i parts is not passed, and used', async (count) => {
    const endpoint = await startEndpoint()
    const job = newJob(endpoint, count, env)
    const parts = await Promise.all(Array.from({ length: count }, (_, index) => job.start(index + 1).finished))
    expect(dollarsOf(endpoint)).toBeLessThanOrEqual(CAP)
    expect(dollarsOf(endpoint)).toBeGreaterThan(CAP - count * ONE_CALL)
    expect(parts.map(textOf).join('\n')).toContain('the budget is spent')
    expect(textOf(parts[0] as Finished)).toContain(`the budget shared with all parts in`)
    // Each has told the others that it has ended. Vitest may end a worker between a file's writing and its renaming.
    const names = readdirSync(join(job.shared, 'parts')).filter((name) => name.endsWith('.json'))
    const signs = names.map((name) => JSON.parse(readFileSync(join(job.shared, 'parts', name), 'utf8')))
    expect(signs.map(({ ended }) => ended)).toEqual(Array(count).fill(true))
    const ledger = JSON.parse(readFileSync(join(job.shared, 'ledger.json'), 'utf8'))
    // All leases have been given back but for what was spent.
    const leased = Object.values<{ leased: { usd: number } }>(ledger.parts).reduce((sum, part) => sum + part.leased.usd, 0)
    expect(leased).toBeCloseTo(dollarsOf(endpoint), 6)
  })

  test('is not passed when a part is killed with calls under way and started again by its own command', async () => {
    const endpoint = await startEndpoint()
    const job = newJob(endpoint, 2, env)
    const first = job.start(1)
    // More than it has in flight at once, so that some are answered and some are under way.
    endpoint.onQuestion = (count) => {
      if (count === CONCURRENCY + 4) first.kill()
    }
    await first.finished
    expect(endpoint.asked.length).toBeGreaterThanOrEqual(CONCURRENCY + 4)
    await Promise.all([job.start(1).finished, job.start(2).finished])
    expect(dollarsOf(endpoint)).toBeLessThanOrEqual(CAP)
  })
})

test('without a shared folder each part takes its share of the budget, and says so', async () => {
  const endpoint = await startEndpoint()
  const cap = 0.004
  const env = { PARCELS: '60', ENTRY: JSON.stringify({ price: PRICE }), HOLDFAST_MAX_USD: String(cap), HOLDFAST_JOB_FOLDER: undefined }
  const part = await newJob(endpoint, 4, env).start(1).finished
  expect(dollarsOf(endpoint)).toBeLessThanOrEqual(cap / 4)
  expect(textOf(part)).toContain('this part takes 1/4 of the budget: no HOLDFAST_JOB_FOLDER names a folder to share them in')
})

describe.runIf(isLong)('one limit of 600 requests a minute', () => {
  const PER_MINUTE = 600
  const env = { PARCELS: '500', ENTRY: JSON.stringify({ requestsPerMinute: PER_MINUTE }) }

  /** Requests a minute that came between two times, in seconds from now. */
  function meter(endpoint: Endpoint) {
    const began = performance.now()
    const times: number[] = []
    endpoint.onQuestion = () => times.push((performance.now() - began) / 1000)
    return {
      between: (from: number, to: number) => (60 * times.filter((time) => time >= from && time < to).length) / (to - from),
      now: () => (performance.now() - began) / 1000,
    }
  }

  test.each<[string, Environment]>([
    ['a shared folder', {}],
    ['fixed shares', { HOLDFAST_JOB_FOLDER: undefined }],
  ])('is kept by two parts together with %s, at 90 to 100 percent of it', async (_, more) => {
    const endpoint = await startEndpoint()
    const job = newJob(endpoint, 2, { ...env, ...more })
    const rate = meter(endpoint)
    const ends: number[] = []
    const end = async (part: Running) => {
      await part.finished
      ends.push(rate.now())
    }
    await Promise.all([end(job.start(1)), end(job.start(2))])
    const measured = rate.between(25, Math.min(...ends) - 5)
    process.stderr.write(`${Math.round(measured)} of ${PER_MINUTE} requests a minute, over ${Math.round(Math.min(...ends) - 30)} s\n`)
    expect(measured).toBeLessThanOrEqual(PER_MINUTE)
    expect(measured).toBeGreaterThanOrEqual(0.9 * PER_MINUTE)
  })

  test('is taken by the part that is left, after the other was killed', async () => {
    const endpoint = await startEndpoint()
    const job = newJob(endpoint, 2, env)
    const rate = meter(endpoint)
    const [one, other] = [job.start(1), job.start(2)]
    await delay(30_000)
    other.kill()
    const killedAt = rate.now()
    await one.finished
    const endedAt = rate.now()
    const [alone, meanwhile] = [rate.between(killedAt + 25, endedAt - 5), rate.between(killedAt + 2, killedAt + 18)]
    process.stderr.write(`${Math.round(meanwhile)} a minute just after the other was killed, ${Math.round(alone)} when that was seen\n`)
    expect(alone).toBeLessThanOrEqual(PER_MINUTE)
    expect(alone).toBeGreaterThanOrEqual(0.9 * PER_MINUTE)
    expect(meanwhile).toBeLessThanOrEqual(PER_MINUTE)
  })
})
