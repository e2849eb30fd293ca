import { z } from 'zod'

const count = z.int().positive()
const words = z.array(z.string().min(1)).min(1)
/** Part of a text that a constraint is about; the whole text by default. Paragraphs count from 1. */
const where = { paragraph: count.optional() }

/**
 * A constraint of a writing instruction, as data. A program can check all of them but `judged`, which needs a reader. Words
 * are compared without case, texts with it.
 */
export const constraint = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('paragraphs'), count }),
  z.strictObject({ rule: z.literal('sentences'), count: count.optional(), least: count.optional(), ...where }),
  z.strictObject({ rule: z.literal('words'), least: count, most: count }),
  z.strictObject({ rule: z.literal('sentence-words'), least: count.optional(), most: count }),
  z.strictObject({ rule: z.literal('last-sentence-words'), count }),
  z.strictObject({ rule: z.literal('falling') }).describe('each sentence has fewer words than the one before'),
  z
    .strictObject({ rule: z.literal('initials'), letters: z.string().min(1) })
    .describe('first letters of the sentences; one letter for all'),
  z.strictObject({ rule: z.literal('different-starts') }).describe('no two sentences begin with the same word'),
  z.strictObject({ rule: z.literal('sentence-starts-not'), words }),
  z.strictObject({ rule: z.literal('paragraph-starts-not'), words }),
  z.strictObject({ rule: z.literal('sentence-ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('begins'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('absent'), words, ...where }),
  z.strictObject({ rule: z.literal('absent-text'), texts: words }),
  z.strictObject({ rule: z.literal('occurs'), word: z.string().min(1), count, ...where }),
  z.strictObject({ rule: z.literal('judged'), says: z.string().min(1) }),
])

/**
 * A constraint of a writing instruction.
 *
 * @internal
 */
export type Constraint = z.output<typeof constraint>
