// Single-turn items against a local endpoint at concurrency 50, whole processes, start-up included: Holdfast (journal and cache
// on), plain Vitest and a bare pool of workers in Node doing the same, in turn, so that a drift of the machine falls on all.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchTree } from './processTree.mjs'

const here = fileURLToPath(new URL('./throughput/', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const ROUNDS = 5
const SIZES = [10_000, 50_000]
const CONCURRENCY = 50

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]

/** An endpoint in a process of its own. */
async function startServer(latency) {
  const server = spawn(process.execPath, [join(here, 'server.mjs'), String(latency)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())))
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    served: async () => (await (await fetch(url)).json()).served,
    close: () => server.kill(),
  }
}

/** Runs a side to its end: seconds, and the most memory its processes had together, in MiB. */
async function run(side, endpoint, scratch, { items, cache, watched = false }) {
  const env = {
    ...process.env,
    OPENAI_BASE_URL: `${endpoint.url}/v1`,
    OPENAI_API_KEY: 'none',
    BENCH_ITEMS: String(items),
    HOLDFAST_OUT: join(scratch, `run-${performance.now()}`),
    HOLDFAST_CACHE: cache ?? join(scratch, `cache-${performance.now()}`),
  }
  const script = side === 'raw' ? [join(here, 'raw.mjs')] : [vitest, 'run']
  const began = performance.now()
  const child = spawn(process.execPath, script, { cwd: side === 'raw' ? here : join(here, side), env, stdio: ['ignore', 'pipe', 'pipe'] })
  const tree = watched ? watchTree(child.pid) : undefined
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output = (output + data).slice(-2000)
    })
  const status = await new Promise((resolve) => child.once('close', resolve))
  if (status !== 0) throw new Error(`${side} exited with ${status}:\n${output}`)
  return { seconds: (performance.now() - began) / 1000, mebibytes: tree?.stop() }
}

/** Gives a measurement a folder for its runs and caches, and removes it. */
const inScratch = (measure) => async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    return await measure(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** 1,000 items of 50 ms. */
export const measureThroughput = inScratch(async (scratch) => {
  const [items, latency] = [1000, 50]
  const endpoint = await startServer(latency)
  const times = { raw: [], plain: [], holdfast: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [side, own] of Object.entries(times)) {
      const { seconds } = await run(side, endpoint, scratch, { items })
      // The first round warms the file cache.
      if (round >= 0) own.push(seconds)
    }
  }
  endpoint.close()
  const ideal = (items * latency) / CONCURRENCY / 1000
  const row = (side) =>
    `    ${side.padEnd(9)} ${median(times[side]).toFixed(2)} s, ${(median(times[side]) / ideal).toFixed(2)} times ideal (${Math.min(...times[side]).toFixed(2)} to ${Math.max(...times[side]).toFixed(2)})`
  return [
    `  ${items} items of ${latency} ms, median of ${ROUNDS}`,
    ...Object.keys(times).map(row),
    `    holdfast takes ${(median(times.holdfast) / median(times.plain)).toFixed(2)} times as long as plain Vitest`,
  ]
})

/** Time and memory by number of items. */
export const measureScale = inScratch(async (scratch) => {
  const endpoint = await startServer(0)
  const rows = []
  const costs = []
  for (const items of SIZES) {
    const plain = await run('plain', endpoint, scratch, { items, watched: true })
    const own = await run('holdfast', endpoint, scratch, { items, watched: true })
    costs.push({ ms: (1000 * own.seconds) / items, kibibytes: (1024 * own.mebibytes) / items })
    rows.push(
      `    ${items.toLocaleString('en')} items: plain ${plain.seconds.toFixed(1)} s, ${plain.mebibytes.toFixed(0)} MiB; holdfast ${own.seconds.toFixed(1)} s, ${own.mebibytes.toFixed(0)} MiB (${(own.mebibytes / plain.mebibytes).toFixed(2)} times)`,
    )
  }
  endpoint.close()
  const [few, many] = costs
  return [
    '  without latency, with the most memory of all processes together',
    ...rows,
    `    per item ${few.ms.toFixed(2)} ms and ${few.kibibytes.toFixed(0)} KiB at ${SIZES[0].toLocaleString('en')}, ${many.ms.toFixed(2)} ms and ${many.kibibytes.toFixed(0)} KiB at ${SIZES[1].toLocaleString('en')}`,
  ]
})

/** A second run, all of which the cache answers. */
export const measureWarm = inScratch(async (scratch) => {
  const endpoint = await startServer(0)
  const cache = join(scratch, 'warm')
  const [few, many] = [1000, SIZES[0]]
  await run('holdfast', endpoint, scratch, { items: many, cache })
  const before = await endpoint.served()
  // Start-up and probe fall on both, and on neither of the items between them.
  const short = await run('holdfast', endpoint, scratch, { items: few, cache })
  const long = await run('holdfast', endpoint, scratch, { items: many, cache })
  const asked = (await endpoint.served()) - before
  endpoint.close()
  const rate = (items, seconds) => Math.round(items / seconds).toLocaleString('en')
  return [
    `  from a warm cache: ${many.toLocaleString('en')} items in ${long.seconds.toFixed(2)} s, ${rate(many, long.seconds)} a second, ${rate(many - few, long.seconds - short.seconds)} a second beyond the start; ${asked} requests (the probes)`,
  ]
})
