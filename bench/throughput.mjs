// 1,000 single-turn items against a local endpoint of 50 ms at concurrency 50, whole processes, start-up included:
// Holdfast (journal on) and plain Vitest doing the same, in turn, so that a drift of the machine falls on both.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('./throughput/', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const ROUNDS = 5

/** Table lines. */
export async function measureThroughput() {
  const server = spawn(process.execPath, [join(here, 'server.mjs'), '50'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())))
  const scratch = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const times = { plain: [], holdfast: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of Object.keys(times)) {
      const env = { ...process.env, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'none' }
      if (side === 'holdfast') env.HOLDFAST_OUT = join(scratch, `run-${round}`)
      const began = performance.now()
      const { status, stdout } = spawnSync(process.execPath, [vitest, 'run'], { cwd: join(here, side), env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${side} exited with ${status}:\n${stdout.slice(-2000)}`)
      // The first round warms the file cache.
      if (round >= 0) times[side].push((performance.now() - began) / 1000)
    }
  }
  server.kill()
  rmSync(scratch, { recursive: true, force: true })
  const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
  const row = (side) =>
    `  ${side.padEnd(9)} ${median(times[side]).toFixed(2)} s median of ${ROUNDS} (${Math.min(...times[side]).toFixed(2)} to ${Math.max(...times[side]).toFixed(2)})`
  return [row('plain'), row('holdfast'), `  ratio     ${(median(times.holdfast) / median(times.plain)).toFixed(2)}`]
}
