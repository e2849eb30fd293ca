import { z } from 'zod'
import { HoldfastError, readFixture, readTexts, type TextsName } from '../../../src/kit.ts'
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

/** The bundled seeds of a task. */
export interface BundledSeeds {
  readonly seeds: readonly Seed[]
  /** Why seeds are not there, for each. */
  readonly missing: readonly string[]
}

/** The bundled seeds of a task, the plain ones before the hard ones. @throws HoldfastError naming line and field of what does not fit. */
export function readBundledSeeds(task: RefuteTask): BundledSeeds {
  const read = <Line extends SeedLine>(level: Seed['level'], name: string, schema: z.ZodType<Line>, queryOf: (line: Line) => string) =>
    readFixture(`refutebench/${name}`, schema).map((line) => seedOf(task, level, line, queryOf(line)))
  const both = <Line extends SeedLine>(schema: z.ZodType<Line>, queryOf: (line: Line) => string) => {
    return {
      seeds: [...read('plain', `${task}.jsonl`, schema, queryOf), ...read('hard', `hard-${task}.jsonl`, schema, queryOf)],
      missing: [],
    }
  }
  if (task === 'mt') return both(translation, ({ source }) => QUERIES.mt(source))
  if (task === 'writing') return both(writing, ({ instruction, input }) => QUERIES.writing(instruction, input))
  const missing: string[] = []
  const plain = readFixture('refutebench/summarization.jsonl', passage).flatMap((line): Seed[] => {
    const cut = excerpt(line)
    if (typeof cut === 'string') return [seedOf(task, 'plain', line, QUERIES.summarization(cut))]
    missing.push(cut.missing)
    return []
  })
  return { seeds: [...plain, ...read('hard', 'documents.jsonl', document, (line) => QUERIES.summarization(line.document))], missing }
}

type SeedLine = Pick<Seed, 'id' | 'reference' | 'swaps'>

function seedOf(task: RefuteTask, level: Seed['level'], { id, reference, swaps }: SeedLine, query: string): Seed {
  return { id, task, level, query, reference, swaps }
}

/** Everyday questions that have nothing to do with the tasks. */
export function readIrrelevantQueries(): IrrelevantQuery[] {
  return readFixture('refutebench/irrelevant.jsonl', irrelevant)
}

/** A passage of a text; why it is not there, where its file is not. */
function excerpt({ file, start, end }: z.output<typeof passage>): string | { readonly missing: string } {
  const [collection, name] = file.split('/')
  const texts = readTexts(collection as TextsName)
  if ('missing' in texts) return texts
  const { text: whole = '' } = texts.find((text) => text.name === name) ?? {}
  const from = whole.indexOf(start)
  const to = whole.indexOf(end, from)
  if (from === -1 || to === -1)
    throw new HoldfastError(
      'DATA',
      `Failed to cut a document from ${file}: its ${from === -1 ? 'beginning' : 'end'} is not there. Install holdfast anew.`,
    )
  return whole.slice(from, to + end.length)
}
