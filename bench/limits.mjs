// How well endpoints are used: two with different limits in one run, and what a server with a cache of prompt beginnings has to
// read of LIFBench in our order. Build first: npm run bench:limits.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { limitedEndpoint, startEndpoint } from './limits/endpoint.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const scratch = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))

/** Runs Vitest to its end. */
async function run(args, cwd, env) {
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd,
    env: { ...process.env, HOLDFAST_CACHE: 'off', HOLDFAST_OUT: join(scratch, String(performance.now())), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`exit ${code}:\n${stdout.slice(-2000)}`)
}

const LIMITS = { candidate: 1200, judge: 300 }
/** Seconds in which limits are looked for, and the last, in which one endpoint may have nothing left to do. */
const START = 5
const END = 3

/** Two endpoints with different limits in one run, known from the configuration or found out. */
async function measureLimits(title, { stated, headers }) {
  const endpoints = {
    candidate: await limitedEndpoint(LIMITS.candidate, 200, headers),
    judge: await limitedEndpoint(LIMITS.judge, 200, headers),
  }
  const env = { CANDIDATE: endpoints.candidate.url, JUDGE: endpoints.judge.url, BENCH_ITEMS: '700' }
  await run([], join(root, 'bench', 'limits'), stated ? { ...env, STATED: Object.values(LIMITS).join(',') } : env)
  const rows = Object.entries(endpoints).map(([role, { seen, close }]) => {
    close()
    const steady = Array.from(seen, (second) => second ?? { taken: 0, rejected: 0 }).slice(START, -END)
    const sum = (of) => steady.reduce((total, second) => total + second[of], 0)
    const share = (60 * sum('taken')) / steady.length / LIMITS[role]
    const rejected = sum('rejected') / (sum('taken') + sum('rejected'))
    const ever = Array.from(seen).reduce((total, second) => total + (second?.rejected ?? 0), 0)
    return `  ${role.padEnd(10)} ${String(LIMITS[role]).padStart(5)} a minute: ${(100 * share).toFixed(1)} % used, ${(100 * rejected).toFixed(2)} % rejected over ${steady.length} s (${ever} with the start)`
  })
  return [title, ...rows]
}

/** Characters of a block of the server's cache: about 16 tokens, as in vLLM. */
const BLOCK = 64
/** Lengths of LIFBench that are run: 18 contexts, half of them of either length. */
const LENGTHS = '32k,64k'
/** Tokens the cache holds: a context of 64k and one of 16k. */
const CACHE_TOKENS = 80_000
/** Tokens a second that the server reads. */
const PREFILL_RATE = 40_000

/** A server that need not read again what is in its cache of prompt beginnings, the least recently used going first. */
async function prefixCachingEndpoint() {
  const cache = new Map()
  const bodies = []
  let prefilled = 0
  let total = 0
  const endpoint = await startEndpoint(async (prompt, body) => {
    bodies.push(body)
    const blocks = []
    let hash = ''
    for (let at = 0; at < prompt.length; at += BLOCK) {
      hash = createHash('sha1')
        .update(hash + prompt.slice(at, at + BLOCK))
        .digest('base64')
      blocks.push(hash)
    }
    const found = blocks.findIndex((block) => !cache.has(block))
    const known = found === -1 ? blocks.length : found
    const tokens = ((blocks.length - known) * BLOCK) / 4
    prefilled += tokens
    total += prompt.length / 4
    await delay(20 + (1000 * tokens) / PREFILL_RATE)
    for (const block of blocks) {
      cache.delete(block)
      cache.set(block, true)
    }
    for (const oldest of cache.keys()) {
      if (cache.size * (BLOCK / 4) <= CACHE_TOKENS) break
      cache.delete(oldest)
    }
    return { text: 'none' }
  })
  return { ...endpoint, bodies, prefilled: () => prefilled, total: () => total }
}

async function measurePrefill() {
  const ours = await prefixCachingEndpoint()
  const env = { HOLDFAST_LIFBENCH_LENGTHS: LENGTHS, HOLDFAST_MODEL: `openai:m@${ours.url}` }
  await run(['suites/lifbench/', '--project', 'suites'], root, env)
  ours.close()
  const shuffled = await prefixCachingEndpoint()
  const rest = [...ours.bodies].sort(() => Math.random() - 0.5)
  const worker = async () => {
    for (let body = rest.pop(); body !== undefined; body = rest.pop())
      await (await fetch(`${shuffled.url}/chat/completions`, { method: 'POST', body })).text()
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  shuffled.close()
  const millions = (tokens) => `${(tokens / 1e6).toFixed(3)} M`
  return [
    `prefill of LIFBench at ${LENGTHS}: ${ours.bodies.length} prompts, ${millions(ours.total())} tokens, a cache of ${CACHE_TOKENS.toLocaleString('en')}, 64 in flight`,
    `  shuffled   ${millions(shuffled.prefilled())} tokens read`,
    `  our order  ${millions(ours.prefilled())} tokens read, ${(shuffled.prefilled() / ours.prefilled()).toFixed(1)} times fewer`,
  ]
}

const parts = {
  stated: () => measureLimits('limits in the configuration', { stated: true }),
  found: () => measureLimits('limits found out by 429', { stated: false }),
  'retry-after': () => measureLimits('limits found out by 429 with Retry-After', { stated: false, headers: { 'retry-after': '1' } }),
  prefill: measurePrefill,
}
const asked = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) process.stdout.write(`\n${(await measure()).join('\n')}\n`)
}
rmSync(scratch, { recursive: true, force: true })
