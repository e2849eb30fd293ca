import { groupBy, random, wilson } from '../../../kit.ts'
import type { JudgedUnit, WithInterval } from './judgedUnit.ts'

/** Draws of an interval. 2,000 tell the ends of a 95 % interval to a tenth of its width. */
const DRAWS = 2000
/** Draws at least, where each takes long. */
const LEAST_DRAWS = 400
/** Cells over all draws beyond which there are fewer draws. */
const MOST_CELLS = 8_000_000
/**
 * The weight of each cell in each draw, as many clusters being drawn as there are.
 *
 * @param units by their cluster, their weight, and the cell of equal ones that they are counted in.
 * @yields an array that the next draw may write over.
 */
export function* cellDraws(units: readonly { cluster: string; weight: number; cell: number }[], cells: number): Generator<number[]> {
  const clusters = [...groupBy(units, ({ cluster }) => cluster).values()]
  const stream = random('judge agreement', units.length, clusters.length)
  const draws = Math.min(DRAWS, Math.max(LEAST_DRAWS, Math.floor(MOST_CELLS / Math.max(1, cells))))
  const weights = new Array<number>(cells).fill(0)
  for (let draw = 0; draw < draws && clusters.length > 0; draw += 1) {
    weights.fill(0)
    for (let drawn = 0; drawn < clusters.length; drawn += 1)
      for (const { cell, weight } of stream.pick(clusters)) weights[cell] = (weights[cell] as number) + weight
    yield weights
  }
}

/** Share of draws that must tell the figure, so that it has an interval. */
const TOLD = 0.95

/**
 * Figures of units that count by their weight, with the interval that 2,000 draws of their clusters give, from a fixed seed. Units that
 * say the same are put together first.
 *
 * @param keyOf is the same for units that say the same.
 * @param prepare what gives the figures of such units, each counted as often as a weight says.
 * @param countOf independent answers that a figure is a share of, for Wilson's interval; undefined for what is none.
 */
export function drawnFigures<Unit extends Pick<JudgedUnit, 'cluster' | 'weight'>, Name extends string>(
  units: readonly Unit[],
  keyOf: (unit: Unit, at: number) => string | number,
  prepare: (cells: readonly Unit[]) => (weights: readonly number[]) => Readonly<Record<Name, number>>,
  countOf: (name: Name, value: number) => number | undefined = () => undefined,
): Readonly<Record<Name, WithInterval | null>> {
  const places = new Map<string | number, number>()
  const cells: Unit[] = []
  const weights: number[] = []
  const drawn = units.map((unit, at) => {
    const key = keyOf(unit, at)
    const cell = places.get(key) ?? cells.push(unit) - 1
    places.set(key, cell)
    const { cluster, weight = 1 } = unit
    weights[cell] = (weights[cell] ?? 0) + weight
    return { cluster, weight, cell }
  })
  const figures = prepare(cells)
  const draws = Array.from(cellDraws(drawn, cells.length), figures)
  const whole = Object.entries(figures(weights)) as [Name, number][]
  const intervalOf = (name: Name, value: number) => {
    const count = countOf(name, value)
    return count === undefined ? drawnInterval(draws.map((some) => some[name])) : wilson(value, count)
  }
  return Object.fromEntries(
    whole.map(([name, value]) => [name, Number.isFinite(value) ? { value, ci95: intervalOf(name, value) } : null]),
  ) as Readonly<Record<Name, WithInterval | null>>
}

function drawnInterval(draws: readonly number[]): WithInterval['ci95'] {
  const told = draws.filter(Number.isFinite).sort((one, other) => one - other)
  const at = (share: number) => told[Math.round(share * (told.length - 1))] as number
  // Where nothing varies, the draws do not either, and say nothing of how far the figure may be off.
  const varies = told.length >= TOLD * draws.length && told.length > 0 && told[0] !== told.at(-1)
  return varies ? [at(0.025), at(0.975)] : null
}
