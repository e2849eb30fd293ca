import type { z } from 'zod'
import { dataError } from '../errors.ts'
import { redact } from '../secrets.ts'
import { didYouMean } from '../text/nearest.ts'
import { shortened } from '../text/singleLine.ts'

/** Longest part of a wrong value that a message repeats. */
const SHOWN = 60

/** Most keys that a message lists. */
const LISTED = 12

/** Validates a value. Throws HoldfastError naming `where` it stands, as `items.jsonl, line 3`, and the first field that does not fit. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue, ...others] = result.error.issues
  const field = issue?.path.length ? `, field ${issue.path.join('.')}` : ''
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const message = issue?.message ?? 'invalid'
  throw dataError(
    `Failed to read ${where}${field}: ${message.charAt(0).toLowerCase()}${message.slice(1)}${received(issue?.input)}${more}.${meant(schema, issue)} Mend it and run again.`,
  )
}

/** The key that was meant by one that there is not, as a question; where none is near, those there are, if they are few. */
function meant(schema: z.ZodType, issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'unrecognized_keys') return ''
  const keys = Object.keys(issue.path.reduce(stepInto, plain(schema)).shape ?? {})
  const near = didYouMean(issue.keys[0] ?? '', keys)
  return near || keys.length === 0 || keys.length > LISTED ? near : ` The keys are ${keys.join(', ')}.`
}

/** What a schema may be made of, by zod's own names. */
interface SchemaParts {
  readonly shape?: Readonly<Record<PropertyKey, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly valueType?: z.ZodType
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

/** A schema without what is wrapped round it: defaults, transforms, and that it may be absent. */
function plain(schema: z.ZodType | undefined): SchemaParts {
  const parts = (schema?.def ?? {}) as SchemaParts
  const inner = [parts.innerType, parts.in, parts.out].find((one) => one && one.def.type !== 'transform')
  return inner ? plain(inner) : parts
}

function stepInto({ shape, catchall, valueType, element }: SchemaParts, key: PropertyKey): SchemaParts {
  return plain(shape?.[key] ?? catchall ?? valueType ?? element)
}

/** A wrong text or number, as far as a message repeats it. */
function received(input: unknown): string {
  if (typeof input !== 'string' && typeof input !== 'number') return ''
  const text = redact(JSON.stringify(input))
  return `, received ${shortened(text, SHOWN)}`
}
