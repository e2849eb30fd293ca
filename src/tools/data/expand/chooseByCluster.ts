import { kMeansCluster } from 'simple-statistics'
import { HoldfastError, random } from '../../../kit.ts'

/** A vector that was chosen for its cluster. */
export interface ClusterChoice {
  /** Place of the vector among all. */
  readonly index: number
  /** Distance to the centre of its cluster. */
  readonly distance: number
  /** The other vectors of the cluster, the nearest to the centre first. */
  readonly others: readonly { readonly index: number; readonly distance: number }[]
}

/** Beginnings of k-means, of which the tightest clusters count: each ends in a local optimum. */
const STARTS = 10

/**
 * One vector of each of `count` clusters, the one nearest to its centre: "selecting the usable template closest to the cluster
 * center" (Wu et al. 2024, section 3.3). Clusters are those of k-means (Lloyd's algorithm of simple-statistics), in the order of
 * their first vectors. Of equal vectors the first stands for all: one that is drawn twice to begin with would lose a cluster. Seeded.
 *
 * @throws HoldfastError where the vectors do not differ enough for so many clusters.
 */
export function chooseByCluster(vectors: readonly (readonly number[])[], count: number, seed: number): ClusterChoice[] {
  const firsts = firstOfEqual(vectors)
  const points = firsts.map((index) => [...(vectors[index] ?? [])])
  const starts = Array.from({ length: points.length < count ? 0 : STARTS }, (_, start) => clustersFrom(points, count, seed, start))
  const [best] = starts.filter((one) => one !== undefined).sort((one, other) => one.spread - other.spread)
  if (!best) {
    throw new HoldfastError(
      'DATA',
      `Failed to make ${count} clusters of ${vectors.length} texts: ${firsts.length} of their vectors differ. Ask for fewer with --count, or name another embedder.`,
    )
  }
  return best.clusters
    .map((members) => members.map(({ index, distance: own }) => ({ index: firsts[index] as number, distance: own })))
    .sort((one, other) => Math.min(...one.map(({ index }) => index)) - Math.min(...other.map(({ index }) => index)))
    .map((members) => {
      const [nearest, ...others] = members.sort((one, other) => one.distance - other.distance || one.index - other.index)
      return { ...(nearest as ClusterChoice['others'][number]), others }
    })
}

/** Digits by which vectors are told apart: what is beyond them is rounding. */
const DIGITS = 6

/** Places of the vectors that are unlike all before them. */
function firstOfEqual(vectors: readonly (readonly number[])[]): number[] {
  const seen = new Map<string, number>()
  for (const [index, vector] of vectors.entries()) {
    const text = vector.map((value) => Math.round(value * 10 ** DIGITS) + 0).join()
    if (!seen.has(text)) seen.set(text, index)
  }
  return [...seen.values()]
}

/** Clusters with the sum of the squared distances; undefined where one lost all its vectors, which the library reports as an error. */
function clustersFrom(points: number[][], count: number, seed: number, start: number) {
  const stream = random('expand', 'clusters', seed, start)
  try {
    const { labels, centroids } = kMeansCluster(points, count, () => stream.int(0, 2 ** 31 - 1) / 2 ** 31)
    const placed = points.map((point, index) => ({ index, distance: distance(point, centroids[labels[index] ?? 0] ?? []) }))
    const clusters = centroids.map((_, cluster) => placed.filter(({ index }) => labels[index] === cluster))
    return { clusters, spread: placed.reduce((sum, own) => sum + own.distance ** 2, 0) }
  } catch (error) {
    if (error instanceof Error && error.message.includes('has no friends')) return undefined
    throw error
  }
}

/** Euclidean distance of two vectors of one length. */
function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
}
