import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ChatRequest, type Reply, startEndpoint } from '../../../../test/e2e/endpoint.ts'
import { fixture, temporaryFolder, unwrapped, type VitestRun } from '../../../../test/e2e/fixtureRun.ts'
import { newPlace, runParcels } from '../../../../test/e2e/parcelRun.ts'
import { parcelsHere } from '../../../../test/e2e/parcelsHere.ts'
import { type Environment, runHoldfast } from '../../../../test/run.ts'
import { isLong } from '../../../../test/shared.ts'

const KEY = 'sk-canary-Zq4Lr8TnW2xVb6Yd0Hs'
const HOUSE_KEY = 'house-canary-M3kPf7Jg1Rc9Xe5Uz'
/** With what JSON and URLs write otherwise. */
const PASSWORD = 'pw"canary\\5Gh&8t@Kd'
/** Longest part of a secret that may be seen. */
const WINDOW = 8

/** Every form in which a secret may turn up. */
function formsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(`bob:${secret}`).toString('base64')]
}

/** All that a run wrote and printed, by where it stands. */
function tracesOf(run: VitestRun, ...folders: string[]): Map<string, string> {
  const traces = new Map([
    ['stdout', run.stdout],
    ['stderr', run.stderr],
  ])
  for (const folder of [run.root, ...folders]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      if (statSync(path).isFile()) traces.set(path, readFileSync(path, 'latin1') + readFileSync(path, 'utf8'))
    }
  }
  return traces
}

/** Where a part of a secret that is long enough to matter stands. */
function leaks(traces: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const parts = secrets.flatMap(formsOf).flatMap((form) => {
    return Array.from({ length: Math.max(1, form.length - WINDOW + 1) }, (_, start) => form.slice(start, start + WINDOW))
  })
  return [...traces].flatMap(([where, text]) => {
    const part = parts.find((some) => text.includes(some))
    return part === undefined ? [] : [`${where}: ...${text.slice(Math.max(0, text.indexOf(part) - 60), text.indexOf(part) + 60)}...`]
  })
}

/** Ways in which a run is given a key or a password. */
const ENTRANCES: Readonly<Record<string, (host: string) => { env: Environment; secrets: string[] }>> = {
  OPENAI_API_KEY: (host) => ({ env: { OPENAI_BASE_URL: `http://${host}/v1`, OPENAI_API_KEY: KEY }, secrets: [KEY] }),
  apiKeyEnv: () => ({ env: { ENTRY: '{"apiKeyEnv":"HOUSE_SECRET_SAUCE"}', HOUSE_SECRET_SAUCE: HOUSE_KEY }, secrets: [HOUSE_KEY] }),
  'the credentials of a URI': (host) => ({
    env: { ENDPOINT: `http://bob:${encodeURIComponent(PASSWORD)}@${host}/v1`, OPENAI_API_KEY: KEY },
    secrets: [PASSWORD, KEY],
  }),
  'the credentials of a baseURL': (host) => ({
    env: { ENTRY: JSON.stringify({ uri: 'openai:clerk', baseURL: `http://bob:${encodeURIComponent(PASSWORD)}@${host}/v1` }) },
    secrets: [PASSWORD],
  }),
  OPENAI_BASE_URL: (host) => ({
    env: { ENTRY: '{"uri":"openai:clerk"}', OPENAI_BASE_URL: `http://bob:${encodeURIComponent(PASSWORD)}@${host}/v1`, OPENAI_API_KEY: KEY },
    secrets: [PASSWORD, KEY],
  }),
}

/** One of each kind in the short run: a variable, a variable that an entry names, and a password in an address. */
const SHORT = ['OPENAI_API_KEY', 'apiKeyEnv', 'the credentials of a baseURL']
const entrances = Object.entries(ENTRANCES).filter(([name]) => isLong || SHORT.includes(name))

/** What an endpoint says that repeats what it was sent: the header, and what its credentials are. */
function echo({ authorization }: ChatRequest): string {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1]
  const decoded = basic ? ` and ${Buffer.from(basic, 'base64').toString()}` : ''
  return `got ${authorization}${decoded}`
}

/** Ways in which an endpoint gives back what it was sent; each item meets one of them. */
const ECHOES: readonly ((request: ChatRequest, index: number) => Reply)[] = [
  (request) => ({ content: echo(request) }),
  // At another place for every item, so that wherever an answer is cut, some key is cut in two.
  (request, index) => ({ content: `${'x'.repeat(370 + index)}${echo(request).replace(/^got (Bearer|Basic) /, '')}${'y'.repeat(200)}` }),
  (request) => ({ status: 400, message: echo(request) }),
  (request) => ({ status: 401, message: `Incorrect API key provided: ${echo(request)}` }),
  (request) => ({ status: 500, message: echo(request) }),
  (request) => ({ status: 429, message: echo(request), headers: { 'retry-after': '0' } }),
  (request) => ({ status: 200, raw: `${echo(request)} is not welcome` }),
  (request) => ({ status: 200, message: echo(request) }),
]

function echoing(request: ChatRequest): Reply {
  const index = Number(/\d+/.exec(request.question)?.[0])
  return ECHOES[index % ECHOES.length]?.(request, index) ?? 'reset'
}

const FEW = { PARCELS: '48' }

describe.concurrent('a key that the endpoint echoes in every way it can', () => {
  test.for(entrances)('is in nothing that the run leaves, given by %s', async ([_, entrance]) => {
    const endpoint = await startEndpoint(echoing)
    const { env, secrets } = entrance(endpoint.host)
    const cache = join(temporaryFolder(), 'cache')
    const ENTRY = JSON.stringify({ ...JSON.parse(env.ENTRY ?? '{}'), maxAttempts: 2 })
    const run = await runParcels(endpoint, newPlace(), { ...FEW, HOLDFAST_CACHE: cache, ...env, ENTRY })
    expect(endpoint.asked[0]?.authorization).toMatch(/^(Bearer|Basic) .{10,}$/)
    expect(existsSync(run.folder.markdown)).toBe(true)
    const traces = tracesOf(run, ...(existsSync(cache) ? [cache] : []))
    expect(leaks(traces, secrets)).toEqual([])
    // They did come back, and were recognised: in the journal, the items and on the screen. The report quotes no answer.
    for (const where of ['stdout', run.folder.calls, run.folder.items])
      expect(traces.get(where)?.replaceAll('\\', ''), where).toContain('[redacted]')
  })
})

describe.concurrent('a key that an endpoint repeats before the first item', () => {
  test('is not in the error that ends the run', async () => {
    const endpoint = await startEndpoint()
    endpoint.probe = (request) => ({ status: 401, message: `Incorrect API key provided: ${echo(request)}` })
    const run = await runParcels(endpoint, newPlace(), { ...FEW, OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: KEY })
    expect(run.code).toBe(1)
    expect(run.text).toContain('[redacted]')
    expect(leaks(tracesOf(run), [KEY])).toEqual([])
  })
})

describe.concurrent('the keys of an application under test', () => {
  // It fails, throws a text, answers with its keys and loses a promise, an item each.
  test('are in nothing that the run leaves', async () => {
    const env = {
      ...FEW,
      HOLDFAST_MODEL: `module:${fixture('parcels', 'agents.ts')}#each`,
      OPENAI_API_KEY: KEY,
      HOUSE_SERVICE_API_KEY: HOUSE_KEY,
    }
    const run = await runParcels(await startEndpoint(), newPlace(), env)
    for (const told of ['the service refused [redacted]', 'refused: [redacted]', 'calling with [redacted]', 'nobody waits for [redacted]'])
      expect(unwrapped(run.text)).toContain(told)
    expect(readFileSync(run.folder.calls, 'utf8')).toContain('I called with [redacted]')
    expect(leaks(tracesOf(run), [KEY, HOUSE_KEY])).toEqual([])
  })

  test('which cannot be loaded, neither', async () => {
    const env = { HOLDFAST_MODEL: `module:${fixture('parcels', 'agents.ts')}#each`, OPENAI_API_KEY: KEY, THROW_ON_LOAD: '1' }
    const run = await runParcels(await startEndpoint(), newPlace(), { ...FEW, ...env })
    expect(run.text).toContain('[redacted]')
    expect(leaks(tracesOf(run), [KEY])).toEqual([])
  })
})

describe('a password in what is wrong', () => {
  const url = (host: string) => `http://bob:${encodeURIComponent(PASSWORD)}@${host}`
  test.each<[string, Environment]>([
    ['a URI that is none', { HOLDFAST_MODEL: `openai:m@${url('ho st')}/v1` }],
    ['a URI whose password is not encoded', { HOLDFAST_MODEL: `openai:m@http://bob:${PASSWORD}/x@host/v1` }],
    ['a baseURL that is none', { ENTRY: JSON.stringify({ baseURL: `${url('ho st')}/v1` }) }],
    ['an OPENAI_BASE_URL that is none', { ENTRY: '{"uri":"openai:clerk"}', OPENAI_BASE_URL: `${url('ho st')}/v1` }],
    [
      'an entry with another mistake',
      { ENTRY: JSON.stringify({ uri: `openai:m@${url('host')}/v1`, maxTokens: `openai:m@${url('host')}` }) },
    ],
    ['an endpoint that is not there', { ENDPOINT: `${url('127.0.0.1:9')}/v1`, OPENAI_API_KEY: KEY }],
  ])('%s, is not in the error', async (_, { OPENAI_BASE_URL, OPENAI_API_KEY, ...env }) => {
    vi.stubEnv('OPENAI_BASE_URL', OPENAI_BASE_URL)
    vi.stubEnv('OPENAI_API_KEY', OPENAI_API_KEY)
    onTestFinished(() => void vi.unstubAllEnvs())
    const error = await parcelsHere(await startEndpoint(), { ...FEW, ...env }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: expect.stringMatching(/Failed to (read|reach|set up)/) })
    expect(leaks(new Map([['error', inspect(error, { depth: 9 })]]), [PASSWORD])).toEqual([])
  })

  test('is not in what Vitest prints of such an error', async () => {
    const run = await runParcels(await startEndpoint(), newPlace(), { ...FEW, HOLDFAST_MODEL: `openai:m@${url('ho st')}/v1` })
    expect(run.code).toBe(1)
    expect(run.text).toContain('Failed to read')
    expect(leaks(tracesOf(run), [PASSWORD])).toEqual([])
  })
})

describe.concurrent('what is read again', () => {
  test('shows no key: holdfast show, summarize and plan', async () => {
    const endpoint = await startEndpoint((request) => ({ content: echo(request) }))
    const place = newPlace()
    await runParcels(endpoint, place, {
      ...FEW,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `http://bob:${encodeURIComponent(PASSWORD)}@host/v1`,
    })
    const env = {
      OPENAI_API_KEY: KEY,
      HOLDFAST_MODEL: `openai:m@http://bob:${encodeURIComponent(PASSWORD)}@host/v1`,
      HOLDFAST_LIFBENCH_TASKS: 'LSI',
    }
    const printed = await Promise.all(
      [
        ['show', place.out],
        ['show', place.out, 'p-001', '--calls'],
        ['plan', 'lifbench'],
      ].map((args) => runHoldfast(args, { cwd: place.root, env })),
    )
    expect(printed.map(({ code }) => code)).toEqual([0, 0, 0])
    const traces = new Map(printed.map(({ stdout, stderr }, index) => [String(index), stdout + stderr]))
    expect(leaks(traces, [KEY, PASSWORD])).toEqual([])
  })
})
