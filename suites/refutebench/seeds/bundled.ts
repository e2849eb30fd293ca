import { z } from 'zod'
import { dataError, readFixture, readTexts, type TextsName } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'
import { type IrrelevantQuery, QUERIES, type Seed } from './seed.ts'

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
