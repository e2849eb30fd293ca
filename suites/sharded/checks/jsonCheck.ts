import { z } from 'zod'
import { valueAt } from './alignment.ts'
import type { Reading } from './reading.ts'
import { sameKeys, sameValue } from './sameValue.ts'
import { TextParts, wordsOf } from './textParts.ts'

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
type JsonCheck = z.output<typeof jsonCheckSchema>

/** Whether an answer meets it. */
export function meetsJson(check: JsonCheck, answer: Reading, { json: wanted }: Reading): boolean {
  const whole = answer.jsonAs(wanted)
  if (whole === undefined) return false
  const found = valueAt(whole, wanted, check.json)
  const { is, oneOf, exact, keys, length, anyOrder, holds } = check
  const isOne = (one: unknown) => (exact ? sameValue(found, one, exact) : names(found, one))
  if (is !== undefined && !(oneOf && Array.isArray(is) ? is.some(isOne) : sameValue(found, is, exact))) return false
  // An entry that is missing has not other keys: those of another one count.
  if (keys && !sameKeys(found ?? valueAt(whole, whole, check.json), keys)) return false
  if (length !== undefined && !(Array.isArray(found) && found.length === length)) return false
  if (anyOrder && !sameEntries(found, anyOrder)) return false
  return holds === undefined || (Array.isArray(found) && found.some((entry) => sameValue(entry, holds)))
}

/** Words that a name may have beside the one that was asked for: "routine dental check-up". */
const FEW = 3

/** Whether a value is one of several that would do, or names it in few words more. */
function names(found: unknown, one: unknown): boolean {
  if (sameValue(found, one)) return true
  if (typeof found !== 'string' || typeof one !== 'string' || /\b(?:not?|without|or|and)\b/i.test(found)) return false
  return wordsOf(found).length <= wordsOf(one).length + FEW && new TextParts(found).holds(one)
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
