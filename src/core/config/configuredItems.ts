import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import { type ChosenItems, chosenItems } from '../format/chosenItems.ts'

/** The items that a run is to take of a suite, with the file that names them. */
export interface ConfiguredItems extends ChosenItems {
  /** Absolute path of the file. */
  readonly path: string
  /** Hash of the file. */
  readonly hash: string
}

/**
 * Reads the file of HOLDFAST_ITEMS.
 *
 * @throws HoldfastError where there is none, or none of chosen items.
 */
export function readConfiguredItems(given: string, root: string): ConfiguredItems {
  const path = resolve(root, given)
  if (!existsSync(path) || statSync(path).isDirectory())
    throw new HoldfastError(
      'CONFIG',
      `Failed to read HOLDFAST_ITEMS: no file ${path}. Name a file of items, for instance one that npx holdfast data filter wrote with --out.`,
    )
  return { ...readJson(path, chosenItems), path, hash: createHash('sha256').update(readFileSync(path)).digest('hex') }
}
