import { type Random, random } from '../../../kit.ts'
import { binomial } from './binomial.ts'

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
  readonly members: number[]
}

function kindsOf(clusters: readonly ReadonlyMap<number, number>[]): ClusterKind[] {
  const kinds = new Map<string, ClusterKind>()
  for (const [place, cluster] of clusters.entries()) {
    const cells = [...cluster].sort(([one], [other]) => one - other)
    const key = cells.join(';')
    const known = kinds.get(key)
    if (known) known.members.push(place)
    else kinds.set(key, { cells, members: [place] })
  }
  return [...kinds.values()]
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
