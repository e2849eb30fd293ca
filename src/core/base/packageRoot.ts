import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of Holdfast's package.json, the same from the sources and from the built files. */
export const packageRoot: string = findPackageRoot(dirname(fileURLToPath(import.meta.url)))

function findPackageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))
}
