// Whether the statistics keep what they promise, on simulated runs whose truth is known, and what comparing runs item by item
// gains on recorded ones. Build first: npm run bench:stats. All seeded: the same figures every time.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from './build/src/core/base/packageRoot.js'
import { random } from './build/src/core/base/random.js'
import { clusterDimensions } from './build/src/core/stats/clusters.js'
import { judgeSigns } from './build/src/core/stats/controls/judgeSigns.js'
import { changeP, differenceInterval } from './build/src/core/stats/difference.js'
import * as stats from './build/src/core/stats/index.js'
import { combine, jackknife } from './build/src/core/stats/jackknife.js'
import { metricInterval } from './build/src/core/stats/metricInterval.js'
import * as ruleError from './build/src/core/stats/ruleError.js'
import { EarlyGate } from './build/src/core/stats/sequential/earlyGate.js'
import { earlyOrder } from './build/src/core/stats/sequential/earlyOrder.js'
import { varianceOf } from './build/src/core/stats/variance.js'
import { widenedInterval } from './build/src/deciding/early/widened.js'
import { boundVerdict, dropVerdict } from './build/src/deciding/gates/evaluateGates.js'
import { readOfficialItems } from './build/suites/fb-bench/openItems.js'
import { fbBenchSummary } from './build/suites/fb-bench/summary.js'
import { lifbenchSummary } from './build/suites/lifbench/summary.js'
import { TASKS } from './build/suites/lifbench/tasks.js'
import { meanDifference, percentile } from './build/suites/sharded/summary.js'
import { DESIGNS, SCORES } from './stats/designs.mjs'
import { DRIFTS, EARLY_DESIGNS, earlySimulations, ofPairs, ofRate } from './stats/early.mjs'
import { hashOf, keptRows } from './stats/kept.mjs'
import { rankSimulations } from './stats/ranks.mjs'
import { recordedFbBench, recordedLifbench } from './stats/recorded.mjs'
import { signSimulations, signTable } from './stats/signs.mjs'
import { simulations } from './stats/simulation.mjs'
import { trialTable } from './stats/trials.mjs'
import { worseSimulations, worseTables } from './stats/worse.mjs'
import { toolBenchmarks } from './toolBenchmarks.mjs'

const simulated = simulations({ random, ...stats, boundVerdict })
const ofInterval = { metricInterval, differenceInterval, varianceOf, combine, widenedInterval }
/** With KEEP=<file> a table that was cut off goes on where it was. */
const kept = keptRows(process.env.KEEP, hashOf(['build/src/core/stats', 'stats'].map((folder) => join(import.meta.dirname, folder))))
const earlier = earlySimulations({ random, boundVerdict, EarlyGate, earlyOrder, kept, ...ofInterval })
const data = join(packageRoot, '..', 'shared', 'data')
/** Simulated runs of each cell: a share of 95 % is known to within 1.4 points, 95 times of 100. */
const RUNS = Number(process.env.RUNS ?? 1000)
/** Standard deviations by which the second run of a pair is worse, where there is a change. */
const DROP = -0.5
const SEEDS = 200
/** Numbers of items to make rows of, in place of all. */
const sizes = process.env.ITEMS?.split(',').map(Number)

const COLUMNS = Object.keys(SCORES)
const NAME = 26
const percent = (share) => (100 * share).toFixed(1)
const row = (name, cells) => `  ${name.padEnd(NAME)}${cells.map((cell) => cell.padStart(14)).join('')}`

/** Bounds of what is wanted of a design, by its number of units; an interval that is not there counts as a miss. */
function wanted({ units }) {
  return units >= 10 ? [0.93, 0.98] : [units >= 5 ? 0.92 : 0, 1]
}

/** Two standard errors of a share in as many runs: what lies within may be chance. */
const slack = (share) => 2 * Math.sqrt((share * (1 - share)) / RUNS)

/** A table of all designs by all kinds of scores, and the names of the cells that fall short. */
function grid(title, measure, textOf, faultOf) {
  const weak = []
  const rows = Object.entries(DESIGNS).map(([name, design]) => {
    const cells = COLUMNS.map((scores) => {
      const found = measure(name, scores)
      const fault = faultOf(found, design)
      if (fault) weak.push(`${name}, ${scores}: ${fault}`)
      return `${textOf(found)}${fault ? '*' : ' '}`
    })
    return row(name, cells)
  })
  return [title, row('', COLUMNS), ...rows, `  weak cells (*): ${weak.length}`, ...weak.map((cell) => `    ${cell}`)]
}

const coverText = ({ covered, flattering }) => `${percent(covered)} (${percent(flattering)})`
function coverFault({ covered, flattering, outside }, design) {
  const [least, most] = wanted(design)
  if (outside > 0) return `${percent(outside)} % leave the scale`
  if (covered < least - slack(least)) return `covers ${percent(covered)} %`
  if (covered > most + slack(most)) return `covers ${percent(covered)} %, more than it says`
  return design.units >= 5 && flattering > 0.04 + slack(0.04) ? `${percent(flattering)} % flatter` : undefined
}

const COVER = `95 % intervals that hold the truth, and in brackets those all of which is better than the truth, of ${RUNS.toLocaleString('en')} runs`

function coverage() {
  return grid(`${COVER}: figures`, (name, scores) => simulated.coverage(name, scores, RUNS), coverText, coverFault)
}

function changes() {
  return grid(
    `${COVER}: changes by ${DROP} standard deviations`,
    (name, scores) => simulated.change(name, scores, RUNS, DROP),
    (found) => `${coverText(found)}`,
    coverFault,
  )
}

function size() {
  const found = new Map()
  const measure = (name, scores) => {
    const key = `${name} ${scores}`
    if (!found.has(key)) found.set(key, simulated.change(name, scores, RUNS))
    return found.get(key)
  }
  return [
    ...grid(`${COVER}: changes of equally good runs`, measure, coverText, coverFault),
    '',
    ...grid(
      'equally good runs told apart at 5 %; 3 to 6 are wanted',
      measure,
      ({ told }) => percent(told),
      ({ told }) =>
        told > 0.06 + slack(0.06) ? `${percent(told)} %` : told < 0.03 - slack(0.03) ? `${percent(told)} %, fewer than it says` : undefined,
    ),
  ]
}

function strict() {
  const bounds = [3, 5, 10, 20, 30, 50, 100, 200]
  const cells = (name, of) =>
    row(
      name,
      bounds.map((n) => percent(of(n))),
    )
  return [
    'strict gates that hold though the truth is no better than their bound; at most 5 % are wanted. 90 % of the scores are perfect',
    row('items', bounds.map(String)),
    cells('min', (n) => simulated.strictHolds(n, RUNS)),
    cells('maxDrop', (n) => simulated.strictHolds(n, RUNS, DROP)),
  ]
}

function items() {
  const names = Object.keys(DESIGNS).filter((name) => DESIGNS[name].units >= 20)
  return [
    'numbers of items for a drop of 0.02 that are within a factor of two of the right one; 85 % are wanted from 30 units on',
    row('', COLUMNS),
    ...names.map((name) =>
      row(
        name,
        COLUMNS.map((scores) => percent(simulated.itemsWithinTwo(name, scores, 0.02, SEEDS).within)),
      ),
    ),
  ]
}

function families() {
  const name = '20 tasks of 10, pooled'
  return [
    'a true drop of the headline told at 5 %: tested by itself, and as one of 21 figures by Holm',
    ...[-0.1, -0.15, -0.2].map((shift) => {
      const { first, together } = simulated.families(name, 'mean 0.6', RUNS, shift)
      return row(`${shift} standard deviations`, [percent(first), percent(together)])
    }),
  ]
}

/** Standard error of one run's metric. */
function errorOf(records, summarize, key) {
  const spreads = jackknife(clusterDimensions(records), summarize(records), (members) =>
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
    ...gainRows(recordedFbBench(data, { readOfficialItems }), (records) => fbBenchSummary({ records }), 'overall'),
    head('LIFBench ars.overall'),
    ...gainRows(recordedLifbench(data, { TASKS }), (records) => lifbenchSummary.figures({ records }), 'ars.overall'),
  ]
}

/** Gates whose truth is their bound, decided while they run, and how many of the units a decision takes where it is not. */
function early() {
  const rows = Object.keys(EARLY_DESIGNS).map((name) => {
    const lenient = earlier.gates(name, 'lenient', 0.05, RUNS)
    const value = earlier.gates(name, 'value', 0.05, RUNS)
    const far = [-0.05, -0.1, -0.2].map((shift) => earlier.gates(name, 'value', 0.05, Math.ceil(RUNS / 5), shift).median.toFixed(2))
    const several = earlier.several(name, Math.ceil(RUNS / 2))
    return row(name, [lenient.said.broken ?? 0, lenient.other, value.other, several].map(percent).concat(far))
  })
  const columns = ['broken', 'lenient, other', 'value, other', 'of three', 'units at -0.05', '-0.1', '-0.2']
  return [
    `gates decided early, of ${RUNS} runs whose truth is the bound (percent), and median share of the units`,
    row('', columns),
    ...rows,
  ]
}

/** What is wanted of early decisions: shares of runs. */
const MOST_GREEN = 0.025
const MOST_OTHER = 0.05
const overBy = (share, most) => share > most + slack(most)

const OUTCOMES = [
  'wrongly green',
  'wrongly red',
  'another word',
  'whole: held',
  'whole: broken',
  'early: held',
  'early: broken',
  'ended',
  'units',
]

function outcomeCells({ green, red, other, whole, said, early: ended, median }) {
  const marked = (share, most) => `${percent(share)}${overBy(share, most) ? '*' : ' '}`
  const words = [whole.held, whole.broken, said.held, said.broken].map((share) => `${percent(share ?? 0)} `)
  return [marked(green, MOST_GREEN), marked(red, MOST_OTHER), marked(other, MOST_OTHER), ...words, `${percent(ended)} `, median.toFixed(2)]
}

/** Tables of one way to decide; `designs` are of one number of items each. */
function outcomeTable(title, decide, designs) {
  const rows = designs.map(([name, design, bound]) =>
    row(name, outcomeCells(earlier.outcomes(design, { bound, decide, alpha: 0.05 }, RUNS))),
  )
  return [
    `${title}: percent of ${RUNS} runs, early against the whole run of the same items. * is too many by two standard errors`,
    row('', OUTCOMES),
    ...rows,
    '',
  ]
}

const BOUNDS = [0.9, 0.95, 0.97, 0.99]
const ITEMS = sizes ?? [30, 100, 300]
const above = (bound) => [0, 0.01, 0.02, 0.03].map((more) => Number((bound + more).toFixed(2))).filter((truth) => truth < 1)
const bounded = () =>
  BOUNDS.flatMap((bound) =>
    above(bound).flatMap((truth) => ITEMS.map((items) => [`${truth} min ${bound}, ${items}`, ofRate(truth, items), bound])),
  )
/** An unchanged model, a drop as large as is allowed, and some better than that. */
const dropped = (allowed) =>
  BOUNDS.flatMap((base) =>
    [...new Set([0, allowed / 2, allowed])].flatMap((drop) =>
      ITEMS.map((items) => [`${base} less ${drop}, ${items}`, ofPairs(base, -drop, items), -allowed]),
    ),
  )

const earlyWays = {
  'early-value': () => outcomeTable('min value', 'value', bounded()),
  'early-lenient': () => outcomeTable('min lenient', 'lenient', bounded()),
  'early-strict': () => outcomeTable('min strict', 'strict', bounded()),
  'early-drop': () => ['value', 'lenient', 'strict'].flatMap((decide) => outcomeTable(`maxDrop 0.05 ${decide}`, decide, dropped(0.05))),
  'early-worse': () => [0, 0.02].flatMap((allowed) => outcomeTable(`maxDrop ${allowed} worse`, 'worse', dropped(allowed))),
  'early-cells': () =>
    ['lenient', 'strict'].flatMap((decide) =>
      outcomeTable(
        `designs of the table above, ${decide}, at the bound`,
        decide,
        Object.entries(EARLY_DESIGNS).map(([name, design]) => [name, { name, ...design }, design.truth]),
      ),
    ),
  'early-drift': () => [
    `min 0.8 by value, 300 items; what drifts while they run, of which nothing is promised (docs/guides/decide-early.md): percent of ${RUNS} runs`,
    row('', OUTCOMES),
    ...[false, true].flatMap((byWeight) =>
      Object.keys(DRIFTS).map((name) => row(`${name}${byWeight ? ', by weight' : ''}`, outcomeCells(earlier.drift(name, RUNS, byWeight)))),
    ),
  ],
  'early-missing': () => [
    `a mean over cells of which the weak ones lack scores, at its bound: percent of ${RUNS} runs`,
    row('', OUTCOMES),
    ...[
      [0.05, false],
      [0.2, false],
      [0.5, false],
      [0.1, true],
      [0.05, false, true],
      [0.2, false, true],
      [0.1, true, true],
    ].map(([share, everywhere, byWeight]) =>
      row(
        `${percent(share)} %${everywhere ? ' of all cells' : ''}${byWeight ? ', by weight' : ''}`,
        outcomeCells(earlier.missing(share, everywhere, RUNS, byWeight)),
      ),
    ),
  ],
}

/** Rankings of models of which some or all are equal. */
function ranks() {
  const rankings = rankSimulations({ random, ...stats })
  const models = { '3 equal': [0, 0, 0], '10 equal': Array(10).fill(0), '5, of three truths': [0, 0, 0.3, 0.3, 0.6] }
  const rows = Object.entries(models).flatMap(([name, shifts]) =>
    [50, 200].map((n) => {
      const { apart, wrong, places } = rankings(shifts, n, Math.ceil(RUNS / (shifts.length > 5 ? 4 : 1)))
      return row(`${name}, ${n} items`, [percent(apart), percent(wrong), places.toFixed(1)])
    }),
  )
  return [
    'rankings (percent): any equal two told apart, any place that the truth is not within; mean number of places a model has',
    row('', ['apart', 'wrong', 'places']),
    ...rows,
  ]
}

/** Every metric of every suite, by the test that walks them, which reads SUITES, UNITS, RATES and KEEP. */
function metrics() {
  const file = join(mkdtempSync(join(tmpdir(), 'holdfast-')), 'table.txt')
  writeFileSync(file, '')
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'suite', 'test/everySuite/coverage.test.ts']
  const env = { ...process.env, COVERAGE_TABLE: file, RUNS: `${RUNS}` }
  spawnSync(process.execPath, command, { cwd: packageRoot, env, stdio: ['ignore', 'ignore', 'inherit'] })
  return [
    `95 % intervals of every metric, of ${RUNS.toLocaleString('en')} runs: the worst of all numbers of items and rates (percent)`,
    `  ${'metric'.padEnd(44)}${['holds', 'flatters', 'given'].map((name) => name.padStart(8)).join('')}  clusters a cell`,
    ...readFileSync(file, 'utf8').trimEnd().split('\n'),
  ]
}

const { holm } = stats
const drops = worseSimulations({ random, jackknife, clusterDimensions, differenceInterval, changeP, dropVerdict, holm, ...ruleError })
const OVER_TRIALS = {
  A90: (totals) => percentile(totals, 0.9),
  'better of two': (totals) => totals.reduce((sum, total) => sum + total, 0) / totals.length + meanDifference(totals) / 2,
  U: (totals) => percentile(totals, 0.9) - percentile(totals, 0.1),
  'difference of two': meanDifference,
}

const parts = {
  coverage,
  changes,
  size,
  strict,
  items,
  families,
  gain,
  early,
  metrics,
  ranks,
  trials: () => trialTable(OVER_TRIALS, { RUNS, random, row }),
  signs: () => signTable(signSimulations({ random, judgeSigns }), { RUNS, percent, row, kept, sizes }),
  ...earlyWays,
  ...worseTables(drops, { RUNS, percent, row, sizes }),
}
for (const { statistics } of await toolBenchmarks()) Object.assign(parts, statistics?.({ RUNS, NAME, percent, row }))
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
