/** Rates, and counts of what was skipped or in conflict. */
export function refutebench1Range(key: string): readonly [number, number] {
  return /(?:FA|RR)$/.test(key) || key.endsWith('RR_given_FA') ? [0, 1] : [0, Number.POSITIVE_INFINITY]
}
