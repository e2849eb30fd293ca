import { normalCdf, remembered } from '../../../kit.ts'

/** Coefficients of numerator and denominator, the constant first, for the middle and for the near and far tails. */
const MIDDLE = [
  [3.3871327179, 50.434271938, 159.29113202, 59.10937472],
  [1, 17.895169469, 78.757757664, 67.1875636],
] as const
const NEAR = [
  [1.4234372777, 2.75681539, 1.3067284816, 0.17023821103],
  [1, 0.737001645, 0.12021132975],
] as const
const FAR = [
  [6.657905115, 3.081226386, 0.42868294337, 0.017337203997],
  [1, 0.24197894225, 0.012258202635],
] as const

/**
 * Quantile of the standard normal distribution, to about seven digits, in the tails as in the middle (Wichura, 1988, algorithm AS 241,
 * PPND7).
 *
 * @param p 0 to 1; its ends give an infinite value. For an upper tail take the negative quantile of its probability: it keeps all digits.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0)) return Number.NEGATIVE_INFINITY
  if (!(p < 1)) return Number.POSITIVE_INFINITY
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(MIDDLE, 0.180625 - q * q)
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)))
  return Math.sign(q) * (r <= 5 ? ratio(NEAR, r - 1.6) : ratio(FAR, r - 5))
}

function ratio([numerator, denominator]: readonly (readonly number[])[] & { readonly length: 2 }, at: number): number {
  const value = (coefficients: readonly number[] = []) => coefficients.reduceRight((sum, own) => sum * at + own, 0)
  return value(numerator) / value(denominator)
}

/** Sizes of a change that the evidence is weighed for, in standard deviations of one run. */
const SIZES = [1, 2, 4]
/** A chance that says no more than that the run is not lower counts as this many standard deviations the other way. */
const LEAST = -2
/** Share of the evidence that the interval of runs holds. */
const HELD = 0.95
/** Beyond this a double overflows. */
const MOST_LOG = 700

/** When a change began. */
export type ChangePoint = ReturnType<ChangeDetector['changePoint']>

/**
 * Adds up the evidence that the runs from some run on lie on one side of those before. Each run gives a chance that is uniform while
 * nothing changes, and independent of the others. For each run that a change may have begun with there is a likelihood ratio of normal
 * scores, a mixture of three sizes of the change; that of a later run is larger by what the level before is known better. Their sum is
 * a Shiryaev–Roberts e-detector (Shin, Ramdas and Rinaldo, 2023): while nothing changes its mean after n runs is at most n, so that it
 * reaches c within n runs with a probability of at most n/c (Doob), and the mean time until it does is at least c runs.
 */
export class ChangeDetector {
  /** By run that the change may have begun with, and by size: the logarithm of its likelihood ratio. */
  readonly #logs: Float64Array[] = []

  /** The evidence, 0 or more: compare it with the number of runs over the share of false alarms. */
  get evidence(): number {
    return this.#logs.reduce((sum, _, start) => sum + this.#ratio(start), 0)
  }

  /**
   * Takes the next run: the second, the third, and so on. The first has nothing to be compared with.
   *
   * @param chance of a run this far on the side that is watched, 0 excluded, to 1.
   */
  add(chance: number): void {
    this.#logs.push(new Float64Array(SIZES.length))
    const run = this.#logs.length
    const score = Math.max(LEAST, -normalQuantile(chance))
    for (const [start, logs] of this.#logs.entries()) {
      // What the deviation from the mean of all runs shows of a change that began after start + 1 of them.
      const shown = (start + 1) / Math.sqrt(run * (run + 1))
      for (const [size, of] of SIZES.entries()) logs[size] = (logs[size] as number) + logRatio(of * shown, score)
    }
  }

  /** When the change began, if there was one. */
  changePoint() {
    const ratios = this.#logs.map((_, start) => this.#ratio(start))
    const total = ratios.reduce((sum, ratio) => sum + ratio, 0)
    const order = ratios.map((ratio, start) => ({ ratio, at: start + 1 })).sort((one, other) => other.ratio - one.ratio)
    let [held, count] = [0, 0]
    while (count < order.length && held < HELD * total) held += order[count++]?.ratio ?? 0
    const places = order.slice(0, Math.max(1, count)).map(({ at }) => at)
    return {
      /** The run with which it most likely began, counted from the first as 0. */
      at: places[0] ?? 0,
      /** First and last run that it may have begun with: 95 % of the evidence. */
      interval: [Math.min(...places), Math.max(...places)] as const,
    }
  }

  #ratio(start: number): number {
    const logs = this.#logs[start] as Float64Array
    return logs.reduce((sum, log) => sum + Math.exp(Math.min(MOST_LOG, log)), 0) / logs.length
  }
}

/** Logarithm of the likelihood ratio of a normal score with a mean against one without, less what cutting the score off would add. */
function logRatio(mean: number, score: number): number {
  return mean * score - mean ** 2 / 2 - cutOff(mean)
}

/** Logarithm of the mean, without a change, of the ratio of a score that is cut off below: 0 where nothing is. */
const cutOff = remembered((mean: number) => Math.log(normalCdf(mean - LEAST) + normalCdf(LEAST) * Math.exp(mean * LEAST - mean ** 2 / 2)))
