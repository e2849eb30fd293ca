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
  return async (instruction) => {
    const by = command ? 'vectors' : 'words'
    const vectorsOf = command ? (embedding: readonly string[]) => command.embed('pool', embedding) : undefined
    if (vectorsOf) embedded ??= vectorsOf(texts)
    const similarities = vectorsOf && embedded ? await byVectors(instruction, embedded, vectorsOf) : wordSimilarities(instruction, texts)
    const candidates = texts
      .map((text, index) => ({ text, similarity: Math.min(1, similarities[index] ?? 0), by }) as const)
      .filter(({ text, similarity }) => text !== instruction.trim() && similarity < SAME[by])
    const [first, ...others] = candidates
    if (!first) {
      throw new HoldfastError(
        'DATA',
        'Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.',
      )
    }
    return others.reduce((best, other) => (other.similarity > best.similarity ? other : best), first as Neighbour)
  }
}

async function byVectors(
  instruction: string,
  embedded: Promise<readonly (readonly number[])[]>,
  vectorsOf: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>,
): Promise<number[]> {
  const [[own = []], all] = await Promise.all([vectorsOf([instruction]), embedded])
  return all.map((vector) => cosine(own, vector))
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
  const lengths = Math.hypot(...one) * Math.hypot(...other)
  return lengths === 0 ? 0 : product / lengths
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
  const length = (vector: ReadonlyMap<string, number>) => Math.hypot(...vector.values())
  return others.map((other) => {
    const product = [...own].reduce((sum, [word, value]) => sum + value * (other.get(word) ?? 0), 0)
    const lengths = length(own) * length(other)
    return lengths === 0 ? 0 : product / lengths
  })
}

function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
