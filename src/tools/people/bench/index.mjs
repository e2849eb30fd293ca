// What `npm run bench:stats` measures of the tool.
import { withIntervals } from '../../../../bench/build/src/core/stats/index.js'
import { correctedMetrics } from '../../../../bench/build/src/tools/people/agreement/correctedMetrics.js'
import {
  DESIGNS,
  halfFilled,
  meanOfTasks,
  simulateJudging,
  truthOf,
} from '../../../../bench/build/src/tools/people/test/judgedSimulation.js'
import { coverage, JUDGES, RATES, SAMPLES } from '../../../../bench/build/src/tools/people/test/judgeSimulations.js'

/** Parts of the benchmark, by name. */
export function statistics({ RUNS, NAME, percent, row }) {
  /** Corrected figures of judges: the least, the mean and the most that intervals cover over five judges and nine true rates. */
  function judges() {
    const weak = []
    const rows = SAMPLES.map(({ labels, clusters }) => {
      const place = clusters === 0 ? `${labels} labels alone` : `${labels} labels in ${clusters} clusters`
      const found = Object.keys(JUDGES).flatMap((judge) =>
        RATES.map((rate) => {
          const shares = coverage(judge, rate, labels, clusters, RUNS)
          const slack = (share) => 2 * Math.sqrt((share * (1 - share)) / RUNS)
          for (const name of ['ppi', 'lee']) {
            const [share, missing, over] = [shares[name], shares[`${name}Missing`], shares[`${name}Over`]]
            // Of few runs with an interval a share tells little.
            const isWeak = share < 0.93 - slack(0.93) || over > 0.04 + slack(0.04)
            const without = missing > 0.01 ? `, none in ${percent(missing)} %` : ''
            if (isWeak && missing < 0.9)
              weak.push(`${name}, ${place}, ${judge} judge, rate ${rate}: ${percent(share)} %, above it ${percent(over)} %${without}`)
          }
          return shares
        }),
      )
      const cells = ['ppi', 'lee', 'uncorrected'].map((name) => {
        const all = found.flatMap((shares) => (Number.isNaN(shares[name]) || shares[`${name}Missing`] > 0.9 ? [] : [shares[name]]))
        return [Math.min(...all), all.reduce((sum, share) => sum + share, 0) / all.length, Math.max(...all)].map(percent).join(' / ')
      })
      return `  ${place.padEnd(NAME)}${cells.map((cell) => cell.padStart(24)).join('')}`
    })
    const head = ['prediction-powered', 'by sensitivity', 'uncorrected'].map((name) => name.padStart(24)).join('')
    return [
      `95 % intervals that hold the truth, of ${RUNS.toLocaleString('en')} runs: corrected rates of judges, least / mean / most of five judges and nine rates`,
      `  ${''.padEnd(NAME)}${head}`,
      ...rows,
      `  under 93 %, or above the truth in over 4 %: ${weak.length}`,
      ...weak.map((cell) => `    ${cell}`),
    ]
  }

  /** How often the interval of a metric corrected by labels holds what people would say of all items, beside that of the judge alone. */
  function corrected() {
    const cells = DESIGNS.map(({ name, ...design }) => {
      const held = { overall: 0, t0: 0, judge: 0 }
      const seen = { overall: 0, t0: 0 }
      for (let seed = 0; seed < RUNS; seed += 1) {
        const run = simulateJudging(design, seed)
        const found = correctedMetrics({ ...run, summarize: meanOfTasks })
        for (const [key, truth] of [
          ['overall', design.truth],
          ['t0', truthOf(design, 0)],
        ]) {
          const { ci95 } = found[key] ?? {}
          if (!ci95) continue
          seen[key] += 1
          held[key] += Number(ci95[0] <= truth && truth <= ci95[1])
        }
        const raw = withIntervals(run.records, meanOfTasks).overall
        held.judge += Number(raw.ci95[0] <= design.truth && design.truth <= raw.ci95[1])
      }
      const ofTask = seen.t0 > RUNS / 2 ? percent(held.t0 / seen.t0) : '–'
      return row(name, [percent(held.overall / seen.overall), ofTask, percent(held.judge / RUNS)])
    })
    return [`share of ${RUNS} runs whose interval holds what people would say`, row('', ['corrected', 'one task', 'judge alone']), ...cells]
  }

  /** Sheets of which people left out what the judge got wrong: how often intervals hold the truth, and lie above it. */
  function sheets() {
    const design = { truth: 0.7, sensitivity: 1, specificity: 0.6, items: 200, labels: 50 }
    const rows = [1, 0.5, 0.25].map((share) => {
      const counts = { held: 0, over: 0, heldAlone: 0, overAlone: 0, missing: 0 }
      for (let seed = 0; seed < RUNS; seed += 1) {
        const { records, labelled, unlabelled } = halfFilled(simulateJudging(design, seed), share, seed)
        counts.missing += unlabelled.length / (labelled.length + unlabelled.length)
        for (const [name, known] of [
          ['', unlabelled],
          ['Alone', []],
        ]) {
          const { ci95 } = correctedMetrics({ records, labelled, unlabelled: known, summarize: meanOfTasks }).overall ?? {}
          counts[`held${name}`] += Number(ci95 && ci95[0] <= design.truth && design.truth <= ci95[1])
          counts[`over${name}`] += Number(ci95 && ci95[0] > design.truth)
        }
      }
      const cells = Object.values(counts).map((count) => percent(count / RUNS))
      return row(`errors labelled in ${percent(share)} %`, cells)
    })
    const heads = ['held', 'above it', 'labels alone', 'above it', 'without label']
    return [`corrected metrics of half-filled sheets, of ${RUNS} runs (percent)`, row('', heads), ...rows]
  }

  return { judges, corrected, sheets }
}
