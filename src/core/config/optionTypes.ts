import { z } from 'zod'
import { messageOf } from '../base/errors.ts'

/** Types of options, which come as values from the configuration and as text from variables. */

/** The type, which reads a text too. A text that cannot be read stays one, and the type refuses it. */
function alsoOfText<Type extends z.ZodType>(type: Type, read: (text: string, context: z.RefinementCtx) => unknown) {
  const both = z.preprocess((value, context) => (typeof value === 'string' ? read(value, context) : value), type)
  return both as unknown as z.ZodType<z.output<Type>, z.input<Type>>
}

/** Yes or no: `1` or `0` as text. */
export const flag = alsoOfText(z.boolean({ error: 'expected true or false, or 1 or 0 as text' }), (text) =>
  text === '1' ? true : text === '0' ? false : text,
)

/** A file. A run folder that names one does not make it the user's: see {@link isFileOption}. */
export const file = z.string().min(1).meta({ holdfastFile: true })

/** Whether an option names a file. */
export function isFileOption(type: z.ZodType): boolean {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return isFileOption(type.unwrap() as z.ZodType)
  return type.meta()?.holdfastFile === true
}

/** A whole number from 1. */
export const count = whole(z.number({ error: 'expected a whole number' }).int().positive())

/** A whole number from 0. */
export const fromZero = whole(z.number({ error: 'expected a whole number' }).int().nonnegative())

/** A whole number from `least` to `most`, both included. */
export function wholeNumber(least: number, most: number) {
  return whole(
    z
      .number({ error: `expected a whole number from ${least} to ${most}` })
      .int()
      .min(least)
      .max(most),
  )
}

function whole(type: z.ZodNumber) {
  return alsoOfText(type, (text) => (/^\d+$/.test(text) ? Number(text) : text))
}

/** An amount over 0. */
export const amount = decimal(z.number({ error: 'expected a number' }).positive())

/** Seconds, 0 among them. */
export const seconds = decimal(z.number({ error: 'expected a number' }).nonnegative())

/** A share, 0 to 1. */
export const share = decimal(z.number({ error: 'expected a number from 0 to 1' }).min(0).max(1))

function decimal(type: z.ZodNumber) {
  return alsoOfText(type, (text) => (/^\d*\.?\d+(?:e[+-]\d+)?$/.test(text) ? Number(text) : text))
}

/** The type, of which a text is JSON. Declared as that type itself: written out, its index signature would be an error in users' projects. */
export function orJson<Type extends z.ZodType>(type: Type): Type {
  const ofText: z.ZodType = alsoOfText(type, (text, context) => {
    try {
      return JSON.parse(text, (name, value: unknown) => {
        if (name === '__proto__') throw new SyntaxError('__proto__ is a name that JavaScript uses itself')
        return value
      })
    } catch (error) {
      context.addIssue({ code: 'custom', message: `expected JSON (${messageOf(error)})`, input: text })
      return z.NEVER
    }
  })
  return ofText as Type
}

/** A list of names out of some, commas between them as text; a name given twice counts once. */
export function listOf<Name extends string>(names: readonly [Name, ...Name[]]) {
  return list(z.enum(names))
}

/** A list of any plain names, commas between them as text. */
export const anyNames = list(z.string().regex(/^[^./\\:,][^/\\:,]*$/, 'expected plain names'))

function list<Entry extends z.ZodType<string>>(entry: Entry) {
  return alsoOfText(z.array(entry).nonempty(), (text) => text.split(',').map((name) => name.trim())).transform((entries) => [
    ...new Set(entries),
  ])
}
