// Rows of a simulation that were made before, so that one that was cut off goes on.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hash of the code in some folders: a row of other code is made anew. */
export function hashOf(folders) {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()))
      hash.update(name).update(readFileSync(join(parentPath, name)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Gives a row by its key, made once. @param file where rows are kept, one a line; without it they are kept in memory. @param code hash of
 * what makes them.
 */
export function keptRows(file, code) {
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const known = new Map(lines.map((line) => JSON.parse(line)))
  return (key, make) => {
    const name = JSON.stringify([code, key])
    if (!known.has(name)) {
      known.set(name, make())
      if (file) appendFileSync(file, `${JSON.stringify([name, known.get(name)])}\n`)
    }
    return known.get(name)
  }
}
