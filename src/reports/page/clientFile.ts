import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'

/** A file of the client as `npm run build` made it: the sources are bundled there. */
export function clientFile(name: string): string {
  const path = join(packageRoot, 'dist', 'page', name)
  if (!existsSync(path)) throw new HoldfastError('INTERNAL', `Failed to read ${path}: not built. Run npm run build.`)
  return readFileSync(path, 'utf8')
}
