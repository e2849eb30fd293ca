import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Rb1Item } from '../../suites/refutebench1/items.ts'
import { refutebench1Options } from '../../suites/refutebench1/names.ts'
import { openItems } from '../../suites/refutebench1/openItems.ts'
import { jsonLines } from '../jsonLines.ts'
import { sharedFolder } from '../shared.ts'

/** The official data beside the checkout. */
export const data = join(sharedFolder, 'data')
/** Opens a folder of data. */
export const open = (folder: string, given: Record<string, unknown> = {}, seed = 0) =>
  openItems(folder, refutebench1Options.parse(given), seed)
/** Task and file of an item. */
export const setOf = ({ id }: Rb1Item) => id.slice(0, id.lastIndexOf('/'))

/** A row of a file, as far as all have it. */
interface RawRow {
  queries: string[]
  feedbacks: Record<string, { existence: number[]; random: string }>
  feedback_mapping_prompt: string
  answers: string[][]
}

/** The rows of a file as they stand there. */
export function rawRows<Row = RawRow>(path: string): Row[] {
  return jsonLines(gunzipSync(readFileSync(join(data, 'refutebench1', path))).toString('utf8'))
}
