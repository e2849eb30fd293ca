import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '../scripts/isBuilt.mjs'
import { packageRoot } from '../src/core/base/packageRoot.ts'

/** Vitest global setup: tests of the command line run the built files, which must be those of the sources. */
export default function build(): void {
  if (!isBuilt()) execFileSync(process.execPath, [join(packageRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' })
}
