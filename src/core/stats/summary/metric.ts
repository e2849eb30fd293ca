import { sum } from '../../base/collections.ts'
import { mean } from '../../base/mean.ts'
import type { ItemRecord } from '../../format/records.ts'
import type { Metric, Metrics } from '../../format/scoresDocument.ts'
import type { Ends } from '../metricInterval.ts'
import type { CombinedItem } from './combineTrials.ts'

/** An item as it is known before it runs. */
export type PlacedItem = Pick<ItemRecord, 'item' | 'task' | 'tags'>

/** A metric as weighted mean of the items' values: how far it can still move is known, so gates on it can be decided early. */
export interface ItemMean {
  /** Cell that an item falls in, from what is known before it runs; undefined where the metric leaves the item out. */
  readonly cellOf: (item: PlacedItem) => string | undefined
  /** Weight of a cell in the metric: `items` counts every item alike, `cells` every cell that has items. */
  readonly weigh: 'items' | 'cells' | ((cell: string) => number)
  /** The item's value on the metric's scale, trials averaged, undefined for none; `trials` are all, the item's only the scored ones. */
  readonly valueOf: (item: CombinedItem, trials: readonly ItemRecord[]) => number | undefined
  /** Lowest and highest value that an item can have. */
  readonly range: readonly [number, number]
  /** Whether a value may lie above that all the same, by a quirk of the metric's rules. */
  readonly open?: boolean | undefined
}

/** How a figure is a weighted mean of values that its items have each. Made by {@link meanOver}. */
export interface MeanOfItems extends Pick<ItemMean, 'valueOf' | 'weigh'> {
  /** How often an item's value counts within its cell, where that is told by how it went: such a figure is not decided early. Default: once. */
  readonly countOf?: ItemMean['valueOf'] | undefined
  /** Cells by the id of the item. */
  readonly cells: () => ReadonlyMap<string, string>
}

/** How values of items make a figure. */
export interface MeanOptions<Item> {
  /** The item's value on the figure's own scale, its trials averaged; undefined where it has none. Default: its total. */
  readonly value?: ItemMean['valueOf'] | undefined
  /** Cell of an item, by what is known before it runs: what it is averaged with first. Default: all items are in one. */
  readonly cell?: ((item: Item) => string) | undefined
  /** How often an item's value counts within its cell, over 0. Default: once. */
  readonly count?: ItemMean['valueOf'] | undefined
  /** What a cell counts in the mean. Default: as many items as it has; `cells`: each the same. */
  readonly weigh?: ItemMean['weigh'] | undefined
}

/** Says that a figure is a weighted mean over items ({@link ItemMean}), so that gates on it can be decided before the last item. */
export function meanOver<Item extends Pick<PlacedItem, 'item'>>(items: readonly Item[], options: MeanOptions<Item> = {}): MeanOfItems {
  const { value = totalOf, cell = () => 'all', weigh = 'items', count } = options
  // Summaries run hundreds of times, and this is asked once.
  return { cells: () => new Map(items.map((item) => [item.item, cell(item)])), valueOf: value, weigh, countOf: count }
}

/** Says that a figure is the sum of some numbers of items over that of others: each counts by its whole. An item without one says nothing. */
export function ratioOver<Item extends Pick<PlacedItem, 'item'>>(
  items: readonly Item[],
  part: ItemMean['valueOf'],
  whole: ItemMean['valueOf'],
): MeanOfItems {
  return meanOver(items, {
    value: (item, trials) => {
      const all = whole(item, trials) ?? 0
      return all > 0 ? (part(item, trials) ?? 0) / all : undefined
    },
    count: whole,
  })
}

function totalOf({ scored, scores }: CombinedItem): number | undefined {
  return scored ? scores.total : undefined
}

/** How a figure is made of others. Made by {@link composed}. */
export interface Composition {
  readonly parts: readonly Figure[]
  /** The figure from the values of its parts: continuous, and of each part rising or falling. It may leave out those that are NaN. */
  readonly of: (values: readonly number[]) => number
}

/** What is said of a figure where it is computed. */
export interface FigureDescription
  extends Pick<Metric, 'label' | 'range' | 'better' | 'compared' | 'common' | 'stands' | 'group' | 'part' | 'floor' | 'note'> {
  /** Whether it may exceed the highest value all the same, by a quirk of its rules. */
  readonly open?: boolean | undefined
  /** The suite is read by it first; with the decimals it is shown with, what it counts in a word or two, and which values are good, where that is not what the suite says of itself. */
  readonly headline?: { readonly digits: number; readonly unit?: string | undefined; readonly good?: string | undefined } | undefined
  /** Why it has no data, where it has none: for instance `0 of 6 answers were right before pressure`. */
  readonly none?: string | undefined
  /** How it is a mean of items, where it is: see {@link meanOver}. */
  readonly mean?: MeanOfItems | undefined
  /** The figures that it is made of, where it is: its interval is as wide as theirs make it. */
  readonly composed?: Composition | undefined
  /** False where samples say nothing of how far it may be off: a count, or what sampling alone moves to one side. */
  readonly interval?: false | undefined
}

/** A figure of a summary: a metric with what is known of it. */
export type Figure = Metric & FigureDescription

/** Figures by the keys of their metrics. One without data is NaN, and is described all the same. */
export type Figures = Readonly<Record<string, Figure>>

/** A figure of one's own summary: over all scored items where it does not say how many. */
export type OwnFigure = Omit<Figure, 'n' | 'ci95'> & Partial<Pick<Figure, 'n' | 'ci95'>>

/**
 * A figure, with what is said of it: how it is called, what it can be, which way it is good, how it is a mean of items. Everything that
 * shows, compares or gates the figure goes by this.
 *
 * @example metric(wrong / all, { label: 'wrong answers, share', range: [0, 1], better: 'lower' })
 */
export function metric(value: number, description: FigureDescription & { readonly n: number }): Figure
export function metric(value: number, description?: FigureDescription & { readonly n?: number }): OwnFigure
export function metric(value: number, description: FigureDescription & { readonly n?: number } = {}): OwnFigure {
  return { value, ci95: null, ...description }
}

/** The mean of a score over the items that have it, times a scale, for instance 100 for percent. */
export function scoreMean(
  items: readonly CombinedItem[],
  score: string,
  description: FigureDescription & { n?: number },
  scale = 1,
): Figure {
  const values = items.flatMap(({ scored, scores }) => (scored ? (scores[score] ?? []) : []))
  const value = ({ scored, scores }: CombinedItem) => (scored && scores[score] !== undefined ? scale * scores[score] : undefined)
  return metric(scale * mean(values), { n: values.length, mean: meanOver(items, { value }), ...description })
}

/**
 * Figures of the items that have a value of a tag, value by value, as `<tag>.<value>.<name>`: a group of which runs are compared by none
 * unless asked.
 * @param values in the order of the figures; by default all there are, sorted.
 */
export function byTag<Item extends Pick<PlacedItem, 'tags'>>(
  items: readonly Item[],
  tag: string,
  figuresOf: (own: readonly Item[], value: string) => Figures,
  values?: readonly string[],
): Figures {
  const valuesOf = ({ tags }: Item) => [tags[tag] ?? []].flat().map(String)
  const figures = (values ?? [...new Set(items.flatMap(valuesOf))].sort()).flatMap((value) => {
    const own = items.filter((item) => valuesOf(item).includes(value))
    const named = own.length === 0 ? [] : Object.entries(figuresOf(own, value))
    return named.map(([name, figure]) => [`${tag}.${value}.${name}`, { compared: false, group: tag, part: value, ...figure }] as const)
  })
  return Object.fromEntries(figures)
}

/** A figure made of others, for instance their ratio or difference: it rests on as many items as the part that has the fewest. It has an interval where all of them have. */
export function composed(
  parts: readonly Figure[],
  of: Composition['of'],
  description: FigureDescription & { readonly n?: number } = {},
): Figure {
  const n = parts.length === 0 ? 0 : Math.min(...parts.map((part) => part.n))
  const none = parts.find((part) => !Number.isFinite(part.value))?.none
  return metric(of(parts.map(({ value }) => value)), { n, none, composed: { parts, of }, ...description })
}

/**
 * The mean of several figures, each counting alike. One without data is left out. Which have none may depend on the answers, so the interval
 * reaches over all that these could be.
 */
export function meanOfFigures(parts: readonly Figure[], description: FigureDescription & { readonly n?: number } = {}): Figure {
  const known = (values: readonly number[]) => mean(values.filter(Number.isFinite))
  return composed(parts, known, { n: sum(parts.map(({ n }) => n)), none: undefined, ...description })
}

/** Lowest and highest value of a figure; undefined where it does not say. */
export function endsOf(figure: Pick<Figure, 'range' | 'open'> | undefined): Ends {
  if (!figure?.range) return undefined
  const [low, high] = [figure.range[0] ?? Number.NEGATIVE_INFINITY, figure.range[1] ?? Number.POSITIVE_INFINITY]
  return figure.open ? [low, high, 'open'] : [low, high]
}

/** Whether a smaller figure is the better one. */
export function isLower(figure: Pick<Metric, 'better'> | undefined): boolean {
  return figure?.better === 'lower'
}

/** How a figure is a mean of items, complete; undefined where it is none, or the ends of its scale are not known. */
export function itemMeanOf(figure: Figure | undefined): ItemMean | undefined {
  const [low, high] = figure?.range ?? [null, null]
  if (!figure?.mean || figure.mean.countOf || low === null || high === null) return undefined
  const { mean } = figure
  const cells = mean.cells()
  return { cellOf: ({ item }) => cells.get(item), weigh: mean.weigh, valueOf: mean.valueOf, range: [low, high], open: figure.open }
}

/** Figures once more under `prefix.key`, with what is said of them otherwise. The suite is not read by them first. */
export function renamed(figures: Figures, prefix: string, describe: (figure: Figure, key: string) => FigureDescription): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([key, { headline: _headline, ...figure }]) => [
      `${prefix}.${key}`,
      { ...figure, ...describe(figure, key) },
    ]),
  )
}

/** The figures that have data. */
export function withoutNaN<F extends Metric>(figures: Readonly<Record<string, F>>): Record<string, F> {
  return Object.fromEntries(Object.entries(figures).filter(([, { value }]) => Number.isFinite(value)))
}

/** Figures as scores.json has them: plain data, each with a name, a range and a direction. */
export function plainMetrics(figures: Figures): Metrics {
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => {
      const { open: _open, headline: _headline, none: _none, mean: _mean, composed: _composed, interval: _interval, ...plain } = figure
      return [key, { ...plain, label: figure.label ?? key, range: figure.range ?? [null, null], better: figure.better ?? 'higher' }]
    }),
  )
}
