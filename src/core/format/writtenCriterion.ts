/** A criterion as plain data: its weight, and the pattern that decides it; null of a function, none where a judge does. */
export interface WrittenCriterion {
  readonly weight: number
  readonly check?: { readonly pattern: string; readonly flags: string } | null | undefined
}
