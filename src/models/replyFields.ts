import { z } from 'zod'

/** Tokens of one reply: no endpoint takes or gives so many. */
export const tokenCount = z.number().nonnegative().max(1e9)

/** A name of a model, a build or a reason, which is not longer than it can be shown. */
export const shortText = z.string().max(300)

/** Any text. */
export const anyText = z.string()

/** What is read of a reply, field by field: one that is of another kind than it should be is left out, and named. */
export class ReplyFields {
  readonly #malformed = new Set<string>()

  /** The value of a field; undefined where it is missing, null, or not of this schema. */
  read<T>(schema: z.ZodType<T>, value: unknown, name: string): T | undefined {
    if (value === undefined || value === null) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    this.#malformed.add(name)
    return undefined
  }

  /** The objects of a list; what is no list of objects is left out. */
  objects(value: unknown, name: string): Readonly<Record<string, unknown>>[] {
    if (value === undefined || value === null) return []
    const list = Array.isArray(value) ? value : [value]
    const objects = list.filter(isObject)
    if (objects.length < list.length || !Array.isArray(value)) this.#malformed.add(name)
    return Array.isArray(value) ? objects : []
  }

  /** The fields that were left out, as part of an answer. */
  get told(): { readonly malformed?: readonly string[] } {
    return this.#malformed.size > 0 ? { malformed: [...this.#malformed] } : {}
  }
}

/** An object's fields; those of nothing where it is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
