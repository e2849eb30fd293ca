import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseLine } from '../../src/base/data/jsonl.ts'
import { parse } from '../../src/base/data/parse.ts'
import { readJson } from '../../src/base/data/readJson.ts'
import { HoldfastError } from '../../src/base/errors.ts'
import { packageRoot } from '../../src/base/packageRoot.ts'
import type { Pair } from '../../src/judges/pairwise/pair.ts'
import { MAIN_SUBSETS, type Subset } from './subsets.ts'

/** Two outputs for an instruction, one of which follows it better, objectively. */
export interface LlmbarItem extends Pair {
  /** `<subset>/<index>`. */
  readonly id: string
  readonly subset: Subset
  /** The better output. */
  readonly label: 1 | 2
  /** What decides, for bundled pairs. */
  readonly why?: string | undefined
}

/** The pairs of a run and where they come from. */
export interface LlmbarPairs {
  readonly items: readonly LlmbarItem[]
  readonly source: string
  readonly sha256: string
}

const label = z.union([z.literal(1), z.literal(2)])
const official = z.object({ input: z.string(), output_1: z.string(), output_2: z.string(), label })
const bundled = z.strictObject({ ...official.shape, why: z.string().min(1) })

/** A pair of one's own, in a file of the form of the official ones. */
export const ownPair = official.extend({
  input: z.string().min(1),
  output_1: z.string().min(1),
  output_2: z.string().min(1),
  why: z.string().min(1),
})

/**
 * Opens the pairs of the subsets.
 *
 * @param data `bundled`, or a folder whose `llmbar/datasets/` holds the official files; a subset without a file there is
 * taken from the bundled ones.
 * @throws HoldfastError for a folder without `llmbar`, a subset that neither has, and a pair that does not fit.
 */
export function openPairs(data: string, subsets: readonly Subset[]): LlmbarPairs {
  if (data !== 'bundled' && !existsSync(join(data, 'llmbar'))) {
    throw new HoldfastError(
      'DATA',
      `Failed to read HOLDFAST_DATA: no folder ${join(data, 'llmbar')}. Put the official files there, or use bundled.`,
    )
  }
  const file = (subset: Subset) => join(data, 'llmbar', 'datasets', `${subset}.json`)
  const isOfficial = (subset: Subset) => data !== 'bundled' && existsSync(file(subset))
  const items = subsets.flatMap((subset) => (isOfficial(subset) ? readOfficial(file(subset), subset) : readBundled(subset)))
  const fromBundled = subsets.filter((subset) => !isOfficial(subset))
  const source =
    fromBundled.length === subsets.length
      ? 'bundled'
      : fromBundled.length === 0
        ? 'official'
        : `official; ${fromBundled.join(', ')} bundled`
  return { items, source, sha256: createHash('sha256').update(JSON.stringify(items)).digest('hex') }
}

function readOfficial(path: string, subset: Subset): LlmbarItem[] {
  return readJson(path, z.array(official.extend({ why: z.string().min(1).optional() })).min(1)).map((entry, index) =>
    itemOf(subset, index, entry),
  )
}

function readBundled(subset: Subset): LlmbarItem[] {
  if (!(MAIN_SUBSETS as readonly string[]).includes(subset)) {
    throw new HoldfastError(
      'DATA',
      `Failed to open the subset ${subset}: it exists as official data only. Put llmbar/datasets/${subset}.json into the folder of HOLDFAST_DATA.`,
    )
  }
  const path = join(packageRoot, 'fixtures', 'llmbar', `${subset}.jsonl`)
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const where = `${path}, line ${index + 1}`
      return itemOf(subset, index, parse(bundled, parseLine(line, where), where))
    })
}

function itemOf(subset: Subset, index: number, entry: z.output<typeof official> & { why?: string | undefined }): LlmbarItem {
  const { input, output_1: one, output_2: two, label: better, why } = entry
  return { id: `${subset}/${index}`, subset, instruction: input, outputs: [one, two], label: better, why }
}
