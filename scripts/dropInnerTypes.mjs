import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Imports of a declaration file, as statements and within types. */
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

/**
 * Removes the declarations that no entry of the package leads to: nobody can import them, and they would be a tenth of the package.
 *
 * @param {string} folder with the built package.
 * @param {readonly string[]} entries declaration files that users import, from the folder.
 */
export function dropInnerTypes(folder, entries) {
  const reached = new Set()
  const left = entries.map((entry) => join(folder, entry))
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue
    if (!existsSync(path)) throw new Error(`Failed to follow the types of the package: no ${path}. Mend the exports of package.json.`)
    reached.add(path)
    for (const [, specifier] of readFileSync(path, 'utf8').matchAll(IMPORT))
      left.push(join(dirname(path), specifier.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')))
  }
  for (const entry of readdirSync(folder, { recursive: true })) {
    const path = join(folder, entry)
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path)
  }
}
