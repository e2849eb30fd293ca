import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../src/base/packageRoot.ts'
import type { FbItem } from '../items.ts'
import { readBundledItem } from './bundledItem.ts'

/** File of the bundled items. */
const BUNDLED_ITEMS: string = join(packageRoot, 'fixtures', 'fb-bench', 'items.jsonl')

/**
 * The items written for this project. Their criteria can be checked by program as far as a program can read, so that
 * simulated judges have something true to say.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledItems(file: string = BUNDLED_ITEMS): FbItem[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, index) => readBundledItem(line, `${file}, line ${index + 1}`))
}
