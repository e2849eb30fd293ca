// Judges whose true figure is known: answers in clusters, some with labels of people, and what the judge says of all of them.
import { random, type SeedParts } from '../../../core/base/random.ts'
import { wilson } from '../../../core/stats/wilson.ts'
import { correctedRate } from '../agreement/corrected.ts'
import { correctedMean } from '../agreement/correctedMean.ts'
import type { JudgedUnit } from '../agreement/judgedUnit.ts'

type Judge = { readonly specificity: number; readonly sensitivity: number }

/** Judges by name: how often they call wrong what is wrong, and right what is right. */
export const JUDGES: Readonly<Record<string, Judge>> = {
  lenient: { specificity: 0.6, sensitivity: 0.95 },
  even: { specificity: 0.8, sensitivity: 0.8 },
  good: { specificity: 0.9, sensitivity: 0.9 },
  weak: { specificity: 0.55, sensitivity: 0.6 },
  sure: { specificity: 0.99, sensitivity: 0.99 },
}
/** True rates of answers that people call right. */
export const RATES = [0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98]
/** Labelled answers. */
const LABELS = [20, 50, 100, 200, 500]
/** Clusters that the labelled answers are in; 0 where each is by itself. */
const CLUSTERS = [0, 10, 20, 40]
/** Numbers of labels and clusters that go with each other: clusters are of one size. */
export const SAMPLES = CLUSTERS.flatMap((clusters) =>
  LABELS.filter((labels) => clusters === 0 || labels % clusters === 0).map((labels) => ({ labels, clusters })),
)
/** Answers without a label. */
const REST = 1000
/** Share of the variance that the answers of a cluster have in common, in what people say and in the judge's errors. */
const COMMON = 1 / 3

const { cos, log, PI, sqrt } = Math

/** Draws from the normal distribution. */
function normals(...parts: SeedParts): () => number {
  const { int } = random(...parts)
  const uniform = () => (int(0, 2 ** 30 - 1) + 0.5) / 2 ** 30
  return () => sqrt(-2 * log(uniform())) * cos(2 * PI * uniform())
}

/** The normal quantile, by bisection of the distribution function (Abramowitz and Stegun, 26.2.17). */
function quantile(p: number): number {
  const below = (z: number) => {
    const t = 1 / (1 + 0.2316419 * Math.abs(z))
    const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    const tail = (Math.exp((-z * z) / 2) / sqrt(2 * Math.PI)) * poly
    return z > 0 ? 1 - tail : tail
  }
  let [low, high] = [-8, 8]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (below(middle) < p) low = middle
    else high = middle
  }
  return low
}

/** The answers of one simulated run, as units of the statistics. */
function drawAnswers({ specificity, sensitivity }: Judge, rate: number, labels: number, clusters: number, normal: () => number) {
  const size = clusters === 0 ? 1 : labels / clusters
  const bars = { right: quantile(rate), found: quantile(sensitivity), mistaken: quantile(1 - specificity) }
  const labelled = labels / size
  const units: JudgedUnit[] = []
  for (let cluster = 0; cluster < labelled + Math.max(2, Math.round(REST / size)); cluster += 1) {
    const common = { people: sqrt(COMMON) * normal(), judge: sqrt(COMMON) * normal() }
    for (let at = 0; at < size; at += 1) {
      const own = { people: common.people + sqrt(1 - COMMON) * normal(), judge: common.judge + sqrt(1 - COMMON) * normal() }
      const human = Number(own.people < bars.right)
      const judge = Number(own.judge < (human === 1 ? bars.found : bars.mistaken))
      const id = `${cluster}/${at}`
      units.push({ id, judge, human: cluster < labelled ? human : undefined, ratings: [], cluster: String(cluster), slice: undefined })
    }
  }
  return units
}

/** Shares of the intervals of so many runs that hold the true rate, that lie above it, and of the runs in which there is none. */
export function coverage(judge: string, rate: number, labels: number, clusters: number, runs: number) {
  const held = { ppi: 0, lee: 0, uncorrected: 0 }
  const given = { ppi: 0, lee: 0, uncorrected: 0 }
  const over = { ppi: 0, lee: 0, uncorrected: 0 }
  for (let run = 0; run < runs; run += 1) {
    const normal = normals('judge', judge, rate, labels, clusters, run)
    const units = drawAnswers(JUDGES[judge] as Judge, rate, labels, clusters, normal)
    const raw = units.reduce((sum, unit) => sum + unit.judge, 0) / units.length
    const [mean, share] = [correctedMean(units), correctedRate(units)]
    const intervals = {
      ppi: 'ci95' in mean ? mean.ci95 : undefined,
      lee: 'ci95' in share ? share.ci95 : undefined,
      uncorrected: wilson(raw, units.length),
    }
    for (const name of ['ppi', 'lee', 'uncorrected'] as const) {
      const interval = intervals[name]
      if (!interval) continue
      given[name] += 1
      if (interval[0] <= rate && rate <= interval[1]) held[name] += 1
      else if (interval[0] > rate) over[name] += 1
    }
  }
  return {
    ppi: held.ppi / given.ppi,
    lee: held.lee / given.lee,
    uncorrected: held.uncorrected / given.uncorrected,
    leeMissing: 1 - given.lee / runs,
    ppiMissing: 1 - given.ppi / runs,
    /** Shares of the intervals all of which lie above the true rate. */
    leeOver: over.lee / given.lee,
    ppiOver: over.ppi / given.ppi,
  }
}
