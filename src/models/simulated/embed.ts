import { hashFraction } from '../../core/base/random.ts'

/** Directions of a simulated vector. */
const DIRECTIONS = 128

/**
 * A made-up vector of a text, of length 1: counts of its words, and of the beginnings of its words, each in a direction by its
 * hash. Texts with many words in common lie near one another. It knows nothing of meaning.
 */
export function simulatedVector(text: string): number[] {
  const vector = Array<number>(DIRECTIONS).fill(0)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const feature of words.flatMap((word) => [word, `${word.slice(0, 4)}*`])) {
    const at = Math.floor(hashFraction('embedder', feature) * DIRECTIONS)
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length)
}
