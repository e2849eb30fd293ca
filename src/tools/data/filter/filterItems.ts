import { counted, dataError, didYouMean, mean, usageError } from '../../../kit.ts'
import { chooseItems, rankingKept, type ScoredItem } from './chooseItems.ts'
import { type ItemFlag, type ItemHealth, type ItemRow, itemHealth } from './itemHealth.ts'

/** A model whose run is filtered by. */
export interface FilterModel {
  readonly model: string
  /** As the user named the run. */
  readonly run: string
  readonly simulated: boolean
}

/** What is filtered. */
export interface FilterInput {
  readonly rows: readonly ItemRow[]
  readonly models: readonly FilterModel[]
}

/** How it is filtered. */
export interface FilterOptions {
  /** Names of the weak models. Default: the lower half by mean. */
  readonly weak?: readonly string[] | undefined
  /** Items with one of these flags are dropped. Default: those that are easy or often unscored; with `keep` none. */
  readonly drop?: readonly ItemFlag[] | undefined
  /** How many of the items to keep, or below 1 which share of all items. Default: all that are not dropped. */
  readonly keep?: number | undefined
  /** Of the random divisions of the models. */
  readonly seed: number
}

/** What became of the items. */
export type Filtered = ReturnType<typeof filterItems>

/** Flags that items are dropped for unasked. A suspect is for a person to read. */
const DROPPED: readonly ItemFlag[] = ['easy', 'unscored']

/**
 * Flags items and chooses those to keep.
 *
 * @throws HoldfastError for names of weak models that do not fit, and for more items to keep than are left.
 */
export function filterItems({ rows, models }: FilterInput, { weak: names, drop: asked, keep, seed }: FilterOptions) {
  // A set that ranks the models as all items do must have easy items among it, as all items have.
  const drop = asked ?? (keep === undefined ? DROPPED : [])
  const everyone = models.map((_, model) => model)
  const named = names && namedModels(names, models)
  const { means, weak, health } = healthBy(rows, everyone, named)
  const stays = (own: ItemHealth | undefined) => !own?.flags.some((flag) => drop.includes(flag))
  const left = new Set(health.filter(stays).map(({ item }) => item))
  const complete = rows.filter((row): row is ItemRow & ScoredItem => row.scores.every((score) => typeof score === 'number'))
  const pool = complete.filter(({ item }) => left.has(item))
  const size = keep === undefined ? 0 : countOf(keep, rows.length)
  if (size > pool.length)
    throw dataError(
      `Failed to keep ${counted(size, 'item')}: of ${rows.length.toLocaleString('en')} there are ${pool.length.toLocaleString('en')} that every model has a score for and that are not dropped. Keep at most so many, or drop less with --drop.`,
    )
  const chosen = chooseItems(pool, size, complete, everyone)
  const kept = keep === undefined ? left : new Set(chosen.map(({ item }) => item))
  const poolOf = (some: readonly number[]) => {
    if (drop.length === 0) return complete
    const { health: own } = healthBy(complete, some, named)
    return complete.filter((_, at) => stays(own[at]))
  }
  const ranking = chosen.length === 0 ? null : { items: chosen.length, of: rows.length, ...rankingKept(chosen, complete, poolOf, seed) }
  const count = (flag: ItemFlag) => health.filter(({ flags }) => flags.includes(flag)).length
  return {
    models: models.map((model, at) => ({
      ...model,
      mean: means[at] ?? 0,
      scored: rows.filter(({ scores }) => typeof scores[at] === 'number').length,
      weak: weak.includes(at),
    })),
    items: health.map((item) => ({ ...item, kept: kept.has(item.item) })),
    /** Items by flag. An item may have several. */
    flagged: { suspect: count('suspect'), easy: count('easy'), unscored: count('unscored') },
    /** Whether a number of items to keep was given, which were then chosen. */
    chosen: keep !== undefined,
    /** Flags that items were dropped for. */
    drop,
    /** Items that some run has no record of. */
    missing: health.filter(({ missing }) => missing > 0).length,
    /** Items that every model has a score for: models are ranked by these. */
    complete: complete.length,
    kept: kept.size,
    /** How well the kept items rank the models, where their number was given; else null. */
    ranking,
  }
}

/** How items do by the scores of some models alone, and which of these are weak, by their places. */
function healthBy(rows: readonly ItemRow[], some: readonly number[], named: readonly number[] | undefined) {
  const own = rows.map((row) => ({
    ...row,
    scores: some.map((model) => row.scores[model]),
    solved: some.map((model) => row.solved[model] === true),
  }))
  const means = modelMeans(own, some.length)
  const weak = named ? some.flatMap((model, at) => (named.includes(model) ? [at] : [])) : lowerHalf(means)
  return { means, weak, health: itemHealth(own, weak) }
}

function countOf(keep: number, items: number): number {
  return keep < 1 ? Math.max(1, Math.floor(keep * items)) : keep
}

/** Mean score of each model over the items that it has a score for; NaN for a model without one. */
export function modelMeans(rows: readonly ItemRow[], models: number): number[] {
  return Array.from({ length: models }, (_, model) => mean(rows.flatMap(({ scores }) => scores[model] ?? [])))
}

/** The lower half of the models by their means, without the middle one of an odd number. By place, in order. */
export function lowerHalf(means: readonly number[]): number[] {
  const order = means.map((_, model) => model).sort((one, other) => (means[one] ?? 0) - (means[other] ?? 0) || one - other)
  return order.slice(0, Math.floor(means.length / 2)).sort((one, other) => one - other)
}

/**
 * The models of these names.
 *
 * @param names of models or runs.
 * @throws HoldfastError for a name that no model has, and where no model is left that is not weak.
 */
export function namedModels(names: readonly string[], models: readonly Omit<FilterModel, 'simulated'>[]): number[] {
  const found = names.flatMap((name) => {
    const own = models.flatMap(({ model, run }, at) => (model === name || run === name ? [at] : []))
    if (own.length > 0) return own
    const known = [...new Set(models.map(({ model }) => model))]
    throw usageError(
      `Failed to find the model ${JSON.stringify(name)} of --weak: no run is of it.${didYouMean(name, known)} Models: ${known.join(', ')}.`,
    )
  })
  const weak = [...new Set(found)].sort((one, other) => one - other)
  if (weak.length === models.length)
    throw usageError('Failed to take the models of --weak: they are all models there are. Leave the strong ones out.')
  return weak
}
