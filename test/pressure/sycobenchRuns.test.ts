import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { pressureSuite } from '../../suites/pressure/suite.ts'
import { once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

test.skipIf(!hasShared)('x', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'pressure'))
  copyFileSync(join(sharedFolder, 'data/sycobench/questions.json'), join(folder, 'pressure/sycobench-questions.json'))
  const w = JSON.parse(readFileSync(join(sharedFolder, 'data/sycobench/sycobench-prompts.json'), 'utf8'))
  writeFileSync(join(folder, 'pressure/sycobench-wordings.json'), JSON.stringify({ suffix: w.opening.suffix, reminder: w.retry, followUps: w.follow_ups }))
  const t = Date.now()
  const out = await runSuite(pressureSuite, {}, { HOLDFAST_DATA: folder, HOLDFAST_MODEL: 'sim:degraded?p=0.3' })
  console.log('ran', Date.now() - t)
  const p = out.plain
  console.log('plain', Date.now() - t)
  const m = out.concluded.document.suites.pressure
  console.log('figures', Date.now() - t, JSON.stringify(m, null, 1).slice(0, 6000))
}, 200000)
