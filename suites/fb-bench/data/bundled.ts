import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BundledVersion, blindLevel, packageRoot } from '../../../src/kit.ts'
import type { FbItem } from '../items.ts'
import { readBundledItem } from './bundledItem.ts'

/** Folder of the bundled items. */
const FOLDER = join(packageRoot, 'fixtures', 'fb-bench')
/** The items of version 1. The other files of the folder came with version 2. */
const FIRST = 'items.jsonl'

/**
 * The items written for this project. Their criteria can be checked by program as far as a program can read, so that
 * simulated judges have something true to say. Those of version 1 are read as they were, without levels.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledItems(version: BundledVersion = 2): FbItem[] {
  const items = filesOf(version).flatMap(readItems)
  if (version === 1) return items.map(({ blind: _blind, ...item }) => item)
  return items.map((item) => ({ ...item, level: blindLevel(item.blind) }))
}

function filesOf(version: BundledVersion): readonly string[] {
  const later = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl') && name !== FIRST)
  return [FIRST, ...(version === 1 ? [] : later.sort())].map((name) => join(FOLDER, name))
}

/**
 * The items of a file in the form of the bundled ones.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readItems(file: string): FbItem[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, index) => readBundledItem(line, `${file}, line ${index + 1}`))
}
