/** Percentages, and kappa. */
export function criteriaRange(key: string): readonly [number, number] {
  return key === 'kappa' ? [-1, 1] : [0, 100]
}
