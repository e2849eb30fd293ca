import type { z } from 'zod'
import { HoldfastError } from '../errors.ts'
import { redact } from '../secrets.ts'

/** Longest part of a wrong value that a message repeats. */
const SHOWN = 60

/**
 * Validates a value, naming where it stands if it does not fit.
 *
 * @param where for instance `items.jsonl, line 3`.
 * @throws HoldfastError with the first field that does not fit.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.length ? `, field ${issue.path.join('.')}` : ''
  const more = result.error.issues.length > 1 ? ` (and ${result.error.issues.length - 1} more)` : ''
  const received =
    issue && 'input' in issue && (typeof issue.input === 'string' || typeof issue.input === 'number')
      ? `, received ${shorten(redact(JSON.stringify(issue.input)))}`
      : ''
  throw new HoldfastError(
    'DATA',
    `Failed to read ${where}${field}: ${lowerFirst(issue?.message ?? 'invalid')}${received}${more}. Mend it and run again.`,
  )
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
