import { mean, random, spearman } from '../../../kit.ts'
import { chooseItems, type ScoredItem } from './chooseItems.ts'

/** How well a set of items ranks models as all items do. */
export interface RankingKept {
  /** Spearman's rank correlation of the models' means over the set with those over all items; null where either ranks nobody. */
  readonly correlation: number | null
  /**
   * How well chosen items rank models that they were not chosen by: mean rank correlations over `divisions` of the models into two
   * halves. `chosen` and `random` (as many items drawn at random from all) are over the other half, `onAll` is over all models, of
   * items chosen by half of them. Null where there are fewer than six models: of fewer than three in a half no ranking can be told.
   */
  readonly others: { readonly divisions: number; readonly chosen: number; readonly random: number; readonly onAll: number } | null
}

/** Fewest models in a half. */
const LEAST_HALF = 3
const MOST_DIVISIONS = 1000
const LEAST_DIVISIONS = 20
/** Items over all divisions, beyond which fewer divisions are made: a large set should not take minutes. */
const ITEMS_IN_ALL = 600_000

/** Spearman's rank correlation, over some models, of their means on two sets of items; null where one set ranks nobody. */
export function rankCorrelation(one: readonly ScoredItem[], other: readonly ScoredItem[], models: readonly number[]): number | null {
  return spearman(meansOf(one, models), meansOf(other, models))?.r ?? null
}

/**
 * How well a set of so many items ranks the models as all items do: the models it is chosen by, and others.
 *
 * On others by two-fold cross-validation over many divisions: the models are divided into two halves, everything that leads to the
 * choice is done with one half (`poolOf` too), and the rank correlation is taken over the other half.
 *
 * @param chosen the items chosen by all models.
 * @param all items whose ranking is to be carried.
 * @param poolOf the items to choose from, as these models tell.
 */
export function rankingKept(
  chosen: readonly ScoredItem[],
  all: readonly ScoredItem[],
  poolOf: (models: readonly number[]) => readonly ScoredItem[],
  seed: number,
): RankingKept {
  const models = (all[0]?.scores ?? []).map((_, model) => model)
  const correlation = rankCorrelation(chosen, all, models)
  if (Math.floor(models.length / 2) < LEAST_HALF) return { correlation, others: null }
  const most = Math.max(LEAST_DIVISIONS, Math.min(MOST_DIVISIONS, Math.floor(ITEMS_IN_ALL / Math.max(1, all.length))))
  const found = divisions(models.length, most, seed).map(([own, others], at) => {
    const byHalf = chooseItems(poolOf(own), chosen.length, all, own)
    const drawn = random('drawn items', seed, at).sample(all, chosen.length)
    return [rankCorrelation(byHalf, all, others), rankCorrelation(drawn, all, others), rankCorrelation(byHalf, all, models)] as const
  })
  const ranked = found.filter((entry): entry is readonly [number, number, number] => entry.every((value) => value !== null))
  if (ranked.length === 0) return { correlation, others: null }
  const of = (at: 0 | 1 | 2) => mean(ranked.map((entry) => entry[at]))
  return { correlation, others: { divisions: ranked.length, chosen: of(0), random: of(1), onAll: of(2) } }
}

/** Means of models over items. Rounded, so that models whose sums differ by rounding only share a rank. */
function meansOf(items: readonly ScoredItem[], models: readonly number[]): number[] {
  return models.map((model) => Number(mean(items.map(({ scores }) => scores[model] as number)).toFixed(12)))
}

/** The models of one half and those of the other. */
type Division = readonly [own: readonly number[], others: readonly number[]]

/**
 * Divisions of models into two halves: all there are, or if those are more than `most`, so many drawn at random. Of an odd number
 * the first half has one more.
 */
export function divisions(models: number, most: number, seed: number): Division[] {
  const everyone = Array.from({ length: models }, (_, model) => model)
  const size = Math.ceil(models / 2)
  if (combinations(models, size) <= most)
    return subsets(everyone, size).map((own) => [own, everyone.filter((model) => !own.includes(model))])
  return Array.from({ length: most }, (_, at) => {
    const shuffled = random('divisions', seed, at).shuffle(everyone)
    return [shuffled.slice(0, size), shuffled.slice(size)]
  })
}

/** How many ways there are to take `size` of `count`. */
function combinations(count: number, size: number): number {
  let ways = 1
  for (let taken = 1; taken <= size; taken += 1) ways = (ways * (count - size + taken)) / taken
  return Math.round(ways)
}

function subsets(entries: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return entries.flatMap((entry, at) => subsets(entries.slice(at + 1), size - 1).map((rest) => [entry, ...rest]))
}
