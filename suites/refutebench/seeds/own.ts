import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dataError, readJsonl } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'
import { drawByHash, QUERIES, type Seed } from './seed.ts'

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.-]+$/, 'expected letters, digits, dots and hyphens'))
const text = z.string().trim().min(1)

/** Wordings of the reference that a simulated refuter objects to. */
const swaps = z
  .array(z.tuple([text, text]))
  .length(3)
  .optional()

/** A line of XSum as it is published; the summary is what simulated models answer. */
export const ownDocument = z.object({ id, document: text, summary: text.optional(), swaps })
/** An instruction and its material: a headline, a post, the beginning of a story. */
export const ownWriting = z.object({ id, instruction: text, input: text, reference: text.optional(), swaps })

/** Files of a user's own, by task. */
export const OWN_FILES = { summarization: 'summarization.jsonl', writing: 'writing.jsonl' } as const

/**
 * At most `count` of a user's own seeds of a task, drawn by the run's seed; undefined where there is no such file.
 *
 * @throws HoldfastError naming file, line and field of what does not fit, and an id that comes twice.
 */
export async function readOwnSeeds(data: string, task: RefuteTask, count: number, seed: number): Promise<Seed[] | undefined> {
  if (task === 'mt') return undefined
  const path = join(data, 'refutebench', OWN_FILES[task])
  if (!existsSync(path)) return undefined
  const seeds: Seed[] = []
  const add = (id: string, query: string, reference = `Simulated answer to ${id}.`, swaps: Seed['swaps'] = []) =>
    seeds.push({ id, task, query, reference, swaps })
  if (task === 'summarization') {
    for await (const line of readJsonl(path, ownDocument)) add(line.id, QUERIES[task](line.document), line.summary, line.swaps)
  } else {
    for await (const line of readJsonl(path, ownWriting))
      add(line.id, QUERIES[task](line.instruction, line.input), line.reference, line.swaps)
  }
  const ids = new Set<string>()
  for (const { id: own } of seeds) {
    if (ids.has(own)) throw dataError(`Failed to read ${path}: the id ${own} comes twice. Give every line its own.`)
    ids.add(own)
  }
  return drawByHash(seeds, count, seed)
}
