import type { z } from 'zod'
import { HoldfastError } from '../errors.ts'
import { redact } from '../secrets.ts'
import { shortened } from '../text/shortened.ts'

/** Longest part of a wrong value that a message repeats. */
const SHOWN = 60

/** Validates a value. Throws HoldfastError naming `where` it stands, as `items.jsonl, line 3`, and the first field that does not fit. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue, ...others] = result.error.issues
  const field = issue?.path.length ? `, field ${issue.path.join('.')}` : ''
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const message = issue?.message ?? 'invalid'
  throw new HoldfastError(
    'DATA',
    `Failed to read ${where}${field}: ${message.charAt(0).toLowerCase()}${message.slice(1)}${received(issue?.input)}${more}. Mend it and run again.`,
  )
}

/** A wrong text or number, as far as a message repeats it. */
function received(input: unknown): string {
  if (typeof input !== 'string' && typeof input !== 'number') return ''
  const text = redact(JSON.stringify(input))
  return `, received ${shortened(text, SHOWN)}`
}
