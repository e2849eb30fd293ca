import type { ItemMean } from '../sequential/itemMean.ts'

/** How the figures of a benchmark without a summary are means of its items: `score` of all, and `score.<task>`. */
export function meanTotalOf(key: string): ItemMean | undefined {
  const [, task] = /^score(?:\.(.+))?$/s.exec(key) ?? []
  if (key !== 'score' && task === undefined) return undefined
  return {
    cellOf: (item) => (task === undefined || item.task === task ? 'all' : undefined),
    weigh: 'items',
    valueOf: ({ scored, scores }) => (scored ? scores.total : undefined),
    range: [0, 1],
  }
}
