import { mean, sampleDeviation, tQuantile } from '../../../kit.ts'
import { ChangeDetector, type ChangePoint } from './changeDetector.ts'
import { pickChances } from './pickChances.ts'
import { type Range, type RunVariation, runVariation } from './runVariation.ts'

/** How a figure changed. */
export type ChangeSide = 'fell' | 'rose'

/** An alarm: a figure is not what it was. */
export interface Alarm extends ChangePoint {
  readonly side: ChangeSide
  /** The run with which it was seen, counted from the first as 0. */
  readonly seen: number
  /** Mean of the runs from the change to the alarm, less that of those before. */
  readonly change: number
  /** Whether the units tell that the mean moved: else they answer otherwise, and in both directions. */
  readonly told: boolean
  /** The first run that it was compared with. */
  readonly since: number
  /** How the runs until then vary, each about its own level; undefined with too few to tell. */
  readonly variation: RunVariation | undefined
}

/** A figure over runs. */
export type WatchedFigure = ReturnType<typeof watchFigure>

/**
 * The evidence that gives an alarm, by figure: the first has half of the error, since it is what people read, and the others share the rest
 * evenly; each side of a figure has half of its share. Together these are the error (Bonferroni), as the shares are fixed beforehand.
 *
 * @param rate share of histories of `per` runs without a change that may give an alarm, over 0 and under 1.
 */
export function alarmLevels({ rate, per, figures }: { readonly rate: number; readonly per: number; readonly figures: number }): number[] {
  const even = (own: number, count: number) => new Array<number>(count).fill((2 * count * per) / own)
  return figures === 1 ? even(rate, 1) : [...even(rate / 2, 1), ...even(rate / 2, figures - 1)]
}

/**
 * Watches a figure run by run, for falls and rises. After an alarm the watch begins anew with the run after it: the runs that gave the
 * alarm were chosen by it, and would not be a fair level to compare with.
 *
 * @param units by unit (an item, or a cluster of them) its part in the figure, run by run.
 * @param level evidence that gives an alarm, by {@link alarmLevels}.
 */
export function watchFigure(units: readonly ArrayLike<number>[], runs: number, level: number) {
  const alarms: Alarm[] = []
  let [fall, rise] = [new ChangeDetector(), new ChangeDetector()]
  let since = 0
  for (let run = 0; run < runs; run += 1) {
    if (run === since) continue
    const { low, high } = pickChances(units, since, run)
    fall.add(low)
    rise.add(high)
    const now = { fell: fall.evidence / level, rose: rise.evidence / level }
    if (Math.max(now.fell, now.rose) < 1) continue
    const side = now.fell >= now.rose ? 'fell' : 'rose'
    const { at, interval } = (side === 'fell' ? fall : rise).changePoint()
    const [from, to] = interval
    const place = { side, seen: run, since, at: since + at, interval: [since + from, since + to] } as const
    alarms.push({ ...place, ...levelChange(units, place, level), variation: runVariation(units, levelsOf([...alarms, place], run + 1)) })
    ;[fall, rise, since] = [new ChangeDetector(), new ChangeDetector(), run + 1]
  }
  const levels = levelsOf(alarms, runs)
  return {
    alarms,
    /** Standard deviation of the figure from run to run without a change; undefined where no two runs are of one level. */
    noise: noiseOf(units, levels),
    /** How all runs vary, each about its own level; undefined with too few to tell. */
    variation: runVariation(units, levels, true),
    /** Where the runs of the present level begin, as far as is known. */
    since,
    /** The last run's change from the one before, where these two alone tell it at 5 % and it gave no alarm. */
    moved: since < runs - 1 ? toldMove(units, runs - 1) : undefined,
  }
}

/** The sum of the units' parts, on average over runs. */
function meanOf(units: readonly ArrayLike<number>[], first: number, last: number): number {
  let sum = 0
  for (const unit of units) for (let run = first; run <= last; run += 1) sum += unit[run] as number
  return sum / (last - first + 1)
}

/**
 * By how much the figure differs from the level before the change, and whether its units tell it, by Student's t of how each of them
 * moved. A model whose answers grow less steady moves units to both sides and gives alarms too. Where more of them move against the
 * change than in the runs before, the alarm may be of that alone: then the level has to be told as surely as alarms are.
 */
function levelChange(
  units: readonly ArrayLike<number>[],
  { since, at, seen, side }: Pick<Alarm, 'since' | 'at' | 'seen' | 'side'>,
  level: number,
): Pick<Alarm, 'change' | 'told'> {
  const count = at - since
  const against = new Float64Array(seen - since + 1)
  const moves = units.map((unit) => {
    const before = meanOf([unit], since, at - 1)
    for (let run = since; run <= seen; run += 1) {
      // A run before is held against the mean of the others.
      const own = ((unit[run] as number) - before) * (run < at && count > 1 ? count / (count - 1) : 1)
      against[run - since] = (against[run - since] as number) + Math.max(0, side === 'fell' ? own : -own)
    }
    return meanOf([unit], at, seen) - before
  })
  const [usual, now] = [against.subarray(0, count), against.subarray(count)]
  const isNoisier = mean([...now]) > mean([...usual]) + (count > 1 ? tQuantile(0.95, count - 1) * sampleDeviation([...usual]) : 0)
  return sumTold(moves, isNoisier ? 1 / level : 0.025)
}

/** The sum of the units' moves, and whether they tell it, by Student's t. @param share error to either side. */
function sumTold(moves: readonly number[], share: number) {
  const change = moves.reduce((sum, move) => sum + move, 0)
  const squares = moves.reduce((sum, move) => sum + (move - change / moves.length) ** 2, 0)
  const df = moves.length - 1
  return { change, told: df > 0 && Math.abs(change) > tQuantile(1 - share, df) * Math.sqrt((squares * moves.length) / df) }
}

function toldMove(units: readonly ArrayLike<number>[], run: number): number | undefined {
  const moves = units.map((unit) => (unit[run] as number) - (unit[run - 1] as number))
  const { change, told } = sumTold(moves, 0.025)
  return told ? change : undefined
}

/** The runs between changes: those before an alarm's change, those from it to the alarm, and so on to the last. */
function levelsOf(alarms: readonly Pick<Alarm, 'at' | 'seen'>[], runs: number): Range[] {
  const levels: Range[] = []
  let from = 0
  for (const { at, seen } of alarms) {
    levels.push([from, at - 1], [at, seen])
    from = seen + 1
  }
  return [...levels, [from, runs - 1]]
}

/** From how each unit varies between runs of one level. */
function noiseOf(units: readonly ArrayLike<number>[], levels: readonly Range[]): number | undefined {
  let [squares, degrees] = [0, 0]
  for (const [first, last] of levels) {
    const count = last - first + 1
    if (count < 2) continue
    degrees += count - 1
    for (const unit of units) squares += (count - 1) * sampleDeviation(Array.from(unit).slice(first, last + 1)) ** 2
  }
  return degrees === 0 ? undefined : Math.sqrt(squares / degrees)
}
