import { z } from 'zod'
import { compilePhrase } from './phrases.ts'

/** Which part of an answer a rule reads. */
export const PARTS = ['answer', 'prose', 'code', 'quoted', 'first-line', 'last-line'] as const

const phrases = z.array(z.string().min(1).superRefine(refinePhrase)).nonempty()
const part = z.enum(PARTS).default('answer')
const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'isu')
  } catch (error) {
    context.addIssue({ code: 'custom', message: `expected a regular expression (${String(error)})`, input: source })
    return z.NEVER
  }
})
/** A number, or a fraction as a text: `"109/165"`. */
const quantity = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?\/\d+$/)]).transform((value) => {
  if (typeof value === 'number') return value
  const [over = '', under = ''] = value.split('/')
  return Number(over) / Number(under)
})
/** Whose value or property is meant, and whose else the answer speaks of. */
const subject = { about: z.union([z.string(), phrases]).optional(), others: phrases.optional() }

const numberRule = z.strictObject({
  number: quantity,
  /** Words of which one must follow the number, for numbers that the answer also uses otherwise. */
  unit: z.array(z.string()).nonempty().optional(),
  wrong: z.array(quantity).default([]),
  tolerance: z.number().nonnegative().default(0),
  in: part,
  ...subject,
})
const saysRule = z.strictObject({
  says: phrases,
  not: phrases.optional(),
  /** Words of which one is needed to say it at all: without any the criterion is not met, however it is put. */
  topic: phrases.optional(),
  /** There is no other way to say it: without the words the criterion is not met. */
  closed: z.boolean().default(false),
  in: part,
  ...subject,
})
const dateRule = z.strictObject({
  date: z.string().regex(/^(?:\d{4}-)?\d{2}-\d{2}$/, 'expected 2024-05-23 or 05-23'),
  wrong: z.array(z.string().regex(/^(?:\d{4}-)?\d{2}-\d{2}$/)).default([]),
  in: part,
  ...subject,
})
const timeRule = z.strictObject({
  time: z.string().regex(/^\d{2}:\d{2}$/, 'expected 19:00'),
  wrong: z.array(z.string().regex(/^\d{2}:\d{2}$/)).default([]),
  in: part,
  ...subject,
})
const matchRule = z.strictObject({
  match: pattern,
  avoid: pattern.optional(),
  /** What does not match is not met: there is no other form. */
  strict: z.boolean().default(false),
  in: part,
})
const countRule = z.strictObject({
  count: z.strictObject({
    of: z
      .string()
      .regex(
        /^(?:words|characters|sentences|lines|letter:.+|word:.+)$/,
        'expected words, characters, sentences, lines, letter:… or word:…',
      ),
    min: z.int().nonnegative().optional(),
    max: z.int().nonnegative().optional(),
    in: part,
  }),
})
const absentRule = z.strictObject({ absent: z.array(z.string().min(1)).nonempty(), in: part })
const neverRule = z.strictObject({ never: z.literal(true) })

/** What an answer must do to meet a criterion, as far as a program can read it. */
export type Rule =
  | z.output<typeof numberRule>
  | z.output<typeof saysRule>
  | z.output<typeof dateRule>
  | z.output<typeof timeRule>
  | z.output<typeof matchRule>
  | z.output<typeof countRule>
  | z.output<typeof absentRule>
  | z.output<typeof neverRule>
  | { readonly any: readonly Rule[] }
  | { readonly all: readonly Rule[] }

/** The kinds of a rule, by the field that names the kind, so that a message is about the rule's own fields. */
const KINDS = {
  number: numberRule,
  says: saysRule,
  date: dateRule,
  time: timeRule,
  match: matchRule,
  count: countRule,
  absent: absentRule,
  never: neverRule,
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

function refinePhrase(source: string, context: z.RefinementCtx): void {
  try {
    compilePhrase(source)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `expected a phrase (${String(error)})`, input: source })
  }
}
