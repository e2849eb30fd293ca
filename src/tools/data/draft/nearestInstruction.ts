import { HoldfastError, type Neighbour, type PaidCommand } from '../../../kit.ts'

/** From this cosine on, two instructions ask nearly the same. */
const SAME: Readonly<Record<Neighbour['by'], number>> = { vectors: 0.97, words: 0.9 }

/** Words that say nothing of what an instruction is about. */
const COMMON = new Set(
  'a an and are as at be by for from how i in is it me my of on or please that the this to what with write you your'.split(' '),
)

/**
 * Makes a search for the instruction of a pool that is nearest to another one, and not nearly the same. By vectors where there is an
 * embedder; else by the words that both have, the rare ones counting more.
 *
 * @param command asks the embedder; undefined where there is none.
 */
export function nearestInstruction(
  pool: readonly string[],
  command: Pick<PaidCommand, 'embed'> | undefined,
): (instruction: string) => Promise<Neighbour> {
  const texts = [...new Set(pool.map((text) => text.trim()).filter(Boolean))]
  let embedded: Promise<readonly (readonly number[])[]> | undefined
  const byVectors = async ({ embed }: Pick<PaidCommand, 'embed'>, instruction: string) => {
    embedded ??= embed('pool', texts)
    const [[own = []], all] = await Promise.all([embed('pool', [instruction]), embedded])
    return all.map((vector) => cosine(new Map(own.entries()), new Map(vector.entries())))
  }
  const by = command ? 'vectors' : 'words'
  return async (instruction) => {
    const similarities = command ? await byVectors(command, instruction) : wordSimilarities(instruction, texts)
    const candidates = texts
      .map((text, index): Neighbour => ({ text, similarity: Math.min(1, similarities[index] ?? 0), by }))
      .filter(({ text, similarity }) => text !== instruction.trim() && similarity < SAME[by])
    const [first, ...others] = candidates
    if (!first) {
      throw new HoldfastError(
        'DATA',
        'Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.',
      )
    }
    return others.reduce((best, other) => (other.similarity > best.similarity ? other : best), first)
  }
}

/** Cosines of counts of words, each weighed by how few of the texts have it. */
function wordSimilarities(instruction: string, texts: readonly string[]): number[] {
  const counts = [instruction, ...texts].map(wordCounts)
  const having = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const weighed = counts.map(
    (count) => new Map([...count].map(([word, times]) => [word, times * Math.log(1 + counts.length / (having.get(word) ?? 1))])),
  )
  const [own = new Map<string, number>(), ...others] = weighed
  return others.map((other) => cosine(own, other))
}

function cosine<Dimension>(one: ReadonlyMap<Dimension, number>, other: ReadonlyMap<Dimension, number>): number {
  const product = [...one].reduce((sum, [dimension, value]) => sum + value * (other.get(dimension) ?? 0), 0)
  const lengths = Math.hypot(...one.values()) * Math.hypot(...other.values())
  return lengths === 0 ? 0 : product / lengths
}

function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
