import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CANARIES, CANARY_ENVIRONMENT, dump, findCanaries, LATE } from './canaries.ts'
import { type ChatRequest, type Endpoint, type Reply, startEndpoint } from './endpoint.ts'
import { once, type VitestRun } from './fixtureRun.ts'
import { type OwnProject, ownProject } from './ownProject.ts'

/** Everything that a run printed and left in its project, by where it stands. */
function tracesOf(
  { stdout, stderr }: Pick<VitestRun, 'stdout' | 'stderr'>,
  { root }: OwnProject,
  sources: readonly string[],
): Map<string, string> {
  const traces = new Map([
    ['stdout', stdout],
    ['stderr', stderr],
  ])
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    // Leads to the run folder.
    if (name.startsWith(join('reports', 'runs', 'latest'))) continue
    const path = join(root, name)
    if (name.startsWith('node_modules') || sources.includes(name) || !statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    traces.set(relative(root, path), (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  }
  return traces
}

/** Reporters that print one after the other, and those that write a file. */
const PRINTING = ['default', 'verbose', 'tree', 'dot', 'tap', 'tap-flat', 'github-actions', 'agent']
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

interface CanaryRun {
  readonly project: OwnProject
  readonly run: VitestRun
  readonly traces: ReadonlyMap<string, string>
}

async function runCanaries(endpoint: Endpoint, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<CanaryRun> {
  const project = ownProject('canaries')
  writeFileSync(join(project.root, '.env'), `${LATE.name}=${LATE.value}\n`)
  const sources = readdirSync(project.root)
  const given = { ...CANARY_ENVIRONMENT, ENDPOINT: endpoint.url, HOLDFAST_CACHE: undefined, ...env }
  const run = await project.vitest(given, [...REPORTERS, ...args])
  return { project, run, traces: tracesOf(run, project, sources) }
}

const application = once(async () => runCanaries(await startEndpoint(indiscreet), {}, []))
const endpoint = once(async () => runCanaries(await startEndpoint(indiscreet), { CANDIDATE: 'clerk' }, ['echo.eval']))

describe.concurrent.each([
  ['an application under test', application],
  ['an endpoint', endpoint],
])('an environment of %s', (_, run) => {
  test('is in nothing that the run writes or prints, through every reporter', { timeout: 120_000 }, async () => {
    const { traces } = await run()
    expect([...new Set(findCanaries(traces, [...CANARIES, LATE]).map((t) => t.slice(0, 160)))]).toEqual([])
  })

  test('came by in every place that was looked at', async () => {
    const { traces } = await run()
    const places = [...traces].filter(([, text]) => text.includes('[redacted]')).map(([where]) => where)
    const folder = 'reports/runs/'
    expect(places.map((where) => where.replace(/^reports\/runs\/[^/]+\//, folder).replace(/\d+\.js$/, 'N.js'))).toEqual(
      expect.arrayContaining([
        'stdout',
        ...['calls.jsonl', 'items.jsonl', 'index.html', 'data/run-records-N.js'].map((name) => folder + name),
        ...WRITING.map((name) => `reported/${name}.txt`),
      ]),
    )
  })
})
