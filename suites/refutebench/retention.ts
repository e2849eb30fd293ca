import { type CombinedItem, type Figure, type FigureDescription, mean, metric } from '../../src/kit.ts'
import { FOLLOWED } from './ratingNames.ts'

/** An item of one protocol and task: one a seed, so that items are independent. */
type Rated = Pick<CombinedItem, 'scores'>

/** What an item says to a share: 1, 0, or nothing. */
export type Outcome = (item: Rated) => number | undefined

/** Of an item with this rating: 1 where the objection was followed, else 0. */
export function satisfied(first: string): Outcome {
  return (item) => ratings([item], first).map(([rating]) => Number((rating as number) >= FOLLOWED))[0]
}

/** Of an item whose objection was followed at first: 1 where a later answer still follows it, else 0. One without the later rating says nothing. */
export function retained(first: string, later: string): Outcome {
  return (item) =>
    ratings([item], first, later).flatMap(([before, after]) =>
      (before as number) >= FOLLOWED ? [Number((after as number) >= FOLLOWED)] : [],
    )[0]
}

/** Mean over items of the first rating minus the last, of items that have both. */
export function pairedDifference(items: readonly Rated[], first: string, last: string, description: FigureDescription = {}): Figure {
  const differences = ratings(items, first, last).map(([before, after]) => (before as number) - (after as number))
  return metric(mean(differences), { n: differences.length, ...description })
}

/** Share of satisfied objections under which forgetting says little. */
const ENOUGH = 0.8

/** `forgetting`, with a note where so few objections were followed at first that a small figure is no merit. */
export function withNote(forgetting: Figure, { value }: Figure): Figure {
  if (!(value < ENOUGH)) return forgetting
  return {
    ...forgetting,
    note: `under ${100 * ENOUGH} % of the objections were satisfied at first, so there is little to forget; read satisfied and retained_given_satisfied`,
  }
}

/** These ratings of the items that have all of them. */
function ratings(items: readonly Rated[], ...names: readonly string[]): number[][] {
  return items.map(({ scores }) => names.map((name) => scores[name] ?? Number.NaN)).filter((found) => found.every(Number.isFinite))
}
