import { HoldfastError, originName, type PaidCommand, type TemplateOrigin } from '../../../kit.ts'
import { chooseByCluster } from './chooseByCluster.ts'
import { type ChoicePair, chooseAtRandom, compareChoices } from './compareChoices.ts'
import { askRewrites, type Rewrite, type Rewritten } from './rewrites.ts'

/** Length below which a vector is none: what is left of one that lies in the space of those before it. */
const NOTHING = 1e-9

/**
 * Vectors of length 1 with the same distances between them in as few directions as they span: n texts span n of an embedder's
 * thousands, and hundreds of clusterings take a second instead of a minute. (Modified Gram-Schmidt.)
 *
 * A vector of zeros stays one.
 */
export function sameDistances(vectors: readonly (readonly number[])[]): number[][] {
  const basis: number[][] = []
  const coordinates = vectors.map((vector) => {
    const length = Math.hypot(...vector)
    const rest = vector.map((value) => (length === 0 ? 0 : value / length))
    const own = basis.map((direction) => {
      const along = dot(rest, direction)
      direction.forEach((value, at) => {
        rest[at] = (rest[at] ?? 0) - along * value
      })
      return along
    })
    const left = Math.sqrt(dot(rest, rest))
    if (left < NOTHING) return own
    basis.push(rest.map((value) => value / left))
    return [...own, left]
  })
  return coordinates.map((own) => [...own, ...Array<number>(basis.length - own.length).fill(0)])
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** How expressions are chosen among the rewrites. */
export type Choice = 'clusters' | 'random'

/** How templates are expanded. */
export interface ExpandOptions {
  /** Usable rewrites of each template to choose from. */
  readonly rewrites: number
  readonly choose: Choice
  readonly seed: number
}

/** An expression that was chosen. */
export interface Expression extends Rewrite {
  readonly task: string
  readonly bias?: 1 | -1 | undefined
  /** The template that it is a rewrite of. */
  readonly origin: string
  /** Its cluster, from 1; none for one that was chosen at random. */
  readonly cluster?: number | undefined
  /** Distance to the centre of the cluster, of vectors of length 1. */
  readonly distance?: number | undefined
  /** The next nearest of the cluster: what a person may take instead. */
  readonly others?: readonly string[] | undefined
}

/** What was made of one template. */
export interface Expanded {
  readonly origin: TemplateOrigin
  readonly rewritten: Rewritten
  readonly expressions: readonly Expression[]
  /** The choice by clusters beside one at random, a pair a seed; none where there is one expression only. */
  readonly pairs: readonly ChoicePair[]
}

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
  options: ExpandOptions,
): Promise<Expanded[]> {
  return Promise.all(
    origins.map(async (origin) => {
      const rewritten = await askRewrites(command, origin, Math.max(options.rewrites, origin.count))
      const { kept } = rewritten
      if (kept.length < origin.count) throw tooFew(origin, rewritten)
      const vectors = sameDistances(
        await command.embed(
          originName(origin),
          kept.map(({ text }) => text),
        ),
      )
      return {
        origin,
        rewritten,
        expressions: options.choose === 'random' ? atRandom(origin, kept, options.seed) : byCluster(origin, kept, vectors, options.seed),
        pairs: compareChoices(vectors, origin.count),
      }
    }),
  )
}

function byCluster(origin: TemplateOrigin, kept: readonly Rewrite[], vectors: readonly (readonly number[])[], seed: number): Expression[] {
  return chooseByCluster(vectors, origin.count, seed).map(({ index, distance, others }, cluster) => ({
    ...expressionOf(origin, kept[index]),
    cluster: cluster + 1,
    distance: Number(distance.toFixed(4)),
    others: others.slice(0, OTHERS).map((other) => kept[other.index]?.text ?? ''),
  }))
}

function atRandom(origin: TemplateOrigin, kept: readonly Rewrite[], seed: number): Expression[] {
  return chooseAtRandom(kept.length, origin.count, seed).map((index) => expressionOf(origin, kept[index]))
}

function expressionOf({ task, bias, text }: TemplateOrigin, rewrite: Rewrite | undefined): Expression {
  return { task, ...(bias !== undefined && { bias }), ...(rewrite as Rewrite), origin: text }
}

function tooFew(origin: TemplateOrigin, { kept, given, refused, broken }: Rewritten): HoldfastError {
  const reasons = [
    ...Object.entries(refused).map(([reason, count]) => `${reason} ${count}`),
    ...(broken > 0 ? [`replies without rewrites ${broken}`] : []),
  ]
  return new HoldfastError(
    'DATA',
    `Failed to expand ${originName(origin)}: ${kept.length} of ${given} rewrites can be used, and ${origin.count} are needed (refused: ${reasons.join(', ') || 'none'}). Name another author, or ask for fewer with --count.`,
  )
}
