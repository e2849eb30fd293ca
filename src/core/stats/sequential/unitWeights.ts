import type { ItemMean, PlacedItem } from './itemMean.ts'

/**
 * Weight of each item in a metric, in the order of the items, before any of them ran; all add up to 1. 0 for those that the metric
 * leaves out, and for all where it leaves out all.
 */
export function unitWeights(items: readonly PlacedItem[], { cellOf, weigh }: Pick<ItemMean, 'cellOf' | 'weigh'>): number[] {
  const cells = items.map(cellOf)
  const sizes = new Map<string, number>()
  for (const cell of cells) if (cell !== undefined) sizes.set(cell, (sizes.get(cell) ?? 0) + 1)
  const weightOf = (cell: string) => (weigh === 'items' ? (sizes.get(cell) as number) : weigh === 'cells' ? 1 : weigh(cell))
  const total = [...sizes.keys()].reduce((sum, cell) => sum + weightOf(cell), 0)
  return cells.map((cell) => (cell === undefined || !(total > 0) ? 0 : weightOf(cell) / (sizes.get(cell) as number) / total))
}
