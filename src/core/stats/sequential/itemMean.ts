import type { ItemRecord } from '../../format/records.ts'
import type { CombinedItem } from '../summary/combineTrials.ts'

/** An item as it is known before it runs. */
export type PlacedItem = Pick<ItemRecord, 'item' | 'task' | 'tags'>

/**
 * A metric that is a weighted mean of values which items have each, so that items that ran say how far the whole run's figure can
 * still move. Gates on such metrics can be decided early; those on others wait for the last item.
 */
export interface ItemMean {
  /** Cell that an item falls in, from what is known before it runs; undefined where the metric leaves the item out. */
  readonly cellOf: (item: PlacedItem) => string | undefined
  /** Weight of a cell in the metric: `items` counts every item alike, `cells` every cell that has items. */
  readonly weigh: 'items' | 'cells' | ((cell: string) => number)
  /**
   * The item's value on the metric's own scale, its trials averaged; undefined where it has none. Of the trials only the scored ones
   * are in the item, and all are beside it.
   */
  readonly valueOf: (item: CombinedItem, trials: readonly ItemRecord[]) => number | undefined
  /** Lowest and highest value that an item can have. */
  readonly range: readonly [number, number]
}
