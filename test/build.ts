import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/core/base/packageRoot.ts'

const BUILT = join(packageRoot, 'dist', 'src', 'cli', 'main.js')

/** Vitest global setup: tests of the command line run the built files, which must be those of the sources. */
export default function build(): void {
  const newest = Math.max(...['src', 'suites', 'matchers', 'scripts'].flatMap(modificationTimes))
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs >= newest) return
  execFileSync(process.execPath, [join(packageRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' })
}

function modificationTimes(folder: string): number[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => statSync(join(packageRoot, folder, name)).mtimeMs)
}
