import { groupBy, sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import type { Values, Without } from './jackknife.ts'
import { type CombinedItem, combineTrials } from './summary/combineTrials.ts'
import type { Figure, Figures, MeanOfItems } from './summary/metric.ts'

/** A figure without some items, of which others stand instead. */
type Known = (gone: ReadonlySet<string>, instead: Items) => Values[string]

/** Items by their ids, each with all its trials. */
type Items = ReadonlyMap<string, readonly ItemRecord[]>

/** How far a description may be from its figure: by rounding. */
const ROUNDING = 1e-9

/**
 * The figures that are means of items, or made of such, without some items: from sums, so in next to no time. Figures that are not what
 * they are described as are left out.
 */
export function withoutItems(figures: Figures, records: readonly ItemRecord[]): Without {
  return itemSums(figures, records).without
}

/** The same, and the figures with other records of some items, all trials of each: both from the same sums, which take a while to make. */
export function itemSums(
  figures: Figures,
  records: readonly ItemRecord[],
): { readonly without: Without; readonly withOthers: (others: Items) => Values } {
  const known = knownFigures(figures, records)
  return {
    without: (some) => known(new Set([...some].map(({ item }) => item)), NONE),
    withOthers: (others) => known(new Set(others.keys()), others),
  }
}

const NONE: Items = new Map()

function knownFigures(figures: Figures, records: readonly ItemRecord[]): (...args: Parameters<Known>) => Values {
  const items = groupBy(records, ({ item }) => item)
  const known = Object.entries(figures).flatMap(([key, figure]) => {
    const own = knownOf(figure, items)
    return own ? [[key, own] as const] : []
  })
  return (gone, instead) => Object.fromEntries(known.map(([key, own]) => [key, own(gone, instead)]))
}

function knownOf(figure: Figure, items: Items): Known | undefined {
  const { mean, composed, value } = figure
  const own = composed ? composedOf(figure, items) : mean ? meanOf(figure, mean, items) : undefined
  return own && Math.abs(own(new Set(), NONE).value - value) <= ROUNDING * Math.max(1, Math.abs(value)) ? own : undefined
}

function composedOf({ composed, n }: Figure, items: Items): Known | undefined {
  const parts = composed?.parts.map((part) => knownOf(part, items)) ?? []
  // Taken for one without data, such a part would be left out of a mean.
  if (composed?.parts.some(({ value }, at) => !parts[at] && Number.isFinite(value))) return undefined
  const all = sum(composed?.parts.map((part) => part.n) ?? [])
  return (gone, instead) => {
    const left = parts.map((part) => part?.(gone, instead) ?? { value: Number.NaN, n: 0 })
    return { value: composed?.of(left.map(({ value }) => value)) ?? Number.NaN, n: (n * sum(left.map((part) => part.n))) / all }
  }
}

function meanOf({ n }: Figure, mean: MeanOfItems, items: Items): Known {
  const { weigh, countOf = () => 1 } = mean
  const places = new Map<string, Place>()
  const sums = new Map<string, { sum: number; n: number }>()
  const cells = mean.cells()
  const placeOf = (id: string, trials: readonly ItemRecord[] | undefined): Place | undefined => {
    const cell = cells.get(id)
    const item = cell !== undefined && trials ? (combineTrials(trials)[0] as CombinedItem) : undefined
    const value = item && trials && mean.valueOf(item, trials)
    // Where all items count alike, their cells do not matter.
    const own = weigh === 'items' ? '' : (cell ?? '')
    return value === undefined ? undefined : { cell: own, value, count: countOf(item as CombinedItem, trials ?? []) ?? 0 }
  }
  for (const id of cells.keys()) {
    const place = placeOf(id, items.get(id))
    if (!place) continue
    places.set(id, place)
    add(sums, place)
  }
  const all = sum([...sums.values()].map((own) => own.n))
  const weightOf = (cell: string) => (typeof weigh === 'function' ? weigh(cell) : 1)
  const over = (less: typeof sums): Values[string] => {
    let [total, weights, left] = [0, 0, 0]
    for (const [cell, own] of sums) {
      const gone = less.get(cell)
      const count = own.n - (gone?.n ?? 0)
      if (!(count > ROUNDING)) continue
      total += (weightOf(cell) * (own.sum - (gone?.sum ?? 0))) / count
      weights += weightOf(cell)
      left += count
    }
    // An item may count by several values.
    return { value: total / weights, n: (n * left) / all }
  }
  const whole = over(new Map())
  return (gone, instead) => {
    const less: typeof sums = new Map()
    for (const id of gone) {
      const place = places.get(id)
      if (place) add(less, place)
    }
    for (const [id, trials] of instead) {
      const place = placeOf(id, trials)
      if (place) add(less, place, -1)
    }
    return less.size > 0 ? over(less) : whole
  }
}

/** An item in a mean. */
interface Place {
  readonly cell: string
  readonly value: number
  readonly count: number
}

function add(sums: Map<string, { sum: number; n: number }>, { cell, value, count }: Place, times: 1 | -1 = 1): void {
  const own = sums.get(cell) ?? { sum: 0, n: 0 }
  sums.set(cell, { sum: own.sum + times * value * count, n: own.n + times * count })
}
