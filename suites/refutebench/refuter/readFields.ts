import { z } from 'zod'
import { type Answer, imitates, type Parsed, replyJson } from '../../../src/kit.ts'

/**
 * What a judge says in a JSON object, or why it cannot be used. Where what it was shown names one of the fields, its reply
 * may have no others beside them.
 */
export function readFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  { content }: Pick<Answer, 'content'>,
  shown: readonly string[],
): Parsed<z.output<z.ZodObject<Shape>>> {
  const likeField = new RegExp(Object.keys(shape).join('|'), 'i')
  return replyJson(content, (imitates(likeField, shown) ? z.strictObject(shape) : z.object(shape)) as z.ZodObject<Shape>)
}
