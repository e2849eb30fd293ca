import { groupBy } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { Metric } from '../../core/format/scoresDocument.ts'
import type { UnlikeRun } from '../../deciding/compare/comparedRun.ts'
import type { RankedRun, Ranking } from '../../deciding/compare/ranking.ts'
import { FLOOR } from '../../deciding/headline.ts'

/** Which runs should not be held against the first one, a sentence a reason. @param labelOf what people read in place of a run's name. */
export function unlikeTexts(unlike: readonly UnlikeRun[] | undefined, labelOf: (name: string) => string = (name) => name): string[] {
  return [...groupBy(unlike ?? [], ({ why }) => why)].map(
    ([why, runs]) =>
      `NOT ALIKE: ${runs.map(({ name }) => labelOf(name)).join('; ')} against ${labelOf(runs[0]?.from ?? '')}: made with ${why}.`,
  )
}

/** What the values of a ranking and its places are of, where runs have other items; nothing where all have the same. @param what a run is called. */
export function otherItemsTexts(
  ranking: Pick<Ranking, 'shared'> & { readonly runs: readonly Pick<RankedRun, 'items'>[] },
  what: 'run' | 'model',
): string[] {
  const items = ranking.runs.map((run) => run.items)
  const [least, most] = [Math.min(...items), Math.max(...items)]
  if (ranking.shared[0] >= most) return []
  // A number, or the fewest to the most.
  const shared = [...new Set(ranking.shared)].map((count) => count.toLocaleString('en')).join(' to ')
  const own = least === most ? `each ${what} has` : `the ${what}s have ${least.toLocaleString('en')} to`
  return [
    `NOT THE SAME ITEMS: ${own} ${counted(most, 'scored item')}, and two of them share ${shared}. A value is of a ${what}'s own items; places are of the items that two share.`,
  ]
}

/**
 * Which runs have no more in a suite than its floor, by what they are called: then better and worse say little.
 * @param what what the suite says that its floor is.
 */
export function floorTexts(
  suite: string,
  runs: readonly (readonly [name: string, metric: Metric | undefined])[],
  what: string = FLOOR,
): string[] {
  const low = runs.flatMap(([name, metric]) => {
    if (metric?.floor === undefined) return []
    const { value, floor, better } = metric
    return (better === 'lower' ? value < floor : value > floor) ? [] : [`${name} (floor ${Number(floor.toPrecision(3))})`]
  })
  return low.length === 0 ? [] : [`At the floor of ${suite} or below, ${what}: ${low.join(', ')}.`]
}
