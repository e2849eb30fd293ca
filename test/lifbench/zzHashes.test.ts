import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { lifbenchOptions } from '../../suites/lifbench/options.ts'
import { planLifbench } from '../../suites/lifbench/plan.ts'
import { openSeeds } from '../../suites/refutebench/openSeeds.ts'
import { refutebenchOptions } from '../../suites/refutebench/options.ts'

test('hashes', { timeout: 400000 }, async () => {
  const out = process.env.OUT_FILE ?? '/tmp/b/h1-hashes.txt'
  for (const [seed, o] of [
    [0, {}],
    [1, {}],
    [7, {}],
    [0, { lengths: '32k' }],
    [3, { lengths: '64k' }],
  ] as const) {
    const p = planLifbench({ data: 'bundled', seed, roles: {} } as never, lifbenchOptions.parse(o))
    const h = createHash('sha256')
    for (const i of p.items) h.update(i.context.promptHead + i.promptTail)
    appendFileSync(out, `lifbench ${seed} ${JSON.stringify(o)} ${p.items.length} ${p.sha256} ${h.digest('hex').slice(0, 16)}\n`)
  }
  for (const [data, o] of [
    ['bundled', {}],
    ['bundled@1', {}],
    ['bundled', { tasks: 'summarization' }],
  ] as const) {
    const s = await openSeeds(data, refutebenchOptions.parse(o), 0)
    appendFileSync(out, `refutebench ${data} ${JSON.stringify(o)} ${s.items.length} ${s.sha256}\n`)
  }
})
