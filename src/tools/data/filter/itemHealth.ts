import { groupBy, type ItemRecord, isScored, itemRest, mean, totalOf } from '../../../kit.ts'

/**
 * What may be wrong with an item:
 * - `suspect`: its key may be wrong. Strong models do worse on it than weak ones, or nobody solves it.
 * - `easy`: every weak model solves it.
 * - `unscored`: it often ends without a score.
 */
export const ITEM_FLAGS = ['suspect', 'easy', 'unscored'] as const

/** A flag of an item. */
export type ItemFlag = (typeof ITEM_FLAGS)[number]

/** An item over the models. */
export type ItemHealth = ReturnType<typeof itemHealth>[number]

/** Fewest models that a correlation over models can be told from. */
export const LEAST_MODELS = 3
/** Mean score up to which nobody solves an item. Not 0: a guess or a lenient judge may give a point. */
const NOBODY = 0.1
/** Share of the models from which an item is often unscored. */
const OFTEN = 0.25
/** Rounding of sums: 1 - 0.9 is more than 0.1. */
const ROUNDING = 1e-9

/**
 * Mean, discrimination and flags of each item.
 *
 * The discrimination is the item-rest correlation over the models: {@link itemRest}.
 *
 * A wrong key gives marks to wrong answers, so that it turns a correlation r into about -r, and an item that everyone solves into
 * one that nobody solves: these are the two signs of a suspect. Items that every weak model solves are those that FB-Bench's
 * post-filter drops (FB-Bench, section 2.4).
 *
 * Takes time in proportion to items times models.
 *
 * @param weak places of the weak models.
 */
export function itemHealth(rows: readonly ItemRow[], weak: readonly number[]) {
  const correlations = itemRest(rows.map(({ scores }) => scores))
  return rows.map(({ item, task, scores, solved }, at) => {
    const scored = scores.flatMap((score, model) => (score === null || score === undefined ? [] : [{ score, model }]))
    const unscored = scores.filter((score) => score === null).length
    const discrimination = scored.length < LEAST_MODELS ? null : (correlations[at] ?? null)
    const average = scored.length === 0 ? null : mean(scored.map(({ score }) => score))
    const isTold = scored.length >= LEAST_MODELS
    const isSuspect = isTold && ((discrimination !== null && discrimination < 0) || (average ?? 1) <= NOBODY + ROUNDING)
    const isEasy = isTold && weak.length > 0 && weak.every((model) => typeof scores[model] === 'number' && solved[model] === true)
    const isOften = unscored > 0 && unscored >= OFTEN * (scored.length + unscored)
    return {
      item,
      task,
      /** Models with a score for it. */
      models: scored.length,
      /** Mean score of these models, 0 to 1; null without a score. */
      mean: average,
      /**
       * Item-rest correlation, -1 to 1; null where all models or all their other scores are alike, or where fewer than three models
       * have a score.
       */
      discrimination,
      /** Models that solved it. */
      solved: scored.filter(({ model }) => solved[model]).length,
      /** Models for which it ended without a score. */
      unscored,
      /** Models that have no record of it. */
      missing: scores.filter((score) => score === undefined).length,
      flags: ITEM_FLAGS.filter((flag) => ({ suspect: isSuspect, easy: isEasy, unscored: isOften })[flag]),
    }
  })
}

/**
 * Suspects, the most suspicious first: those that the strongest models do worst on, then those that nobody solves and that have no
 * correlation.
 */
export function suspectsOf<Item extends Pick<ItemHealth, 'flags' | 'discrimination'>>(items: readonly Item[]): Item[] {
  const suspects = items.filter(({ flags }) => flags.includes('suspect'))
  return suspects.sort((one, other) => (one.discrimination ?? 0) - (other.discrimination ?? 0))
}

/** An item with the scores of all models. */
export type ItemRow = ReturnType<typeof itemRows>[number]

/** The items of several runs of one suite, by their ids. Those that were skipped by a decision are passed over. */
export function itemRows(runs: readonly (readonly ItemRecord[])[]) {
  const begun = runs.map((records) => records.filter(({ status }) => status !== 'skipped'))
  const byRun = begun.map((records) => groupBy(records, ({ item }) => item))
  const items = [...new Set(byRun.flatMap((own) => [...own.keys()]))].sort()
  return items.map((item) => {
    const trials = byRun.map((own) => own.get(item))
    return {
      item,
      task: trials.find(Boolean)?.[0]?.task ?? '',
      /** By model: the mean over its trials, null where none was scored, undefined where the model has no record of the item. */
      scores: trials.map((own) => own && scoreOf(own)),
      /** By model: whether more than half of its scored trials passed. */
      solved: trials.map((own = []) => 2 * own.filter(({ status }) => status === 'passed').length > own.filter(isScored).length),
    }
  })
}

function scoreOf(trials: readonly ItemRecord[]): number | null {
  const scored = trials.filter(isScored)
  return scored.length === 0 ? null : mean(scored.map(totalOf))
}
