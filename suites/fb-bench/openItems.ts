import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BundledVersion, bundledVersion, isBundled } from '../../src/base/data/bundledVersion.ts'
import { HoldfastError } from '../../src/base/errors.ts'
import { readBundledItems } from './data/bundled.ts'
import { readOfficialItems } from './data/official.ts'
import type { FbItem } from './items.ts'

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
 * @param data `bundled`, `bundled@1` or a folder of official data.
 * @throws HoldfastError when the folder has no `fb-bench` or an item in it does not fit.
 */
export function openItems(data: string): FbItems {
  const version = isBundled(data) ? bundledVersion(data, 2) : undefined
  const items = version ? readBundledItems(version) : readFolder(data)
  // The hash is of what is asked: measuring how hard an item is changes no data.
  const asked = items.map(({ blind: _blind, level: _level, ...item }) => item)
  return {
    items,
    source: version ? 'bundled' : 'official',
    ...(version && { version }),
    sha256: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
  }
}

function readFolder(data: string): FbItem[] {
  const folder = join(data, 'fb-bench')
  if (!existsSync(folder)) {
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
  }
  return readOfficialItems(folder)
}
