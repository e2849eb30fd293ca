import { join } from 'node:path'
import { buildPage } from '../scripts/buildPage.mjs'
import { isBuilt } from '../scripts/isBuilt.mjs'
import { packageRoot } from '../src/core/base/packageRoot.ts'

/** Vitest global setup: tests write pages, whose scripts are bundled. No more than that is built for them. */
export default async function buildPages(): Promise<void> {
  if (!isBuilt()) await buildPage(join(packageRoot, 'dist', 'page'))
}
