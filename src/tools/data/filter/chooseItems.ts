import { combinations, factorial } from 'simple-statistics'
import { mean, random, spearman, sum } from '../../../kit.ts'

/** An item that every model has a score for. */
export interface ScoredItem {
  readonly item: string
  readonly task: string
  /** By model. */
  readonly scores: readonly number[]
}

/**
 * Chooses items whose scores rank models as all items do.
 *
 * The items are sorted by task and by difficulty and cut into as many blocks as items are wanted, and of each block one is taken:
 * a systematic stratified sample (Cochran, Sampling Techniques, 1977, section 8.3), so that every task and every difficulty keeps
 * its share. Within a block it is the item that says most of what is still missing: with d the differences between the models over
 * all items, times the number of blocks so far, less those over the items taken so far, it is the one with the greatest sum of
 * products x_m d_m over the models m, where x is the item's scores less their mean. So the differences between models add up to
 * what they are on all items. The nearest item by distance would not do: it would mostly be one on which all models score alike.
 * Above half of the items, those to leave out are chosen so.
 *
 * Items are not taken by their discrimination. Chosen by one half of twelve recorded models, the most discriminating items ranked
 * the other half worse than items drawn at random did.
 *
 * Takes time in proportion to items times models, but for the sorting.
 *
 * @param pool items to choose from.
 * @param count how many, at most the pool.
 * @param all items whose ranking is to be carried.
 * @param models places of the models to choose by.
 */
export function chooseItems<Item extends ScoredItem>(
  pool: readonly Item[],
  count: number,
  all: readonly ScoredItem[],
  models: readonly number[],
): Item[] {
  const centred = new Map<ScoredItem, Centred>()
  for (const item of [...all, ...pool]) if (!centred.has(item)) centred.set(item, centre(item, models))
  const of = (item: ScoredItem) => centred.get(item) as Centred
  const sorted = [...pool].sort(
    (one, other) => compareTexts(one.task, other.task) || of(one).mean - of(other).mean || compareTexts(one.item, other.item),
  )
  const wanted = Math.max(0, Math.min(count, sorted.length))
  const whole = meanProfile(all.map(of), models.length)
  if (2 * wanted <= sorted.length) {
    const chosen = onePerBlock(sorted, wanted, whole, of)
    return pool.filter((item) => chosen.has(item))
  }
  // What is left has the profile of all where what goes has what the pool has too much of.
  const goes = sorted.length - wanted
  const inPool = meanProfile(sorted.map(of), models.length)
  const target = inPool.map((value, at) => (sorted.length * value - wanted * (whole[at] ?? 0)) / Math.max(1, goes))
  const left = onePerBlock(sorted, goes, target, of)
  return pool.filter((item) => !left.has(item))
}

/** Scores less their mean over the models. */
type Centred = ReturnType<typeof centre>

function centre({ scores }: ScoredItem, models: readonly number[]) {
  const own = models.map((model) => scores[model] as number)
  const middle = mean(own)
  return { mean: middle, values: own.map((score) => score - middle) }
}

function meanProfile(items: readonly Centred[], models: number): number[] {
  return Array.from({ length: models }, (_, at) => sum(items.map(({ values }) => values[at] ?? 0)) / Math.max(1, items.length))
}

function onePerBlock<Item extends ScoredItem>(
  sorted: readonly Item[],
  blocks: number,
  target: readonly number[],
  of: (item: Item) => Centred,
): Set<Item> {
  const chosen = new Set<Item>()
  const sums = target.map(() => 0)
  for (let block = 0; block < blocks; block += 1) {
    const [from, to] = [block, block + 1].map((end) => Math.floor((end * sorted.length) / blocks))
    const lacking = target.map((value, at) => (block + 1) * value - (sums[at] ?? 0))
    let best: Item | undefined
    let most = Number.NEGATIVE_INFINITY
    for (const item of sorted.slice(from, to)) {
      const gain = sum(of(item).values.map((value, at) => value * (lacking[at] ?? 0)))
      // By more than rounding: the choice must not hang on the order of a sum.
      if (best !== undefined && !(gain > most + 1e-12)) continue
      best = item
      most = gain
    }
    if (best === undefined) continue
    chosen.add(best)
    for (const [at, value] of of(best).values.entries()) sums[at] = (sums[at] ?? 0) + value
  }
  return chosen
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
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
) {
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
  return {
    /** Spearman's rank correlation of the models' means over the set with those over all items; null where either ranks nobody. */
    correlation,
    /**
     * How well chosen items rank models that they were not chosen by: mean rank correlations over `divisions` of the models into two
     * halves. `chosen` and `random` (as many items drawn at random from all) are over the other half, `onAll` is over all models, of
     * items chosen by half of them. Null where there are fewer than six models: of fewer than three in a half no ranking can be told.
     */
    others: { divisions: ranked.length, chosen: of(0), random: of(1), onAll: of(2) },
  }
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
  // Of very many models this is no number, and some are drawn.
  if (factorial(models) / (factorial(size) * factorial(models - size)) <= most)
    return combinations(everyone, size).map((own) => [own, everyone.filter((model) => !own.includes(model))])
  return Array.from({ length: most }, (_, at) => {
    const shuffled = random('divisions', seed, at).shuffle(everyone)
    return [shuffled.slice(0, size), shuffled.slice(size)]
  })
}
