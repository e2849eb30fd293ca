/** Scores are shares of full marks; an instability has no upper end. */
export function lifbenchRange(key: string): readonly [number, number] {
  return key.startsWith('ifs.') ? [0, Number.POSITIVE_INFINITY] : [0, 1]
}
