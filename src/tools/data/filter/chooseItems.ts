import { mean } from '../../../kit.ts'

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
  const isLeavingOut = 2 * wanted > sorted.length
  if (!isLeavingOut) {
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
interface Centred {
  readonly mean: number
  readonly values: readonly number[]
}

function centre({ scores }: ScoredItem, models: readonly number[]): Centred {
  const own = models.map((model) => scores[model] as number)
  const middle = mean(own)
  return { mean: middle, values: own.map((score) => score - middle) }
}

function meanProfile(items: readonly Centred[], models: number): number[] {
  const sums = new Array<number>(models).fill(0)
  for (const { values } of items) for (const [at, value] of values.entries()) sums[at] = (sums[at] ?? 0) + value
  return sums.map((sum) => sum / Math.max(1, items.length))
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
    const from = Math.floor((block * sorted.length) / blocks)
    const to = Math.floor(((block + 1) * sorted.length) / blocks)
    let best: Item | undefined
    let most = Number.NEGATIVE_INFINITY
    const lacking = target.map((value, at) => (block + 1) * value - (sums[at] ?? 0))
    for (let place = from; place < to; place += 1) {
      const item = sorted[place] as Item
      const gain = of(item).values.reduce((sum, value, at) => sum + value * (lacking[at] ?? 0), 0)
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
