/** Holm's step-down correction (1979), in the order given: those under 0.05 are wrong in at most 5 % of all families. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p)
  const adjusted = new Array<number>(pValues.length)
  let most = 0
  for (const [rank, { p, index }] of order.entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - rank) * p))
    adjusted[index] = most
  }
  return adjusted
}

/** Tests the one at place `first` by itself, the others by {@link holm}: each is wrong in at most 5 %, and the first pays for no other. */
export function holmAfter(pValues: readonly number[], first: number | undefined): number[] {
  if (first === undefined) return holm(pValues)
  const others = holm(pValues.filter((_, at) => at !== first))
  return pValues.map((p, at) => (at === first ? p : (others[at < first ? at : at - 1] as number)))
}
