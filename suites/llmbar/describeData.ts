import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatasetDescription, isBundled } from '../../src/kit.ts'
import { openPairs } from './openPairs.ts'
import { MAIN_SUBSETS, SUBSETS, type Subset } from './subsets.ts'

/** Describes the pairs of the five main subsets and of the further subsets that the folder has. */
export function describeLlmbarData(data: string): DatasetDescription {
  const isMain = (subset: Subset) => (MAIN_SUBSETS as readonly string[]).includes(subset)
  const isThere = (subset: Subset) => !isBundled(data) && existsSync(join(data, 'llmbar', 'datasets', `${subset}.json`))
  const { items, source, version, sha256 } = openPairs(
    data,
    SUBSETS.filter((subset) => isMain(subset) || isThere(subset)),
  )
  return {
    source,
    version,
    sha256,
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
