import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BundledVersion, bundledVersion, emptyFile, HoldfastError, isBundled } from '../../src/kit.ts'
import { readBundledItems, readItems } from './data/bundled.ts'
import { readOfficialItems } from './data/official.ts'
import type { FbItem } from './items.ts'

/** File of items of one's own. */
const OWN_ITEMS = 'items.jsonl'
/** What a run calls them. */
const OWN_SOURCE = 'own items'

/** The items of a run and where they come from. */
export interface FbItems {
  readonly items: readonly FbItem[]
  readonly source: string
  /** Version of the bundled items, where these are used. */
  readonly version?: BundledVersion | undefined
  readonly sha256: string
}

/**
 * Opens the items.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `fb-bench/` holds official items (`dataset.json`) or one's own (`items.jsonl`).
 * @throws HoldfastError when the folder has no `fb-bench` or an item in it does not fit.
 */
export function openItems(data: string): FbItems {
  const version = isBundled(data) ? bundledVersion(data, 2) : undefined
  const { items, source } = version ? { items: readBundledItems(version), source: 'bundled' } : readFolder(data)
  // The hash is of what is asked: measuring how hard an item is changes no data.
  const asked = items.map(({ blind: _blind, level: _level, ...item }) => item)
  return {
    items,
    source,
    ...(version && { version }),
    sha256: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
  }
}

/** The official items of a folder, or items of one's own in the form of the bundled ones. */
function readFolder(data: string): Pick<FbItems, 'items' | 'source'> {
  const folder = join(data, 'fb-bench')
  if (!existsSync(folder)) {
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
  }
  const own = join(folder, OWN_ITEMS)
  if (!existsSync(own)) return { items: readOfficialItems(folder), source: 'official' }
  if (existsSync(join(folder, 'dataset.json'))) {
    throw new HoldfastError(
      'DATA',
      `Failed to read ${folder}: it has official items in dataset.json and items of your own in ${OWN_ITEMS}. Keep them in two folders.`,
    )
  }
  const items = readItems(own)
  if (items.length === 0) throw emptyFile(own)
  return { items, source: OWN_SOURCE }
}
