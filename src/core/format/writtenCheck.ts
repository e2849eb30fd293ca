/** A criterion's check as plain data: its pattern; null of a function. */
export type WrittenCheck = { readonly pattern: string; readonly flags: string } | null

/** A check as plain data. */
export function writtenCheck(check: unknown): WrittenCheck {
  return check instanceof RegExp ? { pattern: check.source, flags: check.flags } : null
}
