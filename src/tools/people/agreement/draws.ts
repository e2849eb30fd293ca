import { gammaln } from 'simple-statistics'
import { groupBy, type Random, random, wilson } from '../../../kit.ts'
import type { JudgedUnit, WithInterval } from './judgedUnit.ts'

/** A unit that is drawn: its cluster, its weight, and the cell of equal ones that it is counted in. */
export interface DrawnUnit {
  readonly cluster: string
  readonly weight: number
  readonly cell: number
}

/** Draws of an interval. 2,000 tell the ends of a 95 % interval to a tenth of its width. */
const DRAWS = 2000
/** Draws at least, where each takes long. */
const LEAST_DRAWS = 400
/** Cells over all draws beyond which there are fewer draws. */
const MOST_CELLS = 8_000_000
/** Clusters beyond which equal ones are drawn together. */
const SINGLE = 1000

/** Clusters of a kind, on average, from which that is faster. */
const ALIKE = 10

/**
 * The weight of each cell in each draw, as many clusters being drawn as there are. Of many clusters those that weigh the same
 * in all cells are drawn at once, by how many of them a draw has, so that a draw takes as long as there are kinds of clusters.
 *
 * @yields an array that the next draw may write over.
 */
export function* cellDraws(units: readonly DrawnUnit[], cells: number): Generator<number[]> {
  const clusters = new Map<string, Map<number, number>>()
  for (const { cluster, weight, cell } of units) {
    const own = clusters.get(cluster) ?? new Map<number, number>()
    own.set(cell, (own.get(cell) ?? 0) + weight)
    clusters.set(cluster, own)
  }
  const stream = random('judge agreement', units.length, clusters.size)
  const kinds = kindsOf([...clusters.values()])
  const countsOf = clusters.size > SINGLE && kinds.length < clusters.size / ALIKE ? together(kinds) : oneByOne(kinds, clusters.size)
  const draws = Math.min(DRAWS, Math.max(LEAST_DRAWS, Math.floor(MOST_CELLS / Math.max(1, cells))))
  const weights = new Array<number>(cells).fill(0)
  for (let draw = 0; draw < draws && clusters.size > 0; draw += 1) {
    const counts = countsOf(stream)
    weights.fill(0)
    for (const [kind, { cells: own }] of kinds.entries()) {
      const count = counts[kind] as number
      if (count > 0) for (const [cell, weight] of own) weights[cell] = (weights[cell] as number) + count * weight
    }
    yield weights
  }
}

/** Clusters that weigh the same in all cells. */
interface ClusterKind {
  readonly cells: readonly (readonly [cell: number, weight: number])[]
  /** Their places among the clusters. */
  readonly members: readonly number[]
}

function kindsOf(clusters: readonly ReadonlyMap<number, number>[]): ClusterKind[] {
  const cellsOf = clusters.map((cluster) => [...cluster].sort(([one], [other]) => one - other))
  const alike = groupBy(cellsOf.keys(), (place) => (cellsOf[place] ?? []).join(';'))
  return [...alike.values()].map((members) => ({ cells: cellsOf[members[0] as number] ?? [], members }))
}

/** How many clusters of each kind a draw has, cluster by cluster. */
function oneByOne(kinds: readonly ClusterKind[], size: number): (stream: Random) => readonly number[] {
  const kindOf = new Array<number>(size).fill(0)
  for (const [kind, { members }] of kinds.entries()) for (const place of members) kindOf[place] = kind
  return (stream) => {
    const counts = new Array<number>(kinds.length).fill(0)
    for (let drawn = 0; drawn < size; drawn += 1) {
      const kind = stream.pick(kindOf)
      counts[kind] = (counts[kind] as number) + 1
    }
    return counts
  }
}

/** The same by the multinomial distribution: each kind's number given those before it is binomial. */
function together(kinds: readonly ClusterKind[]): (stream: Random) => readonly number[] {
  const total = kinds.reduce((sum, { members }) => sum + members.length, 0)
  return (stream) => {
    let [left, ofOthers] = [total, total]
    return kinds.map(({ members: { length } }) => {
      const count = length === ofOthers ? left : binomial(stream, left, length / ofOthers)
      left -= count
      ofOthers -= length
      return count
    })
  }
}

/** Values of a uniform number in [0, 1). */
const STEPS = 2 ** 31

/**
 * A number of successes in `n` trials of chance `p`, exactly: by inversion from the most likely number outwards, which takes as
 * many steps as the number varies by.
 *
 * @param n whole, 0 or more.
 * @param p 0 to 1.
 */
export function binomial(stream: Random, n: number, p: number): number {
  if (n === 0 || p <= 0) return 0
  if (p >= 1) return n
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const odds = p / (1 - p)
  const logOfMode = gammaln(n + 1) - gammaln(mode + 1) - gammaln(n - mode + 1) + mode * Math.log(p) + (n - mode) * Math.log1p(-p)
  let left = (stream.int(0, STEPS - 1) + 0.5) / STEPS
  let [up, down] = [mode, mode - 1]
  let upChance = Math.exp(logOfMode)
  let downChance = mode > 0 ? (upChance * mode) / (n - mode + 1) / odds : 0
  while (up <= n || down >= 0) {
    if (up <= n) {
      left -= upChance
      if (left < 0) return up
      upChance *= ((n - up) / (up + 1)) * odds
      up += 1
    }
    if (down >= 0) {
      left -= downChance
      if (left < 0) return down
      downChance *= down / (n - down + 1) / odds
      down -= 1
    }
  }
  // What rounding leaves of the whole.
  return mode
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
  const found = whole.map(([name, value]) => {
    const count = countOf(name, value)
    const figure =
      count === undefined
        ? drawnInterval(
            value,
            draws.map((some) => some[name]),
          )
        : { value, ci95: wilson(value, count) }
    return [name, Number.isFinite(value) ? figure : null]
  })
  return Object.fromEntries(found)
}

function drawnInterval(value: number, draws: readonly number[]): WithInterval {
  const told = draws.filter(Number.isFinite).sort((one, other) => one - other)
  const at = (share: number) => told[Math.round(share * (told.length - 1))] as number
  // Where nothing varies, the draws do not either, and say nothing of how far the figure may be off.
  const varies = told.length >= TOLD * draws.length && told.length > 0 && told[0] !== told.at(-1)
  return { value, ci95: varies ? [at(0.025), at(0.975)] : null }
}
