import { random } from '../../../kit.ts'
import { ChangeDetector } from './changeDetector.ts'
import { pickChances } from './pickChances.ts'

/** Share of histories in which a drop is to be seen within the number of runs that is told. */
export const POWER = 0.9
/** Simulated histories: a share of 90 % is known to within 6 points. */
const HISTORIES = 100
/** Runs of a history before the change that count: more of them hardly add to what is known of the level. */
const MOST_BEFORE = 30

/** What a change is to be seen in. */
export interface SeenChange {
  /** By unit its part in the figure, run by run. */
  readonly units: readonly ArrayLike<number>[]
  /** Items of each unit. */
  readonly sizes: readonly number[]
  /** First and last run of the present level. */
  readonly runs: readonly [number, number]
  /** Size of the drop on the figure's scale, over 0. */
  readonly drop: number
  /** Length of that scale. */
  readonly scale: number
  /** Standard deviation of the figure from run to run. */
  readonly noise: number
  /** Evidence that gives an alarm. */
  readonly level: number
  /** Runs after which one looks no further. */
  readonly most: number
}

/**
 * Within how many runs a drop is seen, by simulated histories: as many runs without a change as there are, each unit with one of the
 * values it had, and then runs in which as many items as make up the drop, chosen at random, lose all that an item can have. The values of m runs vary by (m - 1)/m
 * of what the model does, so the drop is made smaller by its root.
 *
 * @returns undefined where it takes more runs than the most, or where fewer than two runs tell how the figure varies.
 */
export function runsToSee(change: SeenChange): number | undefined {
  const { units, sizes, drop, scale, noise, level, most } = change
  const [first, last] = change.runs
  const known = last - first + 1
  if (known < 2) return undefined
  const before = Math.min(known, MOST_BEFORE)
  // However many runs follow, they tell a drop only as well as the level before is known: its evidence would be too little in half of the histories.
  if (drop * Math.sqrt(before) < noise * Math.sqrt(2 * Math.log(level))) return undefined
  const { int, sample } = random('history', 'runs to see', known)
  const unitOf = sizes.flatMap((size, unit) => Array.from({ length: size }, () => unit))
  const lost = Math.min(1, (drop / scale) * Math.sqrt((known - 1) / known))
  const losing = Math.max(1, Math.ceil(lost * unitOf.length - 1e-9))
  const seen: number[] = []
  let missed = 0
  for (let history = 0; history < HISTORIES; history += 1) {
    const losses = new Float64Array(units.length)
    for (const unit of sample(unitOf, losing)) losses[unit] = (losses[unit] as number) + (lost * scale) / losing
    const simulated = units.map(() => new Float64Array(before + most))
    const draw = (run: number) => {
      for (const [at, values] of simulated.entries())
        values[run] = (units[at]?.[first + int(0, known - 1)] as number) - (run < before ? 0 : (losses[at] as number))
    }
    const runs = runsUntilSeen(simulated, draw, before, level)
    seen.push(runs)
    missed += Number(runs > most)
    if (missed > HISTORIES * (1 - POWER)) return undefined
  }
  seen.sort((one, other) => one - other)
  return seen[Math.ceil(POWER * HISTORIES) - 1]
}

/** @param draw draws a run; runs are asked for in order. */
function runsUntilSeen(units: readonly Float64Array[], draw: (run: number) => void, before: number, level: number): number {
  const detector = new ChangeDetector()
  const runs = units[0]?.length ?? 0
  for (let run = 0; run < runs; run += 1) {
    draw(run)
    // Evidence of a change that began earlier is left out: it would only help.
    if (run > 0) detector.add(run < before ? 1 : pickChances(units, 0, run).low)
    if (run >= before && detector.evidence >= level) return run - before + 1
  }
  return Number.POSITIVE_INFINITY
}
