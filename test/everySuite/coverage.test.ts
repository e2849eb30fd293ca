import { describe, expect, test } from 'vitest'
import { loadSuites } from '../catalogue.ts'
import { type Design, coverageOf, populationOf } from './everyMetric.ts'

const RUNS = Number(process.env.RUNS ?? 40)
const SUITES = (await loadSuites()).filter(({ name }) => !process.env.ONLY || process.env.ONLY.split(',').includes(name))
const OPTIONS = { limit: 3, suites: { lifbench: { lengths: ['4k', '8k'] } } }
const RATES = (process.env.RATES ?? '0,0.05,0.5,0.9,1').split(',').map(Number)
const DESIGNS: Design[] = (process.env.DESIGNS ?? '1,2,3,5,30-2').split(',').flatMap((d) => {
  const [u, f] = d.split('-')
  return RATES.map((rate) => ({ units: Number(u), ...(f && { fewer: Number(f) }), rate }))
})
import { appendFileSync } from 'node:fs'
describe.each(SUITES)('$name', (suite) => {
  test('covers', async () => {
    const options = suite.name === 'lifbench' ? OPTIONS : { ...OPTIONS, suites: {} }
    const t0 = Date.now()
    const population = await populationOf(suite, options)
    appendFileSync('/tmp/iv/out.txt', `== ${suite.name} units ${population.units.length} outcomes ${population.units.map((u) => u.outcomes.length).join(' ')} ${Date.now() - t0} ms\n`)
    for (const design of DESIGNS) {
      const t1 = Date.now()
      const rows = coverageOf(population, design, RUNS)
      const bad = rows.filter(({ covered, flattering }) => covered < 0.93 - 4 * Math.sqrt((0.93 * 0.07) / RUNS) || flattering > 0.03 + 4 * Math.sqrt((0.03 * 0.97) / RUNS))
      appendFileSync('/tmp/iv/out.txt', `${suite.name} ${JSON.stringify(design)} ${Date.now() - t1} ms, ${rows.length} metrics, bad ${bad.length}\n${bad.map((b) => `   ${b.metric} cov ${(100 * b.covered).toFixed(0)} flat ${(100 * b.flattering).toFixed(0)} given ${(100 * b.given).toFixed(0)}`).join('\n')}\n`)
    }
    expect(1).toBe(1)
  })
})
