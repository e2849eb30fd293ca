// What a decision costs as a share of the money of a whole direct run, on recorded models: every decision is the product's own.
// DECIDE_SEEDS (5) and DECIDE_EVERY (1: all pairs; 10: each tenth) for a quick look. The official data lie in ../shared/data.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './build/src/core/base/packageRoot.js'

const data = process.env.HOLDFAST_SHARED_DATA ?? join(packageRoot, '..', 'shared', 'data')

/** Processes of about one length, on two cores. */
const PARTS = [['fb-bench'], ['lifbench', 'first'], ['lifbench', 'rest']]

/** The table of both suites. */
export async function measureDecide() {
  if (!existsSync(data)) return [`not measured: there is no ${data}`]
  const script = join(packageRoot, 'bench', 'decide', 'decideSuite.mjs')
  const tables = await Promise.all(
    PARTS.map(
      ([suite, ...part]) =>
        new Promise((resolve, reject) => {
          const child = spawn(process.execPath, [script, suite, data, ...part], { stdio: ['ignore', 'pipe', 'inherit'] })
          let text = ''
          child.stdout.on('data', (chunk) => {
            text += chunk
          })
          child.on('close', (code) => (code === 0 ? resolve(text.trimEnd().split('\n')) : reject(new Error(`${suite} ended with ${code}`))))
        }),
    ),
  )
  const isLast = (line) => line.startsWith('decide ')
  return [
    ...tables.flatMap((lines) => [...lines.filter((line) => !isLast(line)), ...(lines.some(isLast) ? [''] : [])]),
    ...tables.flat().filter(isLast),
  ]
}
