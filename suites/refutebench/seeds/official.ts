import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonl } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'
import { drawByHash, type IrrelevantQuery, QUERIES, type Seed } from './seed.ts'

const sentence = z.object({ id: z.string(), source: z.string().min(1), words: z.number() })
const query = z.object({ id: z.string(), query: z.string().min(1) })

/** Sentences of fewer words are hardly a task, longer ones are paragraphs (docs/suites/refutebench.md, R12). */
const WORDS = { least: 8, most: 60 } as const

/** At most `count` of the WMT sentences, drawn by the run's seed; undefined where there is no such file. */
export async function readOfficialSentences(data: string, count: number, seed: number): Promise<Seed[] | undefined> {
  const mt = join(data, 'refutebench', 'mt-enzh.jsonl')
  if (!existsSync(mt)) return undefined
  const sentences: z.output<typeof sentence>[] = []
  for await (const entry of readJsonl(mt, sentence)) if (entry.words >= WORDS.least && entry.words <= WORDS.most) sentences.push(entry)
  // The release has no reference translations: simulated models get a stand-in, a real judge never sees it.
  return drawByHash(sentences, count, seed).map(({ id, source }) => ({
    id,
    task: 'mt',
    query: QUERIES.mt(source),
    reference: `模拟译文（${id}）。`,
    swaps: [],
  }))
}

/** Queries that look like a task are no talk about other things (docs/suites/refutebench.md, R11). */
const LOOKS_LIKE: Readonly<Record<RefuteTask, RegExp>> = {
  mt: /translat|chinese|language|how (?:do|would) you say/i,
  summarization: /summar|abstract of|in brief|brief(?:ly| manner)|main (?:points|idea)/i,
  writing:
    /\b(?:e-?mail|essay|stor(?:y|ies)|poem|articles?|letter|writ(?:e|es|ing|ten)|wrote|compose|draft|script|speech|blog|post|paragraph|review|report)\b/i,
}

/** The pool of RefuteBench 1.0; undefined where there is no such file. */
export async function readOfficialQueries(data: string): Promise<IrrelevantQuery[] | undefined> {
  const irrelevant = join(data, 'refutebench', 'irrelevant-queries.jsonl')
  if (!existsSync(irrelevant)) return undefined
  const queries: IrrelevantQuery[] = []
  for await (const entry of readJsonl(irrelevant, query)) queries.push({ ...entry, reference: `Simulated answer to ${entry.id}.` })
  return queries
}

/** The queries of a pool that do not look like the task. */
export function unlikeTask(pool: readonly IrrelevantQuery[], task: RefuteTask): IrrelevantQuery[] {
  return pool.filter((entry) => !LOOKS_LIKE[task].test(entry.query))
}
