import { normalCdf } from '../../../kit.ts'
import { ChangeDetector, type ChangePoint } from './changeDetector.ts'
import { pickChances } from './pickChances.ts'

/** How a figure changed. */
export type ChangeSide = 'fell' | 'rose'

/** An alarm: a figure is not what it was. */
export interface Alarm extends ChangePoint {
  readonly side: ChangeSide
  /** The run with which it was seen, counted from the first as 0. */
  readonly seen: number
  /** Mean of the runs from the change to the alarm, less that of those before. */
  readonly change: number
  /** The first run that it was compared with. */
  readonly since: number
}

/** A figure over runs. */
export interface WatchedFigure {
  readonly alarms: readonly Alarm[]
  /** By run the evidence of a fall and of a rise, as a share of what gives an alarm. */
  readonly evidence: readonly { readonly fell: number; readonly rose: number }[]
  /** Standard deviation of the figure from run to run without a change; undefined where no two runs are of one level. */
  readonly noise: number | undefined
  /** Whether whole runs move together; undefined with fewer than 6 runs. */
  readonly dispersion: Dispersion | undefined
  /** Where the runs of the present level begin, as far as is known. */
  readonly since: number
}

/** How runs vary, against what the units' own variation explains. */
export interface Dispersion {
  /** Variance as a multiple of it, by the median run, so that a change in fewer than half of the runs does not count: about 1 while units vary independently. */
  readonly ratio: number
  /** Chance of a median run this far from the others if units vary independently, 0 excluded, to 1. */
  readonly p: number
}

/** Median of a squared normal score. */
const MEDIAN_SQUARE = 0.4549

/** Runs from which a variance of runs says something. */
const LEAST_RUNS = 6

/**
 * The evidence that gives an alarm: each side of each figure takes an even share of the error (Bonferroni).
 *
 * @param rate share of histories of `per` runs without a change that may give an alarm, over 0 and under 1.
 */
export function alarmLevel({ rate, per, figures }: { readonly rate: number; readonly per: number; readonly figures: number }): number {
  return (2 * figures * per) / rate
}

/**
 * Watches a figure run by run, for falls and rises. After an alarm the watch begins anew with the run after it: the runs that gave the
 * alarm were chosen by it, and would not be a fair level to compare with.
 *
 * @param units by unit (an item, or a cluster of them) its part in the figure, run by run.
 * @param level evidence that gives an alarm, by {@link alarmLevel}.
 */
export function watchFigure(units: readonly ArrayLike<number>[], runs: number, level: number): WatchedFigure {
  const alarms: Alarm[] = []
  const evidence: { fell: number; rose: number }[] = []
  let deviations: number[] = []
  let [fall, rise] = [new ChangeDetector(), new ChangeDetector()]
  let since = 0
  for (let run = 0; run < runs; run += 1) {
    if (run === since) {
      evidence.push({ fell: 0, rose: 0 })
      continue
    }
    const { low, high, deviation } = pickChances(units, since, run)
    fall.add(low)
    rise.add(high)
    deviations.push(deviation)
    const now = { fell: fall.evidence / level, rose: rise.evidence / level }
    evidence.push(now)
    if (Math.max(now.fell, now.rose) < 1) continue
    const side = now.fell >= now.rose ? 'fell' : 'rose'
    const { at, interval } = (side === 'fell' ? fall : rise).changePoint()
    const [from, to] = interval
    alarms.push({
      side,
      seen: run,
      since,
      at: since + at,
      interval: [since + from, since + to],
      change: meanOf(units, since + at, run) - meanOf(units, since, since + at - 1),
    })
    ;[fall, rise, deviations, since] = [new ChangeDetector(), new ChangeDetector(), [], run + 1]
  }
  return { alarms, evidence, noise: noiseOf(units, runs, alarms), dispersion: dispersionOf(deviations), since }
}

/** The sum of the units' parts, on average over runs. */
export function meanOf(units: readonly ArrayLike<number>[], first: number, last: number): number {
  let sum = 0
  for (const unit of units) for (let run = first; run <= last; run += 1) sum += unit[run] as number
  return sum / (last - first + 1)
}

/** From how each unit varies between runs of one level. */
function noiseOf(units: readonly ArrayLike<number>[], runs: number, alarms: readonly Alarm[]): number | undefined {
  const levels: [number, number][] = []
  let from = 0
  for (const { at, seen } of alarms) {
    levels.push([from, at - 1], [at, seen])
    from = seen + 1
  }
  levels.push([from, runs - 1])
  let [squares, degrees] = [0, 0]
  for (const [first, last] of levels) {
    const count = last - first + 1
    if (count < 2) continue
    degrees += count - 1
    for (const unit of units) {
      let mean = 0
      for (let run = first; run <= last; run += 1) mean += (unit[run] as number) / count
      for (let run = first; run <= last; run += 1) squares += ((unit[run] as number) - mean) ** 2
    }
  }
  return degrees === 0 ? undefined : Math.sqrt(squares / degrees)
}

function dispersionOf(deviations: readonly number[]): Dispersion | undefined {
  const told = deviations.flatMap((deviation) => (deviation === 0 ? [] : [Math.abs(deviation)])).sort((one, other) => other - one)
  if (told.length < LEAST_RUNS - 1) return undefined
  const far = Math.ceil(told.length / 2)
  const median = told[far - 1] as number
  return { ratio: median ** 2 / MEDIAN_SQUARE, p: atLeast(far, told.length, 2 * normalCdf(-median)) }
}

/** Chance that so many of some independent events happen or more, each with this chance. */
function atLeast(count: number, all: number, chance: number): number {
  // Terms from all of them down; each is the one before times the ratio of its factors.
  let [term, sum] = [chance ** all, 0]
  for (let happened = all; happened >= count; happened -= 1) {
    sum += term
    term *= (happened / (all - happened + 1)) * ((1 - chance) / chance)
  }
  return Math.min(1, sum)
}
