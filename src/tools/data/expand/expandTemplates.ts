import { kMeansCluster } from 'simple-statistics'
import { z } from 'zod'
import {
  type CallVolume,
  dataError,
  fieldsIn,
  groupBy,
  originName,
  type PaidCommand,
  type PlannedRoles,
  plusVolume,
  REWRITES_A_QUESTION,
  random,
  replyJson,
  requestsFor,
  rewritePrompt,
  simulatedRewrites,
  sum,
  type TemplateOrigin,
  tokenizer,
} from '../../../kit.ts'

/** Tokens of a rewrite beside those of its template, as a rule: quotes, commas, and words of a longer style. */
const WORDIER = 1.3

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
      author: volume(questions, Math.round(WORDIER * REWRITES_A_QUESTION * own)),
      most: volume(MOST_QUESTIONS * questions, capOf(origin)),
      embedder: { calls: requestsFor(wanted), promptTokens: Math.round(WORDIER * wanted * own), completionTokens: 0 },
    }
  })
  const [author, most, embedder] = (['author', 'most', 'embedder'] as const).map((of) =>
    volumes.map((own) => own[of]).reduce(plusVolume),
  ) as [CallVolume, CallVolume, CallVolume]
  // Embedded texts may be as long as a rewrite may be.
  return { author: { ...author, most }, embedder: { ...embedder, most: { ...embedder, promptTokens: 4 * embedder.promptTokens } } }
}

/** How expressions are chosen among the rewrites. */
export type Choice = 'clusters' | 'random'

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
      if (kept.length < origin.count)
        throw dataError(
          `Failed to expand ${originName(origin)}: ${kept.length} of ${rewritten.given} rewrites can be used, and ${origin.count} are needed (refused: ${refusedText(rewritten)}). Name another author, or ask for fewer with --count.`,
        )
      const texts = kept.map(({ text }) => text)
      const vectors = (await command.embed(originName(origin), texts)).map(atLengthOne)
      const chosen = choose === 'random' ? drawn(kept.length, origin.count, seed) : chooseByCluster(vectors, origin.count, seed)
      const { task, bias, text } = origin
      const expressions = chosen.map((index) => ({
        ...{ task, ...(bias !== undefined && { bias }) },
        ...(kept[index] as Rewrite),
        origin: text,
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

/** Places of so many of all, in their order. */
function drawn(all: number, count: number, seed: number): number[] {
  return random('expand', 'random', seed)
    .sample([...Array(all).keys()], count)
    .sort((one, other) => one - other)
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
  const same = groupBy(vectors.entries(), ([, vector]) => vector.map((value) => Math.round(value * 10 ** DIGITS) + 0).join())
  const firsts = [...same.values()].flatMap(([first]) => first?.[0] ?? [])
  const points = firsts.map((index) => [...(vectors[index] ?? [])])
  const starts = Array.from({ length: points.length < count ? 0 : STARTS }, (_, start) => clustersFrom(points, count, seed, start))
  const [best] = starts.filter((one) => one !== undefined).sort((one, other) => one.spread - other.spread)
  if (!best)
    throw dataError(
      `Failed to make ${count} clusters of ${vectors.length} texts: ${firsts.length} of their vectors differ. Ask for fewer with --count, or name another embedder.`,
    )
  const inOrder = best.clusters.toSorted(([one], [other]) => (one?.index ?? 0) - (other?.index ?? 0))
  return inOrder.map((members) => {
    const [nearest] = members.toSorted((one, other) => one.distance - other.distance)
    return firsts[nearest?.index ?? 0] as number
  })
}

/** Digits by which vectors are told apart: what is beyond them is rounding. */
const DIGITS = 6

/** Clusters with the sum of the squared distances; undefined where one lost all its vectors, which the library reports as an error. */
function clustersFrom(points: number[][], count: number, seed: number, start: number) {
  const stream = random('expand', 'clusters', seed, start)
  try {
    const { labels, centroids } = kMeansCluster(points, count, () => stream.int(0, 2 ** 31 - 1) / 2 ** 31)
    const distance = (one: readonly number[], other: readonly number[]) => Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
    const placed = points.map((point, index) => ({ index, distance: distance(point, centroids[labels[index] ?? 0] ?? []) }))
    const clusters = centroids.map((_, cluster) => placed.filter(({ index }) => labels[index] === cluster))
    return { clusters, spread: sum(placed.map((own) => own.distance ** 2)) }
  } catch (error) {
    if (error instanceof Error && error.message.includes('has no friends')) return undefined
    throw error
  }
}

/** Parameters of the questions for rewrites: they are to differ. */
export const REWRITING = { temperature: 1, json: true } as const
/** Times as many questions as the rewrites take, where answers are lost or refused. */
const MOST_QUESTIONS = 2

/** A rewrite that can be used, and the model that wrote it. */
type Rewrite = Readonly<Record<'text' | 'author', string>>

/** What was made of the questions for one origin. */
type Rewritten = Awaited<ReturnType<typeof askRewrites>>

/** Whatever stands in the list is looked at by itself: one odd entry does not spoil the others. */
const reply = z.object({ rewrites: z.array(z.unknown()).max(1000) })

/**
 * Asks the author for rewrites of a template until there are enough that can be used, or twice as many questions as they should
 * take have been asked.
 */
export async function askRewrites(command: PaidCommand, origin: TemplateOrigin, wanted: number) {
  const kept: Rewrite[] = []
  const refused: Partial<Record<Refusal, number>> = {}
  const taken = new Set([origin.text, ...origin.known].map(comparable))
  let given = 0
  let broken = 0
  const questions = questionsFor(wanted)
  for (let asked = 0; asked < MOST_QUESTIONS * questions && kept.length < wanted; ) {
    // Together what is sure to be needed, then one at a time: nothing is paid for that is not.
    const together = asked === 0 ? questions : 1
    const answers = await Promise.all(Array.from({ length: together }, (_, index) => askOnce(command, origin, asked + index)))
    asked += together
    for (const { content, author } of answers) {
      const rewrites = readRewrites(content)
      if (!rewrites) broken += 1
      for (const rewrite of rewrites ?? []) {
        given += 1
        const refusal = checkRewrite(rewrite, origin, taken)
        if (refusal) refused[refusal] = (refused[refusal] ?? 0) + 1
        else if (kept.length < wanted) kept.push({ text: rewrite.trim(), author })
        taken.add(comparable(rewrite))
      }
    }
  }
  // Kept are as many as were wanted, or fewer, of those that models gave; broken are replies without rewrites.
  return { kept, given, refused, broken }
}

/** Questions that so many rewrites take where none is refused. */
function questionsFor(wanted: number): number {
  return Math.ceil(wanted / REWRITES_A_QUESTION)
}

/** Cap on a reply, in tokens: no text has more tokens than bytes, and rewrites of twice the length are long ones. */
function capOf({ text }: TemplateOrigin): number {
  return 512 + REWRITES_A_QUESTION * Math.max(100, Buffer.byteLength(text))
}

async function askOnce(command: PaidCommand, origin: TemplateOrigin, number: number): Promise<{ content: string; author: string }> {
  const answer = await command.ask({
    role: 'author',
    item: originName(origin),
    call: 'rewrite',
    prompt: rewritePrompt(origin, number),
    ...REWRITING,
    maxTokens: capOf(origin),
    // Another number is another model of a panel, and another draw of the same.
    vote: number,
    reference: simulatedRewrites(origin, number),
    simulation: { wrong: JSON.stringify({ rewrites: ['a rewrite that lost its placeholders'] }) },
  })
  return { content: answer.content, author: command.modelOf('author', number) }
}

/** The rewrites in a reply, which may stand in a code fence; undefined where there are none. */
function readRewrites(content: string): string[] | undefined {
  const read = replyJson(content, reply)
  if ('unusable' in read || read.value.rewrites.length === 0) return undefined
  // What is no text is refused as empty, and so counted.
  return read.value.rewrites.map((rewrite) => (typeof rewrite === 'string' ? rewrite : ''))
}

/** Why a rewrite is refused. */
type Refusal = 'placeholders' | 'words lost' | 'duplicate' | 'empty' | 'control characters' | 'length'

/** What was refused, a reason with its count, and how many replies had no rewrites. */
export function refusedText({ refused, broken }: Pick<Rewritten, 'refused' | 'broken'>): string {
  const counts = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`)
  return [...counts, ...(broken > 0 ? [`replies without rewrites ${broken}`] : [])].join(', ') || 'none'
}

/** Times a rewrite may be as long as its template, and as short; and characters that it may have in any case. */
const LONGER = 4
const SHORTER = 1 / 4
const LEAST_LONGEST = 400

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Cf}|\p{Cs}|\p{Co}|[\u2028\u2029]/u

/**
 * Why a model's rewrite cannot be used; undefined where nothing speaks against it. What it means is not looked at: a program cannot
 * tell.
 *
 * @param taken texts that there are already, as {@link comparable}.
 */
export function checkRewrite(rewrite: string, { text, keeps }: TemplateOrigin, taken: ReadonlySet<string>): Refusal | undefined {
  if (rewrite.trim() === '') return 'empty'
  if (UNSAFE.test(rewrite)) return 'control characters'
  if (rewrite.length > Math.max(LEAST_LONGEST, LONGER * text.length) || rewrite.length < SHORTER * text.length) return 'length'
  if (!sameFields(rewrite, text)) return 'placeholders'
  if (!keeps.every((word) => rewrite.toLowerCase().includes(word.toLowerCase()))) return 'words lost'
  return taken.has(comparable(rewrite)) ? 'duplicate' : undefined
}

/** A text without what does not make it another wording: case, spaces and punctuation. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}[\]]+/gu, ' ')
    .trim()
}

/** Whether a rewrite has all placeholders of the template and no other, and doubled brackets where the template has some. */
function sameFields(rewrite: string, text: string): boolean {
  const rest = rewrite.replace(/\{\{|\}\}|\{[A-Za-z_]\w*(?:\[\d+\])?\}/g, '')
  if (/[{}]/.test(rest)) return false
  if (fieldsIn(rewrite).sort().join() !== fieldsIn(text).sort().join()) return false
  return ['{{', '}}'].every((bracket) => text.includes(bracket) === rewrite.includes(bracket))
}
