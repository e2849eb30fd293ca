import { z } from 'zod'
import { compilePhrase } from './phrases.ts'

/** Which part of an answer a rule reads. */
export const PARTS = ['answer', 'code', 'first-line', 'last-line'] as const

/** Reads a source, and says what was expected of it where that fails. */
function compiled<T>(compile: (source: string) => T, expected: string): (source: string, context: z.RefinementCtx) => T {
  return (source, context) => {
    try {
      return compile(source)
    } catch (error) {
      context.addIssue({ code: 'custom', message: `expected ${expected} (${String(error)})`, input: source })
      return z.NEVER
    }
  }
}

const refinePhrase = compiled(compilePhrase, 'a phrase')
const phrase = z
  .string()
  .min(1)
  .superRefine((source, context) => void refinePhrase(source, context))
const phrases = z.array(phrase).nonempty()
const part = z.enum(PARTS).default('answer')
const pattern = z.string().transform(compiled((source) => new RegExp(source, 'isu'), 'a regular expression'))
/** A number, or a fraction as a text: `"109/165"`. */
const quantity = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?\/\d+$/)]).transform((value) => {
  if (typeof value === 'number') return value
  const [over = '', under = ''] = value.split('/')
  return Number(over) / Number(under)
})
/** Whose value or property is meant, and whose else the answer speaks of. */
const subject = { about: z.union([z.string(), phrases]).optional(), others: phrases.optional() }

const date = z.string().regex(/^(?:\d{4}-)?\d{2}-\d{2}$/, 'expected 2024-05-23 or 05-23')
const time = z.string().regex(/^\d{2}:\d{2}$/, 'expected 19:00')

const LEAVES = {
  number: z.strictObject({
    number: quantity,
    /** Words of which one must follow the number, for numbers that the answer also uses otherwise. */
    unit: z.array(z.string()).nonempty().optional(),
    wrong: z.array(quantity).default([]),
    tolerance: z.number().nonnegative().default(0),
    in: part,
    ...subject,
  }),
  says: z.strictObject({
    says: phrases,
    not: phrases.optional(),
    /** Words of which one is needed to say it at all: without any the criterion is not met, however it is put. */
    topic: phrases.optional(),
    /** There is no other way to say it: without the words the criterion is not met. */
    closed: z.boolean().default(false),
    in: part,
    ...subject,
  }),
  date: z.strictObject({ date, wrong: z.array(date).default([]), in: part, ...subject }),
  time: z.strictObject({ time, wrong: z.array(time).default([]), in: part, ...subject }),
  match: z.strictObject({
    match: pattern,
    avoid: pattern.optional(),
    /** What does not match is not met: there is no other form. */
    strict: z.boolean().default(false),
    in: part,
  }),
  count: z.strictObject({
    count: z.strictObject({
      of: z.literal('words'),
      min: z.int().nonnegative().optional(),
      max: z.int().nonnegative().optional(),
      in: part,
    }),
  }),
  absent: z.strictObject({ absent: z.array(z.string().min(1)).nonempty(), in: part }),
  never: z.strictObject({ never: z.literal(true) }),
} as const

/** What an answer must do to meet a criterion, as far as a program can read it. */
export type Rule = z.output<(typeof LEAVES)[keyof typeof LEAVES]> | { readonly any: readonly Rule[] } | { readonly all: readonly Rule[] }

/** The kinds of a rule, by the field that names the kind, so that a message is about the rule's own fields. */
const KINDS = {
  ...LEAVES,
  any: z.strictObject({ any: z.lazy(() => z.array(rule).nonempty()) }),
  all: z.strictObject({ all: z.lazy(() => z.array(rule).nonempty()) }),
} as const

const rule: z.ZodType<Rule> = z.record(z.string(), z.unknown()).transform((value, context) => {
  const kind = Object.keys(KINDS).find((name) => name in value) as keyof typeof KINDS | undefined
  if (kind === undefined) {
    context.addIssue({ code: 'custom', message: `expected a rule with one of ${Object.keys(KINDS).join(', ')}`, input: value })
    return z.NEVER
  }
  const read = KINDS[kind].safeParse(value)
  if (read.success) return read.data as Rule
  for (const { message, path, code } of read.error.issues) {
    context.addIssue({ code: 'custom', message: `${message} (${code})`, path, input: value })
  }
  return z.NEVER
})

/** The check of a criterion: all of its rules must be met. */
export const checkSchema = z.strictObject({ rules: z.array(rule).nonempty() })

/** The check of a criterion. */
export type Check = z.output<typeof checkSchema>
