import type { BoardSuite, boardSuite } from '../board.ts'

/** Boards of two suites over models of these labels, each with so many items. */
export function madeBoard(functions: { boardSuite: typeof boardSuite }, labels: readonly string[], items: number): BoardSuite[]
