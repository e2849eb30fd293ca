import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CANARIES, CANARY_ENVIRONMENT, dump, findCanaries, LATE } from './canaries.ts'
import { type ChatRequest, type Reply, startEndpoint } from './endpoint.ts'
import { once, readItems, type VitestRun } from './fixtureRun.ts'
import { ownProject } from './ownProject.ts'

/** Reporters that print, one after the other, and those that write a file. */
const PRINTING = ['default', 'verbose', 'tree', 'dot', 'tap', 'tap-flat', 'github-actions', 'agent', 'minimal']
const WRITING = ['json', 'junit', 'blob']
const REPORTERS = [
  ...[...PRINTING, ...WRITING].map((name) => `--reporter=${name}`),
  ...WRITING.map((name) => `--outputFile.${name}=./reported/${name}.txt`),
]

/** A judge and a candidate that give away what they know of the run's environment, in every reply they can make. */
function indiscreet({ model, messages, before }: ChatRequest): Reply {
  const text = messages.map(({ content }) => content).join('\n')
  if (model === 'judge') {
    if (text.includes('is judged badly')) return { content: `I cannot say: ${dump()}` }
    if (text.includes('is not judged')) return { status: 500, message: dump() }
    return { content: JSON.stringify({ criteria: [{ number: 1, reason: `since ${dump()}`, met: false }] }) }
  }
  const headers = { 'x-request-id': CANARIES[0]?.value ?? '', 'retry-after': '0' }
  const failed = (status: number): Reply => ({ status, message: dump(), headers })
  if (text.includes('throws several')) return failed(400)
  if (text.includes('throws a text')) return failed(401)
  if (text.includes('throws')) return failed(500)
  if (text.includes('rejects several')) return { status: 200, raw: dump() }
  if (text.includes('rejects')) return { status: 503, raw: `<html>${dump()}</html>` }
  return { content: `${before} ${dump()}` }
}

/** A run with all canaries in its environment, and everything it printed and left in its project, by where it stands. */
async function runCanaries(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const endpoint = await startEndpoint(indiscreet)
  const project = ownProject('canaries')
  writeFileSync(join(project.root, '.env'), `${LATE.name}=${LATE.value}\n`)
  const sources = readdirSync(project.root)
  const given = { ...CANARY_ENVIRONMENT, ENDPOINT: endpoint.url, HOLDFAST_CACHE: undefined, ...env }
  const run = await project.vitest(given, [...REPORTERS, ...args])
  const replay = (recorded: VitestRun) => project.vitest({ ...given, HOLDFAST_MODEL: `replay:${recorded.folder.calls}` }, args)
  return { run, replay, traces: tracesOf(run, sources) }
}

function tracesOf({ stdout, stderr, root }: VitestRun, sources: readonly string[]): Map<string, string> {
  const traces = new Map([
    ['stdout', stdout],
    ['stderr', stderr],
  ])
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    const isKnown = name.startsWith('node_modules') || name.startsWith(join('reports', 'runs', 'latest')) || sources.includes(name)
    if (isKnown || !statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    traces.set(relative(root, path), (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  }
  return traces
}

const application = once(() => runCanaries({}, []))
const endpoint = once(() => runCanaries({ CANDIDATE: 'clerk' }, ['echo.eval']))

test('there are enough canaries, in names of all kinds', () => {
  expect(new Set(CANARIES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(50)
  expect(new Set(CANARIES.flatMap(({ secrets }) => secrets)).size).toBeGreaterThanOrEqual(50)
})

describe.concurrent.each([
  ['an application under test', application],
  ['an endpoint', endpoint],
])('an environment that comes back from %s', (_, run) => {
  test('is in nothing that the run writes or prints, through any reporter', async () => {
    const { traces } = await run()
    // The application alone reads the file.
    expect(findCanaries(traces, [...CANARIES, LATE]).slice(0, 10)).toEqual([])
  })

  test('came by at every place that was looked at', async () => {
    const { traces } = await run()
    const places = [...traces].filter(([, text]) => text.includes('[redacted]')).map(([where]) => where)
    const known = places.map((where) => where.replace(/^reports\/runs\/[^/]+\//, '').replace(/-\d+\.js$/, '.js'))
    expect(known).toEqual(
      expect.arrayContaining([
        ...['stdout', 'calls.jsonl', 'items.jsonl', 'index.html', 'data/run-records.js', 'data/run-calls.js'],
        ...WRITING.map((name) => `reported/${name}.txt`),
      ]),
    )
    expect(places.some((where) => /blobs/.test(where))).toBe(true)
  })
})

test('what is redacted is scored as its recording is', async () => {
  const { run, replay } = await endpoint()
  const ITEMS = ['answers', 'is measured', 'is judged']
  const scored = (of: VitestRun) => readItems(of).filter(({ item, status }) => ITEMS.includes(item) && status === 'failed')
  const live = scored(run)
  expect(live).toHaveLength(ITEMS.length)
  const again = scored(await replay(run))
  for (const { item, scores, reason } of live) expect(again).toContainEqual(expect.objectContaining({ item, scores, reason }))
})
