import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dataError, hashFraction, readAllLines, readFixture, readTexts, type TextsName } from '../../src/kit.ts'
import type { RefuteTask } from './names.ts'

/**
 * A wording that can be demanded in place of another, everywhere in an answer. A swap whose `from` contains the `from` of
 * another swap of the seed narrows that one: it demands a third wording in one of the places.
 */
export type Swap = readonly [from: string, to: string]

/** What a dialogue begins with. */
export interface Seed {
  readonly id: string
  readonly task: RefuteTask
  /** The first message to the model. */
  readonly query: string
  /** An answer with full marks; what simulated models start from. */
  readonly reference: string
  /** How hard it is, of bundled seeds; the hard ones came with version 2 of the bundled data. */
  readonly level?: 'plain' | 'hard' | undefined
  /** Wordings of the reference that a simulated refuter objects to. Empty for official seeds. */
  readonly swaps: readonly Swap[]
}

/** Talk about something else, between an objection and the question whether it is remembered. */
export type IrrelevantQuery = Pick<Seed, 'id' | 'query' | 'reference'>

/** Query shapes of the paper (docs/suites/refutebench.md, R1), in our words. */
export const QUERIES = {
  mt: (source: string) => `Translate this sentence from English into Chinese.\n\n[English]: ${source}\n[Chinese]:`,
  summarization: (document: string) => `${document}\n\nPlease summarize the document above in a few sentences.`,
  writing: (instruction: string, input: string) => `${instruction}\n\n${input}`,
} as const

/** At most `count` entries, drawn by the run's seed; fewer are a beginning of more, and the order of the entries does not count. */
function drawByHash<Entry extends { readonly id: string }>(entries: readonly Entry[], count: number, seed: number): Entry[] {
  return entries
    .map((entry) => ({ entry, at: hashFraction('refutebench-seed', seed, entry.id) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ entry }) => entry)
}

const text = z.string().min(1)
const common = { id: text, reference: text, swaps: z.array(z.tuple([text, text])).length(3) }
const translation = z.object({ ...common, source: text })
const writing = z.object({ ...common, instruction: text, input: text })
/** `file` is a text by the file that it is in, for instance `moby-dick/chapter_1`. */
const passage = z.object({ ...common, file: text, start: text, end: text })
const document = z.object({ ...common, document: text })
const irrelevant = z.object({ id: text, query: text, reference: text })

/** The bundled seeds of a task, the plain ones before the hard ones, and why seeds are not there. @throws HoldfastError naming line and field of what does not fit. */
export function readBundledSeeds(task: RefuteTask): { readonly seeds: readonly Seed[]; readonly missing: readonly string[] } {
  const missing: string[] = []
  const read = <Line extends SeedLine>(
    name: string,
    level: Seed['level'],
    schema: z.ZodType<Line>,
    queryOf: (line: Line) => string | Missing,
  ) =>
    readFixture(`refutebench/${name}.jsonl`, schema).flatMap((line): Seed[] => {
      const query = queryOf(line)
      if (typeof query === 'string') return [{ id: line.id, task, level, query, reference: line.reference, swaps: line.swaps }]
      missing.push(query.missing)
      return []
    })
  const both = <Line extends SeedLine>(schema: z.ZodType<Line>, queryOf: (line: Line) => string) => [
    ...read(task, 'plain', schema, queryOf),
    ...read(`hard-${task}`, 'hard', schema, queryOf),
  ]
  const seeds = {
    mt: () => both(translation, ({ source }) => QUERIES.mt(source)),
    writing: () => both(writing, ({ instruction, input }) => QUERIES.writing(instruction, input)),
    summarization: () => [
      ...read(task, 'plain', passage, summaryOf),
      ...read('documents', 'hard', document, (line) => QUERIES.summarization(line.document)),
    ],
  }[task]()
  return { seeds, missing }
}

type SeedLine = Pick<Seed, 'id' | 'reference' | 'swaps'>
type Missing = { readonly missing: string }

/** Everyday questions that have nothing to do with the tasks. */
export function readIrrelevantQueries(): IrrelevantQuery[] {
  return readFixture('refutebench/irrelevant.jsonl', irrelevant)
}

/** The query for a passage of a text; why it is not there, where its file is not. */
function summaryOf({ file, start, end }: z.output<typeof passage>): string | Missing {
  const [collection, name] = file.split('/')
  const texts = readTexts(collection as TextsName)
  if ('missing' in texts) return texts
  const { text: whole = '' } = texts.find((text) => text.name === name) ?? {}
  const from = whole.indexOf(start)
  const to = whole.indexOf(end, from)
  if (from === -1 || to === -1)
    throw dataError(`Failed to cut a document from ${file}: its ${from === -1 ? 'beginning' : 'end'} is not there. Install holdfast anew.`)
  return QUERIES.summarization(whole.slice(from, to + end.length))
}

const sentence = z.object({ id: z.string(), source: z.string().min(1), words: z.number() })
const query = z.object({ id: z.string(), query: z.string().min(1) })

/** Sentences of fewer words are hardly a task, longer ones are paragraphs (docs/suites/refutebench.md, R12). */
const WORDS = { least: 8, most: 60 } as const

/** At most `count` of the WMT sentences, drawn by the run's seed; undefined where there is no such file. */
export function readOfficialSentences(data: string, count: number, seed: number): Seed[] | undefined {
  const mt = join(data, 'refutebench', 'mt-enzh.jsonl')
  if (!existsSync(mt)) return undefined
  const sentences = readAllLines(mt, sentence).filter(({ words }) => words >= WORDS.least && words <= WORDS.most)
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
export function readOfficialQueries(data: string): IrrelevantQuery[] | undefined {
  const file = join(data, 'refutebench', 'irrelevant-queries.jsonl')
  return existsSync(file) ? readAllLines(file, query).map((entry) => ({ ...entry, reference: standInFor(entry) })) : undefined
}

/** What simulated models answer where the data have no reference. */
function standInFor({ id: own }: { readonly id: string }): string {
  return `Simulated answer to ${own}.`
}

/** The queries of a pool that do not look like the task. */
export function unlikeTask(pool: readonly IrrelevantQuery[], task: RefuteTask): IrrelevantQuery[] {
  return pool.filter((entry) => !LOOKS_LIKE[task].test(entry.query))
}

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.-]+$/, 'expected letters, digits, dots and hyphens'))
const trimmed = z.string().trim().min(1)

/** Wordings of the reference that a simulated refuter objects to. */
const swaps = z
  .array(z.tuple([trimmed, trimmed]))
  .length(3)
  .optional()

/** A line of XSum as it is published; the summary is what simulated models answer. */
export const ownDocument = z.object({ id, document: trimmed, summary: trimmed.optional(), swaps })
/** An instruction and its material: a headline, a post, the beginning of a story. */
export const ownWriting = z.object({ id, instruction: trimmed, input: trimmed, reference: trimmed.optional(), swaps })

/** Files of a user's own, by task. */
export const OWN_FILES = { summarization: 'summarization.jsonl', writing: 'writing.jsonl' } as const

/**
 * At most `count` of a user's own seeds of a task, drawn by the run's seed; undefined where there is no such file.
 *
 * @throws HoldfastError naming file, line and field of what does not fit, and an id that comes twice.
 */
export function readOwnSeeds(data: string, task: RefuteTask, count: number, seed: number): Seed[] | undefined {
  const path = task === 'mt' ? undefined : join(data, 'refutebench', OWN_FILES[task])
  if (path === undefined || !existsSync(path)) return undefined
  const lines =
    task === 'summarization'
      ? readAllLines(path, ownDocument).map((line) => ({ ...line, query: QUERIES.summarization(line.document), reference: line.summary }))
      : readAllLines(path, ownWriting).map((line) => ({ ...line, query: QUERIES.writing(line.instruction, line.input) }))
  const seeds = lines.map(({ id: own, query: asked, reference = standInFor({ id: own }), swaps = [] }): Seed => {
    return { id: own, task, query: asked, reference, swaps }
  })
  return drawByHash(seeds, count, seed)
}
