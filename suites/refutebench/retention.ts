import { type CombinedItem, type Figure, type FigureDescription, mean, metric } from '../../src/kit.ts'
import { FOLLOWED } from './ratingNames.ts'

/** An item of one protocol and task: one a seed, so that items are independent. */
type Rated = Pick<CombinedItem, 'scores'>

/** Per item with this rating: 1 where the objection was followed, else 0. */
export function satisfied(items: readonly Rated[], first: string): number[] {
  return ratings(items, first).map(([rating]) => Number((rating as number) >= FOLLOWED))
}

/** Per item whose objection was followed at first: 1 where a later answer still follows it, else 0. An item without the later rating is left out. */
export function retained(items: readonly Rated[], first: string, later: string): number[] {
  return ratings(items, first, later).flatMap(([before, after]) =>
    (before as number) >= FOLLOWED ? [Number((after as number) >= FOLLOWED)] : [],
  )
}

/** A share of items. */
export function share(outcomes: readonly number[], description: FigureDescription = {}): Figure {
  return metric(mean(outcomes), { n: outcomes.length, range: [0, 1], ...description })
}

/** The mean of the shares of several tasks, each task counting alike. */
export function shareOverTasks(tasks: readonly (readonly number[])[], description: FigureDescription): Figure {
  const known = tasks.filter((outcomes) => outcomes.length > 0)
  return metric(mean(known.map(mean)), { n: known.reduce((sum, { length }) => sum + length, 0), range: [0, 1], ...description })
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
