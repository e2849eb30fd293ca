import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { RunFolder } from './runFolder.ts'

/** Longest name of a file that is made of an id. */
const LONGEST = 80

/**
 * An id as the name of a file: letters, digits, dots, dashes and underscores stay, all else becomes a dash. An id that this changes
 * or shortens gets a hash behind it, so that two ids never have one name.
 */
export function fileNameOf(id: string): string {
  const safe = id
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, LONGEST)
  return safe === id && safe !== '' ? safe : `${safe || 'item'}-${hash('sha256', id).slice(0, 8)}`
}

/** Where the files of a search over smaller cases of an item are. */
export interface CaseFiles {
  /** What was found. */
  readonly result: string
  /** The smallest case as a test. */
  readonly test: string
  /** Folder of the calls of the search. */
  readonly calls: string
}

/** The files of `holdfast shrink` and `holdfast influence` for an item. */
export function caseFiles(run: Pick<RunFolder, 'path'>, folder: 'shrunk' | 'influence', suite: string, item: string): CaseFiles {
  const at = join(run.path, folder, fileNameOf(suite), fileNameOf(item))
  return { result: `${at}.json`, test: `${at}.test.ts`, calls: `${at}.calls` }
}
