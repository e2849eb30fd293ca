import type { Display } from '../core/format/display.ts'
import type { Metrics } from '../core/format/scoresDocument.ts'

/** The column of floors of a table: cells to be spread into its rows, none where no figure of the table has a floor. */
export interface FloorCells {
  readonly head: readonly string[]
  /** The cell of a figure; of a row without a figure, an empty one. */
  of(key?: string): readonly string[]
}

/** What answers without knowledge get, beside the figures of a suite's table. */
export function floorCells(
  { headline, beside = [], taskKeys }: Pick<Display, 'headline' | 'beside' | 'taskKeys'>,
  metrics: Metrics,
  digits: number,
): FloorCells {
  const keys = [...Object.values(taskKeys), ...beside.map(({ key }) => key), headline.key]
  if (keys.every((key) => metrics[key]?.floor === undefined)) return { head: [], of: () => [] }
  return { head: ['floor'], of: (key = '') => [metrics[key]?.floor?.toFixed(digits) ?? ''] }
}
