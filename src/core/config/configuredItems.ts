import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readJson } from '../base/data/readJson.ts'
import { configError } from '../base/errors.ts'
import { recordName } from '../format/recordName.ts'

/** What a file of chosen items says it is. */
export const ITEMS_SCHEMA = 'holdfast.items/1'

/** A file of chosen items (docs/formats.md, section 2): a run takes these of a suite and no others. */
const chosenItems = z.object({
  schema: z.literal(ITEMS_SCHEMA),
  suite: recordName,
  /** Hash of the data that the items are of, as scores.json has it. A file written by hand may leave it out. */
  sha256: z.string().optional(),
  items: z.array(z.string().min(1)).min(1),
})

/** Items of one suite by their ids. */
export type ChosenItems = z.output<typeof chosenItems>

/** The items that a run is to take of a suite, with the file that names them. */
export interface ConfiguredItems extends ChosenItems {
  readonly path: string
  readonly hash: string
}

/** Reads the file of HOLDFAST_ITEMS. Throws HoldfastError where there is none, or none of chosen items. */
export function readConfiguredItems(given: string, root: string): ConfiguredItems {
  const path = resolve(root, given)
  if (!existsSync(path) || statSync(path).isDirectory())
    throw configError(
      `Failed to read HOLDFAST_ITEMS: no file ${path}. Name a file of items, for instance one that npx holdfast data filter wrote with --out.`,
    )
  return { ...readJson(path, chosenItems), path, hash: createHash('sha256').update(readFileSync(path)).digest('hex') }
}
