import { z } from 'zod'
import type { Reading } from './reading.ts'
import { sameKeys, sameValue } from './sameValue.ts'

/** A demand on the JSON of an answer, at a path such as `arguments.0.name`; the empty path is all of it. */
export const jsonCheckSchema = z.strictObject({
  json: z.string(),
  /** The value there; with `oneOf`, one of these. */
  is: z.json().optional(),
  oneOf: z.literal(true).optional(),
  /** Texts must be the same letter by letter. */
  exact: z.literal(true).optional(),
  /** An object with exactly these keys. */
  keys: z.array(z.string()).nonempty().optional(),
  /** An array of so many entries. */
  length: z.number().int().nonnegative().optional(),
  /** An array of these entries, in any order. */
  anyOrder: z.array(z.json()).optional(),
  /** An array that has this entry. */
  holds: z.json().optional(),
})

/** A demand on the JSON of an answer. */
export type JsonCheck = z.output<typeof jsonCheckSchema>

/** Whether an answer meets it. */
export function meetsJson(check: JsonCheck, { json: whole }: Reading): boolean {
  if (whole === undefined) return false
  const found = at(whole, check.json)
  const { is, oneOf, exact, keys, length, anyOrder, holds } = check
  if (is !== undefined && !(oneOf && Array.isArray(is) ? is.some((one) => sameValue(found, one, exact)) : sameValue(found, is, exact)))
    return false
  if (keys && !sameKeys(found, keys)) return false
  if (length !== undefined && !(Array.isArray(found) && found.length === length)) return false
  if (anyOrder && !sameEntries(found, anyOrder)) return false
  return holds === undefined || (Array.isArray(found) && found.some((entry) => sameValue(entry, holds)))
}

/** What stands at a path; undefined where it leads nowhere. */
function at(value: unknown, path: string): unknown {
  if (path === '') return value
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

function sameEntries(found: unknown, wanted: readonly unknown[]): boolean {
  if (!Array.isArray(found) || found.length !== wanted.length) return false
  const left: unknown[] = [...found]
  return wanted.every((entry) => {
    const index = left.findIndex((one) => sameValue(one, entry))
    if (index === -1) return false
    left.splice(index, 1)
    return true
  })
}
