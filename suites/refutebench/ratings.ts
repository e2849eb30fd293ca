import { z } from 'zod'
import { type Answer, imitates, type Parsed, replyJson, UnscoredError } from '../../src/kit.ts'

/**
 * Waits for all questions: the answers, and at the places of those without a usable reply their errors.
 *
 * @throws the first error of another kind.
 */
export async function askAll<T>(asked: readonly Promise<T>[]): Promise<{ readonly answers: T[]; readonly failures: unknown[] }> {
  const results = await Promise.allSettled(asked)
  const failures = results.map((result): unknown => (result.status === 'rejected' ? result.reason : undefined))
  const other = failures.find((error) => error !== undefined && !(error instanceof UnscoredError))
  if (other !== undefined) throw other
  return { answers: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), failures }
}

/**
 * Makes all ratings of an item, each whether or not another one fails: a rating that no usable reply gave leaves its own
 * metric only.
 *
 * @throws UnscoredError when one that the item's threshold needs has no usable reply.
 */
export async function rateAll(needed: readonly (() => Promise<void>)[], others: readonly (() => Promise<void>)[]): Promise<void> {
  const { failures } = await askAll([...needed, ...others].map((rate) => rate()))
  const missing = failures.slice(0, needed.length).find((error) => error !== undefined)
  if (missing !== undefined) throw missing
}

/**
 * What a judge says in a JSON object, or why it cannot be used. Where what it was shown names one of the fields, its reply
 * may have no others beside them.
 */
export function readFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  { content }: Pick<Answer, 'content'>,
  shown: readonly string[],
): Parsed<z.output<z.ZodObject<Shape>>> {
  const isImitated = imitates(new RegExp(Object.keys(shape).join('|'), 'i'), shown)
  return replyJson(content, (isImitated ? z.strictObject(shape) : z.object(shape)) as z.ZodObject<Shape>, isImitated)
}
