/** Placeholder. */
export function widenedInterval(
  value: number,
  ci95: readonly [number, number] | null,
  _units: number,
  range: readonly [number, number] | undefined,
): [number, number] | null {
  if (!ci95) return null
  const [low, high] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [Math.max(low, value - 2 * (value - ci95[0])), Math.min(high, value + 2 * (ci95[1] - value))]
}
