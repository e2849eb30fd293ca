import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { packageRoot } from '../packageRoot.ts'
import { parseJsonl } from './jsonl.ts'

/** All lines of a JSONL file, read at once. Throws HoldfastError naming line and field of what does not fit. */
export function readAllLines<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema>[] {
  return parseJsonl(readFileSync(file), schema, file)
}

/** All lines of a file of bundled data, `<suite>/<name>`. Throws HoldfastError naming line and field of what does not fit. */
export function readFixture<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  return readAllLines(join(packageRoot, 'fixtures', name), schema)
}
