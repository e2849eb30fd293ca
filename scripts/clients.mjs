import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * The scripts of pages, which run in a browser: each is a folder `client` with a `bundle.json` that says how its script is called, which
 * styles of the report's page it shares, and which it has itself. A tool brings its own.
 *
 * @returns {{ folder: string, name: string, shared: string[], own: string[] }[]}
 */
export function clients() {
  return readdirSync(source, { recursive: true })
    .filter((path) => /(?:^|[\\/])client[\\/]bundle\.json$/.test(path))
    .sort()
    .map((path) => ({ folder: join(source, dirname(path)), ...JSON.parse(readFileSync(join(source, path), 'utf8')) }))
}
