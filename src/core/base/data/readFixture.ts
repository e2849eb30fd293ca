import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { dataError } from '../errors.ts'
import { packageRoot } from '../packageRoot.ts'
import { emptyFile, parseJsonl } from './jsonl.ts'

/**
 * All lines of a JSONL file, read at once.
 * @throws HoldfastError naming line and field of what does not fit, the file where it is empty, and an id that two lines have.
 */
export function readAllLines<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema>[] {
  const entries = parseJsonl(readFileSync(file), schema, file)
  if (entries.length === 0) throw emptyFile(file)
  const ids = new Set<unknown>()
  for (const entry of entries) {
    const { id } = entry as { readonly id?: unknown }
    if (id !== undefined && ids.has(id)) throw dataError(`Failed to read ${file}: the id ${id} comes twice. Give every line its own.`)
    ids.add(id)
  }
  return entries
}

/** All lines of a file of bundled data, `<suite>/<name>`. Throws HoldfastError naming line and field of what does not fit. */
export function readFixture<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  return readAllLines(join(packageRoot, 'fixtures', name), schema)
}
