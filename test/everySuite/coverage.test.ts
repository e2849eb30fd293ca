import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hashOf, keptRows } from '../../bench/stats/kept.mjs'
import type { Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'
import { isLong } from '../shared.ts'
import { type Covered, coverageOf, type Design, populationOf } from './everyMetric.ts'

// `npm run bench:stats -- metrics` gives a file to write the table to. It takes hours: SUITES=pressure,llmbar UNITS=1,10 RATES=0,0.5 make a
// part of it, METRICS=<keys> with thousands of runs what took the eye, and with KEEP=<file> one that was cut off goes on where it was.
const { COVERAGE_TABLE: file, SUITES, UNITS, RATES: RATES_ASKED, METRICS, KEEP, RUNS } = process.env
const table = file !== undefined
const suites = (await loadSuites()).filter(({ name }) => !table || !SUITES || SUITES.split(',').includes(name))

/** Simulated runs of a design. */
const runs = table ? Number(RUNS ?? 1000) : 25
const numbers = (list: string | undefined) => list?.split(',').map(Number)

const SIZES: readonly Omit<Design, 'rate'>[] = table
  ? [
      ...(numbers(UNITS) ?? [1, 2, 3, 5, 10, 30, 100, 300, 2000]).map((units) => ({ units })),
      ...(UNITS
        ? []
        : [
            { units: 30, fewer: 1 },
            { units: 60, fewer: 2 },
            { units: 5, trials: 3 },
          ]),
    ]
  : [{ units: 3 }, { units: 10, fewer: 1 }]
const RATES = table ? (numbers(RATES_ASKED) ?? [0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 1]) : [0.05, 0.9]

/** Two standard errors of a share in as many runs; in few runs four, for so many figures. */
const slack = (share: number) => (table ? 2 : 4) * Math.sqrt((share * (1 - share)) / runs)

function faultOf({ covered, flattering }: Covered): boolean {
  return covered < 0.93 - slack(0.93) || flattering > 0.03 + slack(0.03)
}

const percent = (share: number) => (100 * share).toFixed(1).padStart(7)

/** All designs; in the short run one of them for each suite, another for the next. */
const designs = SIZES.flatMap((size) => RATES.map((rate) => ({ ...size, rate })))
const designsOf = (suite: Suite) => (table || isLong ? designs : [designs[suites.indexOf(suite) % designs.length] as Design])

describe.each(suites)('of 95 % intervals of every metric of $name', (suite) => {
  test('93 or more hold the truth and at most 3 flatter, or there is none, whatever the rate and the number of items', async () => {
    const options = { limit: table ? 3 : 1, ...(suite.name === 'lifbench' && { suites: { lifbench: { lengths: '4k,8k' } } }) }
    const population = await populationOf(suite, options, METRICS ? METRICS.split(',') : undefined)
    const kept = keptRows(KEEP, table ? hashOf(['src/core/stats', `suites/${suite.name}`, 'test/everySuite']) : undefined)
    const worst = new Map<string, Covered & { readonly of: string; readonly fault: boolean }>()
    for (const design of designsOf(suite)) {
      const { units, fewer, trials, rate } = design
      const of = `${units}${fewer ? ` and ${fewer}` : ''}${trials ? ' in 3 trials' : ''}, rate ${rate}`
      for (const found of kept([suite.name, design, runs, ...(METRICS ? [METRICS] : [])], () => coverageOf(population, design, runs))) {
        const fault = faultOf(found)
        const own = worst.get(found.metric)
        if (!own || (fault && !own.fault) || (fault === own.fault && found.covered < own.covered))
          worst.set(found.metric, { ...found, of, fault })
      }
    }
    const rows = [...worst.values()].map(
      (row) =>
        `  ${row.metric.padEnd(44)}${percent(row.covered)}${percent(row.flattering)}${percent(row.given)}${row.fault ? '*' : ' '} ${row.of}`,
    )
    if (table) appendFileSync(file, `${suite.name}\n${rows.join('\n')}\n`)
    expect(rows.length).toBeGreaterThan(0)
    expect([...worst.values()].filter(({ fault }) => fault)).toEqual([])
  })
})
