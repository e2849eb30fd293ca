import { counted, exactInterval, groupBy, mean, tQuantile, wilson, Z } from '../../../kit.ts'
import type { Corrected } from './corrected.ts'
import { effectiveLabels, type JudgedUnit } from './judgedUnit.ts'

/** Labelled answers from which a mean is corrected: a variance takes two. */
const LEAST = 2
/** Degrees of freedom from which the interval is the normal one, of a rate with so many observations of its rarer kind. With fewer it is skewed. */
const MANY = 200
const RARE = 30
/** Observations of the rarer kind under which Wilson's interval holds a rate near 0 or 1 too seldom. */
const FEW = 10
/** What rounding leaves of sums that do not vary. */
const ROUNDING = 1e-12

/**
 * The mean that people would give, by prediction-powered inference: the mean of the labels, moved by the difference between the
 * judge's mean over the answers that nobody labelled and over the labelled ones. The judge's part is weighted by how well it
 * follows the labels, so a useless judge does no harm (PPI++, Angelopoulos et al., arXiv 2311.01453, section 6). The labelled
 * answers must be a random sample, or have their chance of being drawn: then means are weighted, and the judge's is that over all
 * answers (the difference estimator of Särndal, Swensson and Wretman, 1992, section 6.3, with weights as Hájek has them).
 *
 * The interval is from what the whole of this, its weight of the judge too, becomes without each cluster in turn. With 200
 * degrees of freedom or more (Satterthwaite's) it is the normal one, as published, but for rates near 0 and 1. Else it is Student's, and of
 * a rate Wilson's, or near 0 and 1 the exact one, of as many observations as would vary as much (Korn and Graubard, 1998). It is there whatever the labels say, for
 * an interval that only some labels give would be right of these less often. Two errors more in each direction than were seen are assumed
 * of a judge, as in {@link correctedMetrics}: one that erred in none of 20 labels is not taken for perfect.
 */
export function correctedMean(units: readonly JudgedUnit[]): Corrected {
  const rest = units.filter(({ human }) => human === undefined)
  const labelled = units.flatMap((unit) => (unit.human === undefined ? [] : [{ ...unit, human: unit.human }]))
  if (rest.length === 0) return { missing: 'every answer has a label. The mean of the labels needs no correction' }
  if (labelled.length < LEAST)
    return { missing: `people labelled ${counted(labelled.length, 'answer')}. Label ${LEAST} or more, better 50` }
  const isWeighted = labelled.some(({ weight }) => weight !== undefined)
  const center = {
    judge: mean(units.map(({ judge }) => judge)),
    human: mean(labelled.map(({ human }) => human)),
  }
  const byCluster = groupBy(units, ({ cluster }) => cluster)
  const clusters = [...byCluster.values()].map((own) => added(own.map((unit) => sumsOf(unit, isWeighted, center))))
  const estimate = (sums: Sums) => estimateOf(sums, isWeighted)
  const whole = added(clusters)
  const value = estimate(whole) + center.human
  const error = leavingOut(clusters, whole, estimate)
  if (error.missing !== undefined) return { missing: error.missing }
  const { variance, df } = error
  const t = df < MANY ? tQuantile(0.975, df) : Z
  const half = t * Math.sqrt(variance)
  const isRate = units.every(({ judge, human = 0 }) => (judge === 0 || judge === 1) && (human === 0 || human === 1))
  if (!isRate) {
    // Labels that do not vary say nothing of how far the mean may be off.
    if (!(half > ROUNDING * Math.max(1, Math.abs(value)))) return { missing: 'all labels are the same. Label more answers' }
    return { value, ci95: [value - half, value + half] }
  }
  const rate = Math.min(1, Math.max(0, value))
  // The clusters with labels tell as much without any judge.
  const alone = effectiveLabels(clusters.filter(({ labels }) => labels > 0).map(({ labelWeight }) => ({ weight: labelWeight })))
  const assumed = ((1 - labelled.length / units.length) * 2) / (labelled.length + 4) ** 2
  const observations = Math.max(alone, (rate * (1 - rate)) / (variance + assumed)) * (Z / t) ** 2
  if (df >= MANY && observations * Math.min(rate, 1 - rate) >= RARE) return { value, ci95: [value - half, value + half] }
  return { value: rate, ci95: (observations * Math.min(rate, 1 - rate) < FEW ? exactInterval : wilson)(rate, observations) }
}

/**
 * What an answer adds to sums: those of `label` are of labelled answers, those of `base` of the ones that the judge's mean is taken
 * over, the others of all answers, which tell how far the judge varies. Values are less their means, so that taking a cluster off the
 * whole loses no digits.
 */
function sumsOf({ judge, human, weight = 1, mass = 1 }: JudgedUnit, isWeighted: boolean, center: { judge: number; human: number }) {
  const x = judge - center.judge
  const label = human === undefined ? 0 : weight
  const y = human === undefined ? 0 : human - center.human
  const base = isWeighted || human === undefined ? mass : 0
  return {
    ...{
      labels: Number(human !== undefined),
      labelWeight: label,
      labelJudge: label * x,
      labelHuman: label * y,
      labelProduct: label * x * y,
    },
    ...{ baseWeight: base, baseJudge: base * x },
    ...{ answers: 1, weight: mass, judge: mass * x, squares: mass * x * x },
  }
}
type Sums = ReturnType<typeof sumsOf>

function added([first, ...others]: readonly Sums[]): Sums {
  const sums = { ...(first as Sums) }
  for (const other of others) add(sums, other, 1)
  return sums
}

/** Adds a cluster, or takes it off by a sign of -1. */
function add(to: Sums, cluster: Sums, sign: 1 | -1): void {
  for (const name of Object.keys(to) as (keyof Sums)[]) to[name] += sign * cluster[name]
}

/**
 * The corrected mean from sums, less the mean that values were taken from.
 *
 * @param isWeighted whether the judge's mean is over all answers, and not over those without a label.
 */
function estimateOf(sums: Sums, isWeighted: boolean): number {
  const { labels, labelWeight, answers, weight: total } = sums
  const [judge, human] = [sums.labelJudge / labelWeight, sums.labelHuman / labelWeight]
  const follows = labels > 1 ? ((sums.labelProduct / labelWeight - judge * human) * labels) / (labels - 1) : 0
  const spread = answers > 1 ? ((sums.squares / total - (sums.judge / total) ** 2) * answers) / (answers - 1) : 0
  // Over all answers the judge's mean varies with that over the labelled ones, as much as the ratio takes off otherwise.
  const scale = spread * (isWeighted ? 1 : 1 + labels / (answers - labels))
  const weight = scale > ROUNDING ? Math.max(0, Math.min(1, follows / scale)) : 0
  return human + weight * (sums.baseJudge / sums.baseWeight - judge)
}

/** The variance of the corrected mean by leaving out each cluster, those with labels and the others by themselves. */
function leavingOut(clusters: readonly Sums[], whole: Sums, estimate: (sums: Sums) => number) {
  const parts = [true, false].map((isLabelled) => clusters.filter(({ labels }) => labels > 0 === isLabelled))
  if ((parts[0]?.length ?? 0) < 2) return { missing: 'all labels are of one cluster. Label answers of others' }
  const value = estimate(whole)
  const some = { ...whole }
  const variances: { variance: number; df: number }[] = []
  for (const part of parts) {
    let squares = 0
    for (const cluster of part) {
      add(some, cluster, -1)
      if (!(some.baseWeight > ROUNDING)) return { missing: 'all answers without a label are of one cluster. Add answers of others' }
      squares += (estimate(some) - value) ** 2
      add(some, cluster, 1)
    }
    const df = Math.max(1, part.length - 1)
    if (part.length > 0) variances.push({ variance: (squares * df) / (df + 1), df })
  }
  const variance = variances.reduce((sum, part) => sum + part.variance, 0)
  const pooled = variances.reduce((sum, part) => sum + part.variance ** 2 / part.df, 0)
  // Of a variance that is the sum of parts, each known from its number of clusters (Satterthwaite, 1946).
  return { variance, df: pooled > 0 ? Math.max(1, variance ** 2 / pooled) : 1 }
}
