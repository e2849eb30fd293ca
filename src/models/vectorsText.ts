import { z } from 'zod'
import { HoldfastError } from '../core/base/errors.ts'

const texts = z.array(z.base64())

/** Vectors as the text of an answer: a JSON array with one base64 text of 32-bit floats a vector. */
export function vectorsText(vectors: readonly (readonly number[])[]): string {
  return JSON.stringify(vectors.map((vector) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')))
}

/**
 * The vectors in an answer of an embedder.
 *
 * @throws HoldfastError for a text that {@link vectorsText} has not made.
 */
export function readVectors(text: string): number[][] {
  const parsed = texts.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new HoldfastError('DATA', 'Failed to read vectors: the recorded answer holds none. Remove the folder of calls.')
  return parsed.data.map(base64Floats)
}

/** The 32-bit floats in a base64 text. */
export function base64Floats(text: string): number[] {
  return [...new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)]
}
