import type { BoardSuite } from '../board.ts'

/** The value of a model in a column of a board's table; undefined where there is none. */
export function cellOf(board: BoardSuite, title: string, model: string, key: string): number | undefined {
  const table = board.tables.find((entry) => entry.title === title)
  const row = board.runs.findIndex(({ label }) => label === model)
  return table?.rows[row]?.[table.columns.findIndex((column) => column.key === key)]?.value
}
