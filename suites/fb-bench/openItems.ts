import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../src/base/errors.ts'
import { readBundledItems } from './data/bundled.ts'
import { readOfficialItems } from './data/official.ts'
import type { FbItem } from './items.ts'

/** The items of a run and where they come from. */
export interface FbItems {
  readonly items: readonly FbItem[]
  readonly source: string
  readonly sha256: string
}

/**
 * Opens the items.
 *
 * @param data `bundled` or a folder of official data.
 * @throws HoldfastError when the folder has no `fb-bench` or an item in it does not fit.
 */
export function openItems(data: string): FbItems {
  const items = data === 'bundled' ? readBundledItems() : readFolder(data)
  return {
    items,
    source: data === 'bundled' ? 'bundled' : 'official',
    sha256: createHash('sha256').update(JSON.stringify(items)).digest('hex'),
  }
}

function readFolder(data: string): FbItem[] {
  const folder = join(data, 'fb-bench')
  if (!existsSync(folder)) {
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
  }
  return readOfficialItems(folder)
}
