/**
 * A sample of fixed size in which each entry has exactly its own chance: the chances are laid end to end, and an entry is drawn where
 * one of the points start, start + 1, start + 2 … falls into its part (Madow, 1949). The start is to be drawn evenly from 0 to 1, and
 * the list to be in random order: else entries that stand near each other were never drawn together. Of a handful of entries some
 * two may never be. That does not matter for a total, whose weights are the chances of single entries.
 *
 * @param chances above 0 and at most 1, with a whole sum.
 * @param start from 0 to below 1, a multiple of 2^-31: from finer ones rounding could lose an entry.
 * @returns indexes of what is drawn, as many as the chances sum to, in order.
 */
export function systematicSample(chances: readonly number[], start: number): number[] {
  const drawn: number[] = []
  const uncertain = chances.flatMap((chance, index) => (chance < 1 ? [index] : []))
  const certain = chances.flatMap((chance, index) => (chance < 1 ? [] : [index]))
  const whole = Math.round(uncertain.reduce((sum, index) => sum + (chances[index] as number), 0))
  let [end, points] = [0, 0]
  for (const [at, index] of uncertain.entries()) {
    // The last ends at the whole number, and none before it behind that, whatever rounding made of the sum.
    end = at === uncertain.length - 1 ? whole : Math.min(whole, end + (chances[index] as number))
    // A part is shorter than 1, so that two points in it are rounding too: the second is then in the next.
    if (Math.ceil(end - start) <= points) continue
    drawn.push(index)
    points += 1
  }
  return [...certain, ...drawn].sort((one, other) => one - other)
}
