// What `npm run bench:stats` measures of the tool.
import { random } from '../../../../bench/build/src/core/base/random.js'
import { withIntervals } from '../../../../bench/build/src/core/stats/index.js'
import { wilson } from '../../../../bench/build/src/core/stats/wilson.js'
import { correctedRate } from '../../../../bench/build/src/tools/people/agreement/corrected.js'
import { correctedMean } from '../../../../bench/build/src/tools/people/agreement/correctedMean.js'
import { correctedMetrics } from '../../../../bench/build/src/tools/people/agreement/correctedMetrics.js'
import { DESIGNS, meanOfTasks, simulateJudging, truthOf } from '../../../../bench/build/src/tools/people/test/judgedSimulation.js'
import { JUDGES, judgeSimulations, RATES, SAMPLES } from './judgeSimulations.mjs'

const judged = judgeSimulations({ random, correctedMean, correctedRate, wilson })

/** Parts of the benchmark, by name. */
export function statistics({ RUNS, NAME, percent, row }) {
  /** Corrected figures of judges: the least, the mean and the most that intervals cover over four judges and three true rates. */
  function judges() {
    const weak = []
    const rows = SAMPLES.map(({ labels, clusters }) => {
      const place = clusters === 0 ? `${labels} labels alone` : `${labels} labels in ${clusters} clusters`
      const found = Object.keys(JUDGES).flatMap((judge) =>
        RATES.map((rate) => {
          const shares = judged.coverage(judge, rate, labels, clusters, RUNS)
          for (const name of ['ppi', 'lee']) {
            const [share, missing] = [shares[name], shares[`${name}Missing`]]
            const without = missing > 0.01 ? `, none in ${percent(missing)} %` : ''
            if (share < 0.93 || share > 0.97) weak.push(`${name}, ${place}, ${judge} judge, rate ${rate}: ${percent(share)} %${without}`)
          }
          return shares
        }),
      )
      const cells = ['ppi', 'lee', 'uncorrected'].map((name) => {
        const all = found.map((shares) => shares[name])
        return [Math.min(...all), all.reduce((sum, share) => sum + share, 0) / all.length, Math.max(...all)].map(percent).join(' / ')
      })
      return `  ${place.padEnd(NAME)}${cells.map((cell) => cell.padStart(24)).join('')}`
    })
    const head = ['prediction-powered', 'by sensitivity', 'uncorrected'].map((name) => name.padStart(24)).join('')
    return [
      `95 % intervals that hold the truth, of ${RUNS.toLocaleString('en')} runs: corrected rates of judges, least / mean / most of 12 cells`,
      `  ${''.padEnd(NAME)}${head}`,
      ...rows,
      `  outside of 93 to 97 %: ${weak.length}`,
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

  return { judges, corrected }
}
