import { HoldfastError } from '../base/errors.ts'
import { incompleteBeta } from './studentT.ts'

/** One cell of a grid: how many of its items went well. */
export interface CellCount {
  readonly cell: string
  readonly successes: number
  readonly items: number
}

/** The worst cell of a grid that was searched for it. */
export interface WorstCell extends CellCount {
  /** Share of its items that went well, 0 to 1. It was chosen for being low, and so is too low in expectation (the winner's curse). */
  readonly share: number
  /**
   * Holds the cell's true share in at least 95 % of searches, as those of all cells hold theirs at once (Bonferroni's inequality). One
   * of 95 % for the cell alone would not: see Benjamini, Hechtlinger and Stark, Confidence intervals for selected parameters, 2019.
   */
  readonly simultaneous: readonly [number, number]
}

/**
 * The exact interval of a share (Clopper and Pearson, 1934). On items that the cell was not chosen by (sample splitting: Cox, A note on
 * data-splitting for the evaluation of significance levels, 1975) it holds the true share in at least `level` of all cases.
 *
 * @param level 0 to 1.
 */
export function exactShare({ successes, items }: Pick<CellCount, 'successes' | 'items'>, level = 0.95): [number, number] {
  const tail = (1 - level) / 2
  const low = successes === 0 ? 0 : crossing((share) => incompleteBeta(share, successes, items - successes + 1) >= tail)
  const high = successes === items ? 1 : crossing((share) => incompleteBeta(share, successes + 1, items - successes) >= 1 - tail)
  return [low, high]
}

/**
 * The cell with the lowest share; of equal ones that with more items, then the first.
 *
 * @throws HoldfastError where no cell has items.
 */
export function worstCell(cells: readonly CellCount[], level = 0.95): WorstCell {
  const counted = cells.filter(({ items }) => items > 0)
  const [worst] = counted.toSorted((one, other) => one.successes / one.items - other.successes / other.items || other.items - one.items)
  if (!worst) throw new HoldfastError('DATA', 'Failed to find the worst cell: no cell has items. Run more items.')
  const simultaneous = exactShare(worst, 1 - (1 - level) / counted.length)
  return { ...worst, share: worst.successes / worst.items, simultaneous }
}

/** The least share from which on something holds, by halving. */
function crossing(holds: (share: number) => boolean): number {
  let [below, above] = [0, 1]
  for (let step = 0; step < 60; step += 1) {
    const middle = (below + above) / 2
    if (holds(middle)) above = middle
    else below = middle
  }
  return (below + above) / 2
}
