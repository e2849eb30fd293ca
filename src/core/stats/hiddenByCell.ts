import { groupBy, sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import { type CombinedItem, combineTrials } from './summary/combineTrials.ts'
import { type Figure, itemMeanOf } from './summary/metric.ts'
import { exactInterval } from './wilson.ts'

/** What a unit of another cell tells beside one of its own of a cell in which all items agree: the most with which simulations hold. */
const OTHERS = 0.1
const ROUNDING = 1e-9

/**
 * How far down and up a mean over cells could be moved by one of them alone, in which all items agree: by what its few units can hide.
 * The variance that cells share does not tell it of a cell of right and wrong beside such as give parts of a point.
 */
export function hiddenByCell(figure: Figure, records: readonly ItemRecord[]): readonly [down: number, up: number] {
  const over = itemMeanOf(figure)
  if (!over || over.weigh === 'items') return [0, 0]
  const { cellOf, weigh, range } = over
  const items = [...groupBy(records, ({ item }) => item).values()].flatMap((trials) => {
    const item = combineTrials(trials)[0] as CombinedItem
    const [cell, value] = [cellOf(item), over.valueOf(item, trials)]
    return cell === undefined || value === undefined ? [] : [{ cell, value, item: item.item, clusters: trials[0]?.clusters ?? {} }]
  })
  const cells = [...groupBy(items, ({ cell }) => cell)].map(([cell, own]) => {
    const [{ value, clusters: declared }] = own as [(typeof own)[number]]
    const agree = own.every((other) => Math.abs(other.value - value) <= ROUNDING)
    const kinds = Object.keys(declared).map((kind) => new Set(own.map(({ clusters, item }) => clusters[kind] ?? item)).size)
    return { value, agree, units: Math.min(own.length, ...kinds), weight: typeof weigh === 'function' ? weigh(cell) : 1 }
  })
  const [units, weights] = [sum(cells.map((own) => own.units)), sum(cells.map((own) => own.weight))]
  const reach = (roomOf: (value: number) => number) =>
    cells.reduce((most, { value, agree, units: own, weight }) => {
      const hidden = agree ? exactInterval(0, own + OTHERS * (units - own))[1] : 0
      return Math.max(most, (hidden * weight * roomOf(value)) / weights)
    }, 0)
  return [reach((value) => value - range[0]), reach((value) => range[1] - value)]
}
