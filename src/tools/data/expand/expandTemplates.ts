import { kMeansCluster } from 'simple-statistics'
import {
  type CallVolume,
  HoldfastError,
  originName,
  type PaidCommand,
  type PlannedRoles,
  plusVolume,
  REWRITES_A_QUESTION,
  random,
  requestsFor,
  rewritePrompt,
  type TemplateOrigin,
  tokenizer,
} from '../../../kit.ts'
import { askRewrites, capOf, MOST_QUESTIONS, questionsFor, type Rewrite, type Rewritten, refusedText } from './rewrites.ts'

/** Tokens of a rewrite beside those of its template, as a rule: quotes, commas, and words of a longer style. */
const LONGER = 1.3

/** What expanding templates takes, by role. */
export function planExpansion(origins: readonly TemplateOrigin[], rewrites: number): PlannedRoles {
  const { count } = tokenizer('o200k_base')
  const volumes = origins.map((origin) => {
    const wanted = Math.max(rewrites, origin.count)
    const questions = questionsFor(wanted)
    const own = count(origin.text)
    const promptTokens = count(rewritePrompt(origin, 0))
    const volume = (calls: number, answer: number) => ({ calls, promptTokens: calls * promptTokens, completionTokens: calls * answer })
    return {
      author: volume(questions, Math.round(LONGER * REWRITES_A_QUESTION * own)),
      most: volume(MOST_QUESTIONS * questions, capOf(origin)),
      embedder: { calls: requestsFor(wanted), promptTokens: Math.round(LONGER * wanted * own), completionTokens: 0 },
    }
  })
  if (volumes.length === 0) return {}
  const [author, most, embedder] = (['author', 'most', 'embedder'] as const).map((of) =>
    volumes.map((own) => own[of]).reduce(plusVolume),
  ) as [CallVolume, CallVolume, CallVolume]
  // Embedded texts may be as long as a rewrite may be.
  return { author: { ...author, most }, embedder: { ...embedder, most: { ...embedder, promptTokens: 4 * embedder.promptTokens } } }
}

/** How expressions are chosen among the rewrites. */
export type Choice = 'clusters' | 'random'

/** What was made of one template. */
export type Expanded = Awaited<ReturnType<typeof expandTemplates>>[number]

/** Others of a cluster that the file tells. */
const OTHERS = 3

/**
 * Expands instruction templates by "Rewriting-Encoding-Clustering-Sampling" (Wu et al. 2024, section 3.3): the author rewrites each,
 * the embedder makes vectors of what can be used, k-means makes as many clusters as there are to be expressions, and of each the one
 * nearest to its centre is taken.
 *
 * @throws HoldfastError where too few rewrites can be used.
 */
export async function expandTemplates(
  command: PaidCommand,
  origins: readonly TemplateOrigin[],
  { rewrites, choose, seed }: { readonly rewrites: number; readonly choose: Choice; readonly seed: number },
) {
  return Promise.all(
    origins.map(async (origin) => {
      const rewritten = await askRewrites(command, origin, Math.max(rewrites, origin.count))
      const { kept } = rewritten
      if (kept.length < origin.count) throw tooFew(origin, rewritten)
      const texts = kept.map(({ text }) => text)
      const vectors = (await command.embed(originName(origin), texts)).map(atLengthOne)
      const drawn = choose === 'random' ? new Set(random('expand', 'random', seed).sample(kept, origin.count)) : undefined
      const expressions = drawn
        ? kept.filter((rewrite) => drawn.has(rewrite)).map((rewrite) => expressionOf(origin, rewrite))
        : chooseByCluster(vectors, origin.count, seed).map(({ index, distance, others }, cluster) => ({
            ...expressionOf(origin, kept[index]),
            /** Its cluster, from 1; none for one that was chosen at random. */
            cluster: cluster + 1,
            /** Distance to the centre of the cluster, of vectors of length 1. */
            distance: Number(distance.toFixed(4)),
            /** The next nearest of the cluster: what a person may take instead. */
            others: others.slice(0, OTHERS).map((other) => kept[other.index]?.text ?? ''),
          }))
      return { origin, rewritten, expressions }
    }),
  )
}

/** A vector of zeros stays one. */
function atLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function expressionOf({ task, bias, text }: TemplateOrigin, rewrite: Rewrite | undefined) {
  return { task, ...(bias !== undefined && { bias }), ...(rewrite as Rewrite), origin: text }
}

function tooFew(origin: TemplateOrigin, rewritten: Rewritten): HoldfastError {
  return new HoldfastError(
    'DATA',
    `Failed to expand ${originName(origin)}: ${rewritten.kept.length} of ${rewritten.given} rewrites can be used, and ${origin.count} are needed (refused: ${refusedText(rewritten)}). Name another author, or ask for fewer with --count.`,
  )
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
export function chooseByCluster(vectors: readonly (readonly number[])[], count: number, seed: number) {
  const firsts = firstOfEqual(vectors)
  const points = firsts.map((index) => [...(vectors[index] ?? [])])
  const starts = Array.from({ length: points.length < count ? 0 : STARTS }, (_, start) => clustersFrom(points, count, seed, start))
  const [best] = starts.filter((one) => one !== undefined).sort((one, other) => one.spread - other.spread)
  if (!best)
    throw new HoldfastError(
      'DATA',
      `Failed to make ${count} clusters of ${vectors.length} texts: ${firsts.length} of their vectors differ. Ask for fewer with --count, or name another embedder.`,
    )
  return best.clusters
    .map((members) => members.map(({ index, distance: own }) => ({ index: firsts[index] as number, distance: own })))
    .sort((one, other) => Math.min(...one.map(({ index }) => index)) - Math.min(...other.map(({ index }) => index)))
    .map((members) => {
      const [nearest, ...others] = members.sort((one, other) => one.distance - other.distance || one.index - other.index)
      return { ...(nearest as (typeof members)[number]), others }
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
