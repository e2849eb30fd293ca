import type { ItemMean, PlacedItem } from './itemMean.ts'

/** Placeholder. */
export function unitWeights(items: readonly PlacedItem[], { cellOf, weigh }: ItemMean): number[] {
  const cells = items.map((item) => cellOf(item))
  const counts = new Map<string, number>()
  for (const cell of cells) if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  const of = (cell: string) => (weigh === 'items' ? (counts.get(cell) ?? 0) : weigh === 'cells' ? 1 : weigh(cell))
  const total = [...counts.keys()].reduce((sum, cell) => sum + of(cell), 0)
  return cells.map((cell) => (cell === undefined || total === 0 ? 0 : of(cell) / total / (counts.get(cell) ?? 1)))
}
