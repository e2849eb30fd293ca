import { z } from 'zod'
import { readJson } from '../../core/base/data/readJson.ts'

/** What a file of expressions says it is. */
export const EXPRESSIONS_SCHEMA = 'holdfast.expressions/1'

const expression = z.looseObject({
  task: z.string().min(1),
  bias: z.union([z.literal(1), z.literal(-1)]).optional(),
  text: z.string().min(1),
  /** False for one that a person has refused. */
  use: z.boolean().default(true),
})

const expressionsFile = z.looseObject({
  schema: z.literal(EXPRESSIONS_SCHEMA),
  suite: z.string(),
  /** Where they come from; none in a file that a person wrote. */
  made: z.looseObject({ simulated: z.boolean() }).optional(),
  expressions: z.array(expression).min(1),
})

/** What a suite reads of a file of expressions. */
export type ExpressionsFile = z.output<typeof expressionsFile>

/**
 * Reads a file of expressions, as `holdfast data expand` writes it and people mend it.
 *
 * @throws HoldfastError naming file and field.
 */
export function readExpressionsFile(path: string): ExpressionsFile {
  return readJson(path, expressionsFile)
}
