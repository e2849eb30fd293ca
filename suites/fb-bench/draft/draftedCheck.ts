import { z } from 'zod'
import { draftLine } from '../../../src/kit.ts'
import { decide } from '../check/decide.ts'
import { checkSchema } from '../check/schema.ts'

/** Plain words: no sign that a phrase of a check gives a meaning to. */
const words = draftLine.refine(
  (text) => /^[\p{L}\p{N}](?:[\p{L}\p{N} '’-]*[\p{L}\p{N}])?$/u.test(text),
  'it holds more than letters and digits',
)

/** What an author may say of how a program finds out whether a criterion is met. */
export const draftedCheck = z.strictObject({
  number: z.number().optional(),
  wrongNumbers: z.array(z.number()).max(5).optional(),
  says: z.array(words).min(1).max(8).optional(),
  not: z.array(words).min(1).max(8).optional(),
})

type Input = z.input<typeof checkSchema>

/** No program can tell: a judge has to. */
const NEVER: Input = { rules: [{ never: true }] }

/**
 * The check of a drafted criterion. What the author proposes counts only where it finds the criterion met by the reference answer, and
 * not by the answer that is to be told from it; else no program can tell.
 */
export function checkOf(proposed: z.output<typeof draftedCheck> | undefined, reference: string, other: string): Input {
  const { number, wrongNumbers = [], says, not } = proposed ?? {}
  const rules = [
    ...(number === undefined ? [] : [{ number, ...(wrongNumbers.length > 0 && { wrong: wrongNumbers }) }]),
    ...(says === undefined ? [] : [{ says, ...(not && { not }) }]),
  ]
  const check = checkSchema.safeParse({ rules })
  if (!check.success) return NEVER
  return decide(check.data, reference) === 'met' && decide(check.data, other) !== 'met' ? { rules } : NEVER
}
