import { dirname, relative, resolve, sep } from 'node:path'
import { writeWhole } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'
import { boardDocument } from './boardDocument.ts'

/** A run of a board, with its own page. */
export interface BoardPageRun {
  /** As the user named it. */
  readonly name: string
  /** Path of its page; undefined where it has none. */
  readonly page: string | undefined
}

/**
 * Writes a board as a page: one file that is opened from disk and loads nothing. It leads to the pages of its runs, which it expects
 * where they are now, seen from it.
 *
 * @throws HoldfastError where the file cannot be written.
 */
export function writeBoardPage(path: string, suites: readonly BoardSuite[], runs: readonly BoardPageRun[]): void {
  writeWhole(
    path,
    boardDocument(
      suites,
      runs.map(({ name, page }) => ({ name, page: page === undefined ? null : addressFrom(path, page) })),
    ),
  )
}

/** Address of a file from another: no part of a path can be read as a scheme, a query or a hash. */
function addressFrom(path: string, page: string): string {
  return relative(dirname(resolve(path)), resolve(page))
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
}
