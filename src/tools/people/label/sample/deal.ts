/** A drawn item's trial, as it is dealt. */
export interface Dealt {
  /** Judgements that it takes. */
  readonly work: number
  /** Raters who labelled any of it already. */
  readonly labelledBy: ReadonlySet<string>
}

/**
 * Who is asked what. The first `overlap` items go to every rater, so that it can be told how far raters agree. Of the rest each goes
 * to one: to a rater who labelled some of it already, else to the one with the fewest judgements.
 *
 * @param items in random order: those that everybody gets are then a random part of them.
 * @param raters one at least.
 * @returns indexes of the items of each rater, in the order of the raters.
 */
export function deal(items: readonly Dealt[], raters: readonly string[], overlap: number): number[][] {
  const hands = raters.map((): number[] => [])
  const work = raters.map(() => 0)
  const give = (rater: number, index: number) => {
    hands[rater]?.push(index)
    work[rater] = (work[rater] ?? 0) + (items[index]?.work ?? 0)
  }
  for (const [index, { labelledBy }] of items.entries()) {
    if (index < overlap) {
      for (const rater of raters.keys()) give(rater, index)
      continue
    }
    const known = raters.findIndex((name) => labelledBy.has(name))
    give(known === -1 ? work.indexOf(Math.min(...work)) : known, index)
  }
  return hands
}

/** Share of the items that every rater gets where nothing else is said, and the least number of them. */
const OVERLAP = { share: 0.2, least: 5 }

/**
 * How many items go to every rater.
 *
 * @param wanted a number of items, or a share of them from 0 to 1; undefined for a fifth of them, at least 5.
 * @returns 0 for one rater, and never more than there are.
 */
export function overlapOf(
  wanted: { readonly count: number } | { readonly share: number } | undefined,
  items: number,
  raters: number,
): number {
  if (raters < 2) return 0
  if (wanted === undefined) return Math.min(items, Math.max(OVERLAP.least, Math.ceil(OVERLAP.share * items)))
  return Math.min(items, 'count' in wanted ? wanted.count : Math.ceil(wanted.share * items))
}
