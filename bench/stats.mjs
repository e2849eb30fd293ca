// Whether the statistics keep what they promise, on simulated runs whose truth is known, and what comparing runs item by item
// gains on recorded ones. Build first: npm run bench:stats. All seeded: the same figures every time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './build/src/base/packageRoot.js'
import { random } from './build/src/base/random.js'
import { clusterDimensions } from './build/src/stats/clusters.js'
import * as stats from './build/src/stats/index.js'
import { jackknife } from './build/src/stats/jackknife.js'
import { readOfficialItems } from './build/suites/fb-bench/data/official.js'
import { summarizeFbBench } from './build/suites/fb-bench/summary.js'
import { summarizeLifbench } from './build/suites/lifbench/summary.js'
import { TASKS } from './build/suites/lifbench/tasks.js'
import { recordedFbBench, recordedLifbench } from './stats/recorded.mjs'
import { simulations } from './stats/simulation.mjs'

const simulated = simulations({ random, ...stats })
const data = join(packageRoot, '..', 'shared', 'data')
/** Simulated runs by number of clusters: fewer where each takes long. */
const RUNS = { 10: 4000, 30: 4000, 100: 2000, 300: 2000 }
const SIZES = Object.keys(RUNS).map(Number)
const PILOT = 100
const EFFECT = 0.02
const SEEDS = 200

const percent = (share) => `${(100 * share).toFixed(1)} %`
const cells = (name, values) => `  ${name.padEnd(30)}${values.map((value) => String(value).padStart(12)).join('')}`
const overSizes = (name, measure) => cells(name, SIZES.map(measure))
const header = (name) => [
  overSizes(name, (clusters) => `${clusters}`),
  overSizes('simulated runs', (clusters) => RUNS[clusters].toLocaleString('en')),
]

function coverage() {
  return [
    '95 % intervals that hold the truth; 93 to 97 % are wanted',
    ...header('clusters of 5 items'),
    overSizes('mean of normal totals', (clusters) => percent(simulated.coverage('normal', clusters, RUNS[clusters]))),
    overSizes('mean of totals from 0 to 1', (clusters) => percent(simulated.coverage('bounded', clusters, RUNS[clusters]))),
    ...[0.5, 0.7, 0.9].map((rate) =>
      overSizes(`rate of ${rate}`, (clusters) => percent(simulated.rateCoverage(rate, clusters, RUNS[clusters]))),
    ),
    overSizes('templates by 18 contexts', (templates) => percent(simulated.crossedCoverage(templates, 18, RUNS[templates] / 4))),
    '  (the last of a quarter of the runs; LIFBench has 18 official contexts)',
  ]
}

function size() {
  const sizes = SIZES.map((clusters) => simulated.size('bounded', clusters, RUNS[clusters]))
  const row = (name, key) =>
    cells(
      name,
      sizes.map((shares) => percent(shares[key])),
    )
  return [
    'equally good runs told apart at the 5 % level; 4 to 6 % are wanted',
    ...header('clusters of 5 items'),
    row('paired test', 'paired'),
    row('permutation test', 'permutation'),
    row('bootstrap-t interval', 'bootstrap'),
  ]
}

function power() {
  const { told, items } = simulated.power(EFFECT, PILOT, SEEDS)
  return [
    `a true change of ${EFFECT}, with the items that a pilot run of ${PILOT} clusters of 5 says it takes; at least 80 % are wanted`,
    `  told in ${percent(told)} of ${SEEDS} seeds, with ${items.toLocaleString('en')} items on average`,
  ]
}

/** Standard error of one run's metric. */
function errorOf(records, summarize, key) {
  const spreads = jackknife(clusterDimensions(records), summarize(records), ({ members }) =>
    summarize(records.filter((record) => !members.has(record))),
  )
  return spreads.get(key).se
}

function gainRows(runs, summarize, key) {
  const models = [...runs.keys()]
  const errors = new Map(models.map((model) => [model, errorOf(runs.get(model), summarize, key)]))
  return models.flatMap((one, at) =>
    models.slice(at + 1).map((other) => {
      const [{ se, change }] = stats.compareRecords(runs.get(one), runs.get(other), summarize, { tested: (name) => name === key }).metrics
      const unpaired = Math.hypot(errors.get(one), errors.get(other))
      const figures = [change, unpaired, se].map((value) => value.toPrecision(3))
      return `  ${`${one}, ${other}`.padEnd(58)}${[...figures, (unpaired / se).toFixed(2)].map((value) => value.padStart(10)).join('')}`
    }),
  )
}

function gain() {
  if (!existsSync(data)) return [`gain of pairing: not measured, there is no ${data}`]
  const head = (name) => `  ${name.padEnd(58)}${['change', 'unpaired', 'paired', 'ratio'].map((value) => value.padStart(10)).join('')}`
  return [
    'standard errors of a change, from runs taken by themselves and item by item',
    head('FB-Bench overall'),
    ...gainRows(recordedFbBench(data, { readOfficialItems }), summarizeFbBench, 'overall'),
    head('LIFBench ars.overall'),
    ...gainRows(recordedLifbench(data, { TASKS }), summarizeLifbench, 'ars.overall'),
  ]
}

const parts = { coverage, size, power, gain }
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in parts))
if (unknown) {
  process.stderr.write(`Failed to run the benchmark ${JSON.stringify(unknown)}: there is none. Use ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`\n${measure().join('\n')}\n`)
}
