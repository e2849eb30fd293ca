/** A criterion's check as plain data: its pattern; null of a function. */
export type WrittenCheck = { readonly pattern: string; readonly flags: string } | null
