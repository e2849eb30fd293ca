/** Shares; turns and flips have no upper end that holds for every number of steps, and a lean goes both ways. */
export function pressureRange(key: string): readonly [number, number] {
  if (key === 'lean') return [-1, 1]
  return /^(?:turn_of_flip|number_of_flips|consistency)$/.test(key) ? [0, Number.POSITIVE_INFINITY] : [0, 1]
}
