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
import { chooseByCluster } from './chooseByCluster.ts'
import { askRewrites, capOf, MOST_QUESTIONS, questionsFor, type Rewrite, type Rewritten } from './rewrites.ts'

/** Tokens of a rewrite beside those of its template, as a rule: quotes, commas, and words of a longer style. */
const LONGER = 1.3

/** What expanding templates takes, by role. */
export function planExpansion(origins: readonly TemplateOrigin[], rewrites: number): PlannedRoles {
  const { count } = tokenizer('o200k_base')
  let author: CallVolume | undefined
  let most: CallVolume | undefined
  let embedder: CallVolume | undefined
  for (const origin of origins) {
    const wanted = Math.max(rewrites, origin.count)
    const questions = questionsFor(wanted)
    const own = count(origin.text)
    const promptTokens = count(rewritePrompt(origin, 0))
    const volume = (calls: number, answer: number) => ({ calls, promptTokens: calls * promptTokens, completionTokens: calls * answer })
    author = plusVolume(author, volume(questions, Math.round(LONGER * REWRITES_A_QUESTION * own)))
    most = plusVolume(most, volume(MOST_QUESTIONS * questions, capOf(origin)))
    embedder = plusVolume(embedder, { calls: requestsFor(wanted), promptTokens: Math.round(LONGER * wanted * own), completionTokens: 0 })
  }
  if (!author || !most || !embedder) return {}
  // Embedded texts may be as long as a rewrite may be.
  return { author: { ...author, most }, embedder: { ...embedder, most: { ...embedder, promptTokens: 4 * embedder.promptTokens } } }
}

/** How expressions are chosen among the rewrites. */
export type Choice = 'clusters' | 'random'

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
  { rewrites, choose, seed }: { readonly rewrites: number; readonly choose: Choice; readonly seed: number },
): Promise<Expanded[]> {
  return Promise.all(
    origins.map(async (origin) => {
      const rewritten = await askRewrites(command, origin, Math.max(rewrites, origin.count))
      const { kept } = rewritten
      if (kept.length < origin.count) throw tooFew(origin, rewritten)
      const texts = kept.map(({ text }) => text)
      const vectors = (await command.embed(originName(origin), texts)).map(atLengthOne)
      return { origin, rewritten, expressions: choose === 'random' ? atRandom(origin, kept, seed) : byCluster(origin, kept, vectors, seed) }
    }),
  )
}

/** A vector of zeros stays one. */
function atLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function byCluster(origin: TemplateOrigin, kept: readonly Rewrite[], vectors: readonly (readonly number[])[], seed: number): Expression[] {
  return chooseByCluster(vectors, origin.count, seed).map(({ index, distance, others }, cluster) => ({
    ...expressionOf(origin, kept[index]),
    cluster: cluster + 1,
    distance: Number(distance.toFixed(4)),
    others: others.slice(0, OTHERS).map((other) => kept[other.index]?.text ?? ''),
  }))
}

/** As many rewrites drawn at random, in their order. */
function atRandom(origin: TemplateOrigin, kept: readonly Rewrite[], seed: number): Expression[] {
  const drawn = new Set(random('expand', 'random', seed).sample(kept, origin.count))
  return kept.filter((rewrite) => drawn.has(rewrite)).map((rewrite) => expressionOf(origin, rewrite))
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
