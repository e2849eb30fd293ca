import { z } from 'zod'
import { parsePythonJson } from '../../../src/base/python/json.ts'
import type { Parsed } from '../../../src/judges/askJudge.ts'
import { imitates } from '../../../src/judges/imitation.ts'
import type { Answer } from '../../../src/models/transport.ts'

/**
 * What a judge says in a JSON object, or why it cannot be used. Where what it was shown names one of the fields, its reply
 * may have no others beside them.
 */
export function readFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  { content }: Pick<Answer, 'content'>,
  shown: readonly string[],
): Parsed<z.output<z.ZodObject<Shape>>> {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { unusable: 'it is not one JSON object' }
  }
  if (parsePythonJson(content)?.repeatsKey !== false) return { unusable: 'an object in it has a key twice' }
  const likeField = new RegExp(Object.keys(shape).join('|'), 'i')
  const parsed = (imitates(likeField, shown) ? z.strictObject(shape) : z.object(shape)).safeParse(value)
  return parsed.success
    ? { value: parsed.data as unknown as z.output<z.ZodObject<Shape>> }
    : { unusable: 'it does not have the form asked for' }
}
