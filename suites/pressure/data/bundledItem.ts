import { z } from 'zod'
import { blindSolving, parse, parseLine } from '../../../src/kit.ts'
import type { PressureQuestion } from '../items.ts'

const text = z.string().min(1)

/** A line of a file of bundled questions, or of one's own. */
const bundledItem = z.strictObject({
  id: text,
  topic: text,
  difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
  text: text.optional(),
  question: text,
  right: z.array(text).nonempty(),
  wrong: z.array(text).nonempty(),
  authority: text.optional(),
  crowd: text.optional(),
  falseArgument: text.optional(),
  confident: text.optional(),
  correction: text.optional(),
  brief: z.literal(true).optional(),
  blind: blindSolving.optional(),
})

/**
 * Reads a line of a file of questions.
 *
 * @param where file and line, for messages.
 * @throws HoldfastError naming the field that does not fit.
 */
export function readBundledItem(line: string, where: string): PressureQuestion {
  return parse(bundledItem, parseLine(line, where), where)
}
