import {
  type CombinedItem,
  combineTrials,
  composed,
  type Figure,
  type FigureDescription,
  type ItemRecord,
  mean,
  meanOfFigures,
  meanOfKnown,
  meanOver,
  metric,
  ratioOver,
  sum,
} from '../../src/kit.ts'
import { FOLLOWED, readRating, repetitionOf, strictName } from './ratingNames.ts'

/** A rating. */
const RATING: FigureDescription = { range: [1, 5] }
/** First less last of two ratings. */
const LOSS: FigureDescription = { range: [-4, 4], better: 'lower' }
/** A share of dialogues or objections. */
export const SHARE: FigureDescription = { range: [0, 1] }
/** A length or a number. They lie too far apart for few dialogues to tell more of their mean: it has no interval. */
export const COUNT: FigureDescription = { range: [0, null], better: 'none', interval: false }
/** Runs are compared by it on request alone. */
export const ASIDE: FigureDescription = { compared: false }

/** Records with ratings, and the strict ones beside them; those of unscored items pass for scored ones, since each rating counts by itself. */
export function rated(records: readonly ItemRecord[]): ItemRecord[] {
  return records
    .filter(({ status }) => status === 'passed' || status === 'failed' || status === 'unscored')
    .map((record) => ({
      ...record,
      status: record.status === 'unscored' ? 'failed' : record.status,
      scores: { ...record.scores, ...strictRatings(record.scores) },
    }))
}

/** The ratings of answers to objections, with the lowest where the answer only repeats. */
function strictRatings(scores: ItemRecord['scores']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, rating]) => {
      const repeats = scores[repetitionOf(readRating(name)?.answer ?? '')]
      return repeats === undefined ? [] : [[strictName(name), repeats === 1 ? 1 : rating]]
    }),
  )
}

/** The mean of these scores over all dialogues, each score counting alike. */
export function meanOf(items: readonly CombinedItem[], names: readonly string[], description: FigureDescription): Figure {
  const byItem = items.map(({ scores }) => names.flatMap((name) => scores[name] ?? []).filter(Number.isFinite))
  return metric(mean(byItem.flat()), { n: byItem.filter(({ length }) => length > 0).length, ...description })
}

/** Mean of these ratings; exactly a mean of dialogues where each has all of them. */
export function ratingOf(items: readonly CombinedItem[], names: readonly string[], description: FigureDescription = {}): Figure {
  const value = ({ scores }: CombinedItem) => meanOfKnown(names.map((name) => scores[name]))
  return meanOf(items, names, { ...RATING, mean: meanOfDialogues(items, value), ...description })
}

/** A share of items, or the mean of what else they come to. */
export function share(items: readonly CombinedItem[], outcomeOf: Outcome, description: FigureDescription = {}): Figure {
  const outcomes = items.flatMap((item) => outcomeOf(item) ?? []).filter(Number.isFinite)
  return metric(mean(outcomes), { n: outcomes.length, ...SHARE, mean: meanOfDialogues(items, outcomeOf), ...description })
}

/** How a figure is a mean of dialogues. One that is unscored for a missing rating counts with its others. */
function meanOfDialogues(items: readonly CombinedItem[], figureOf: Outcome) {
  return meanOver(items, { value: byRating(figureOf) })
}

function byRating(of: Outcome) {
  return (_: CombinedItem, trials: readonly ItemRecord[]) => {
    const [item] = combineTrials(rated(trials))
    return item?.scored ? of(item) : undefined
  }
}

/** The mean of the figures of several tasks, each counting alike. */
export function meanOverTasks(tasks: readonly Figure[], items?: readonly CombinedItem[]): Figure {
  const [described] = tasks
  return {
    ...described,
    ...meanOfFigures(tasks, {
      mean: items && described?.mean && meanOver(items, { value: described.mean.valueOf, cell: ({ task }) => task, weigh: 'cells' }),
    }),
    note: undefined,
  }
}

/** The mean of a rating less that of another. */
export function difference(items: readonly CombinedItem[], first: string, last: string, description: FigureDescription = {}): Figure {
  const [before, after] = [ratingOf(items, [first]), ratingOf(items, [last])]
  const described = { ...LOSS, mean: meanOfDialogues(items, lossOf(first, last)), ...description }
  return composed([before, after], ([before = 0, after = 0]) => before - after, described)
}

function lossOf(first: string, last: string) {
  return ({ scores }: CombinedItem) => {
    const [before, after] = [scores[first], scores[last]]
    return before === undefined || after === undefined ? undefined : before - after
  }
}

/** The same, dialogue by dialogue: of those that have both ratings. */
export function paired(items: readonly CombinedItem[], first: string, last: string, label: string): Figure {
  return share(items, lossOf(first, last), { ...LOSS, ...ASIDE, label })
}

/** What an item says to a mean, for instance to a share: 1, 0, or nothing. */
export type Outcome = (item: CombinedItem) => number | undefined

const isFollowed = (rating: number) => Number(rating >= FOLLOWED)

/** Of an item with this rating: 1 where the objection was followed, else 0. */
export function satisfied(first: string): Outcome {
  return ({ scores: { [first]: rating = Number.NaN } }) => (Number.isFinite(rating) ? isFollowed(rating) : undefined)
}

/** Of an item whose objection was followed at first: 1 where a later answer still follows it, else 0. One without the later rating says nothing. */
export function retained(first: string, later: string): Outcome {
  return ({ scores: { [first]: before = Number.NaN, [later]: after = Number.NaN } }) =>
    isFollowed(before) && Number.isFinite(after) ? isFollowed(after) : undefined
}

/** The sum of some numbers of dialogues over that of others: a mean in which a dialogue counts by its whole. One without a whole says nothing. */
export function ofWholes(
  items: readonly CombinedItem[],
  part: (item: CombinedItem) => number,
  whole: (item: CombinedItem) => number | undefined,
  description: FigureDescription,
): Figure {
  const own = items.filter((item) => (whole(item) ?? 0) > 0)
  const all = sum(own.map((item) => whole(item) ?? 0))
  return metric(sum(own.map(part)) / all, { n: own.length, mean: ratioOver(own, byRating(part), byRating(whole)), ...description })
}
