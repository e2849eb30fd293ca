import { z } from 'zod'

/** The set that a certificate without a name of one is of. */
export const LLMBAR = 'llmbar'

/** Longest name of a set: it is part of a file's name. */
const LONGEST = 80

/** Name of a set that judges are measured on, other than LLMBar: it is part of a file's name, whatever the system. */
export const judgeSet: z.ZodString = z
  .string()
  .max(LONGEST)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'expected small letters, digits, dots, dashes and underscores')

/** A text as the name of a set; `set` where nothing of it can stand in one. */
export function setName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[._-]+|[._-]+$/g, '')
  return name === '' ? 'set' : name
}
