import { existsSync, readdirSync } from 'node:fs'

const TOOLS = new URL('../src/tools/', import.meta.url)

/** What the tools bring to measure: `bench/index.mjs` of each that has one. */
export function toolBenchmarks() {
  const files = readdirSync(TOOLS).map((name) => new URL(`${name}/bench/index.mjs`, TOOLS))
  return Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file)))
}
