import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type BlindLevel,
  type BlindSolving,
  type BundledVersion,
  blindLevel,
  blindSolving,
  bundledVersion,
  type DatasetDescription,
  dataError,
  dataFolder,
  isBundled,
  jsonHash,
  type Pair,
  readFixture,
  readJson,
} from '../../src/kit.ts'
import { MAIN_SUBSETS, SUBSETS, type Subset } from './names.ts'

/** Two outputs for an instruction, one of which follows it better, objectively. */
export interface LlmbarItem extends Pair {
  /** `<subset>/<index>`. */
  readonly id: string
  readonly subset: Subset
  /** The better output. */
  readonly label: 1 | 2
  /** What decides, for bundled pairs. */
  readonly why?: string | undefined
  /** How often models solved it blind, for bundled pairs. */
  readonly blind?: BlindSolving | undefined
  /** How hard it is by that, for bundled pairs from version 2 on. */
  readonly level?: BlindLevel | undefined
}

const label = z.union([z.literal(1), z.literal(2)])
const official = z.object({ input: z.string(), output_1: z.string(), output_2: z.string(), label })
const text = z.string().min(1)
const bundled = z.strictObject({ ...official.shape, why: text, blind: blindSolving.optional() })

/** A pair of one's own, in a file of the form of the official ones. */
export const ownPair = z.object({ input: text, output_1: text, output_2: text, label, why: text })

/**
 * Opens the pairs of the subsets, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `llmbar/datasets/` holds the official files; a subset without a file there is
 * taken from the bundled ones.
 * @throws HoldfastError for a folder without `llmbar`, a subset that neither has, and a pair that does not fit.
 */
export function openPairs(data: string, subsets: readonly Subset[]) {
  const folder = isBundled(data) ? undefined : dataFolder(data, 'llmbar')
  const file = (subset: Subset) => join(folder ?? '', 'datasets', `${subset}.json`)
  const version = bundledVersion(data, 2)
  const isOfficial = (subset: Subset) => folder !== undefined && existsSync(file(subset))
  const items = subsets.flatMap((subset) => (isOfficial(subset) ? readOfficial(file(subset), subset) : readBundledPairs(subset, version)))
  const fromBundled = subsets.filter((subset) => !isOfficial(subset))
  const isMixed = fromBundled.length > 0 && fromBundled.length < subsets.length
  // The hash is of what a judge is asked: measuring how hard a pair is changes no data.
  const asked = items.map(({ blind: _blind, level: _level, ...pair }) => pair)
  return {
    items,
    source: isMixed ? `official; ${fromBundled.join(', ')} bundled` : fromBundled.length > 0 ? 'bundled' : 'official',
    ...(fromBundled.length > 0 && { version }),
    sha256: jsonHash(asked),
  }
}

function readOfficial(path: string, subset: Subset): LlmbarItem[] {
  return readJson(path, z.array(official.extend({ why: text.optional() })).min(1)).map((entry, index) => itemOf(subset, index, entry))
}

function readBundledPairs(subset: Subset, version: BundledVersion): LlmbarItem[] {
  if (!(MAIN_SUBSETS as readonly string[]).includes(subset)) {
    throw dataError(
      `Failed to open the subset ${subset}: it exists as official data only. Put llmbar/datasets/${subset}.json into the folder of HOLDFAST_DATA.`,
    )
  }
  return readFixture(`llmbar/${version === 1 ? '' : 'v2/'}${subset}.jsonl`, bundled).map(({ blind, ...pair }, index) => ({
    ...itemOf(subset, index, pair),
    ...(version > 1 && { blind, level: blindLevel(blind) }),
  }))
}

function itemOf(subset: Subset, index: number, entry: z.output<typeof official> & { why?: string | undefined }): LlmbarItem {
  const { input, output_1: one, output_2: two, label: better, why } = entry
  return { id: `${subset}/${index}`, subset, instruction: input, outputs: [one, two], label: better, why }
}

/**
 * What a judge's figures may be compared with: chance, strong models on bundled pairs, and people where the pairs are those that people
 * were asked about, which the bundled ones are not.
 *
 * @param source of the pairs, as a run names it.
 */
export function comparedWith(source: string | undefined): string {
  const chance = 'chance is 50 %'
  // So figures of strong judges lie at the top, and tell them apart by the hard pairs alone.
  if (source === 'bundled') return `strong models solve nearly all bundled pairs but the hard ones (level.hard); ${chance}`
  if (source !== 'official') return chance
  return `people agree with the labels on 90 % of Natural, 95 % of the adversarial and 94 % of all pairs; ${chance}`
}

/** Describes the pairs of the five main subsets and of the further subsets that the folder has. */
export async function describeLlmbarData(data: string): Promise<DatasetDescription> {
  const isMain = (subset: Subset) => (MAIN_SUBSETS as readonly string[]).includes(subset)
  const isThere = (subset: Subset) => !isBundled(data) && existsSync(join(data, 'llmbar', 'datasets', `${subset}.json`))
  const subsets = SUBSETS.filter((subset) => isMain(subset) || isThere(subset))
  const { items, ...from } = openPairs(data, subsets)
  return {
    ...from,
    tasks: items.map(({ subset }) => subset),
    labels: [
      { label: 'better output', of: items.map(({ label }) => `output ${label}`), order: 'sorted' },
      { label: 'level', of: items.map(({ level }) => level), order: 'sorted' },
    ],
    lengths: [
      { texts: 'instruction', of: items.map(({ instruction }) => instruction) },
      { texts: 'better output', of: items.map(({ outputs, label }) => outputs[label - 1]) },
      { texts: 'worse output', of: items.map(({ outputs, label }) => outputs[2 - label]) },
    ],
    blind: { of: items.map(({ blind }) => blind), slices: [items.map(({ subset }) => subset)] },
  }
}
