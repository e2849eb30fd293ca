import { z } from 'zod'

/** Types of suite options, which come as values from the configuration and as text from variables. */

/** Yes or no: `1` or `0` as text. */
export const flag = z.union([z.boolean(), z.enum(['0', '1']).transform((text) => text === '1')])

/** A file. A run folder that names one does not make it the user's: see {@link isFileOption}. */
export const file = z.string().min(1).meta({ holdfastFile: true })

/** Whether an option names a file. */
export function isFileOption(type: z.ZodType): boolean {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return isFileOption(type.unwrap() as z.ZodType)
  return type.meta()?.holdfastFile === true
}

/** A whole number from 1. */
export const count = whole(z.number({ error: 'expected a whole number' }).int().positive())

/** A whole number from `least` to `most`, both included. */
export function wholeNumber(least: number, most: number) {
  const error = `expected a whole number from ${least} to ${most}`
  return whole(z.number({ error }).int().min(least).max(most))
}

function whole(type: z.ZodNumber) {
  return z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), type)
}

/** A list of names out of some, commas between them as text; a name given twice counts once. */
export function listOf<Name extends string>(names: readonly [Name, ...Name[]]) {
  return list(z.enum(names))
}

/** A list of any plain names, commas between them as text. */
export const anyNames = list(z.string().regex(/^[^./\\:,][^/\\:,]*$/, 'expected plain names'))

function list<Entry extends z.ZodType<string>>(entry: Entry) {
  return z
    .preprocess((value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value), z.array(entry).nonempty())
    .transform((entries) => [...new Set(entries)])
}
