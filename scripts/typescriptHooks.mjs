// Lets Node load our sources as they are, one by one and when they are needed: Node 20 does not leave out types by itself.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/** Hook of `node:module`. Packages are built, so a file of TypeScript is ours. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const file = fileURLToPath(url)
  // Node reads no source map unless it is told to, and compiling a module that holds one takes longer.
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { tsconfig: false })
  if (errors.length > 0) throw new Error(`Failed to read ${file}: ${errors[0].message}`)
  return { format: 'module', source: code, shortCircuit: true }
}
