import { join } from 'node:path'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { isSimulated } from '../../core/format/scoresDocument.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { comparisonBlocks, sectionId } from '../compare/comparisonBlocks.ts'
import type { SuiteViews } from '../suiteView.ts'
import { html, type Markup } from './markup.ts'
import { pageDocument } from './pageDocument.ts'
import { flipsBySuite, pageRun, writeItems } from './pageItems.ts'

/** A run with the folder that has its transcripts. */
export interface PageComparedRun extends ComparedRun {
  readonly folder: RunFolder | undefined
}

/** One run against another, suite by suite, by name. */
export interface RunComparison {
  readonly other: PageComparedRun
  readonly suites: readonly SuiteComparison[]
}

/** Writes `compare.html` beside a run's page: differences from other runs, and the items that pass in one only. @returns its path. */
export async function writeComparePage(folder: RunFolder, run: PageComparedRun, comparisons: readonly RunComparison[], views: SuiteViews) {
  const others = comparisons.map(({ other }) => other)
  const flips = others.map((other) => flipsBySuite(run.records, other.records))
  const flip = (record: (typeof run.records)[number]) => flips.map((of) => of(record)).find((found) => found !== '') ?? ''
  const against = others.map(({ name }) => name).join(', ')
  const about = { runs: [run, ...others].map(({ name, document }) => pageRun(name, document)), against }
  const index = await writeItems(folder, { records: run.records, views, flip, others, about }, 'compare')
  const page = pageDocument({
    heading: `${run.name} against ${against}`,
    simulated: [run, ...others].some(({ document }) => isSimulated(document)),
    links: compareLinks(comparisons),
    summary: compareSections(run, comparisons, views),
    index,
  })
  const path = join(folder.path, 'compare.html')
  writeWhole(path, page)
  return path
}

/** What the compare page says before its items: each comparison, then pictures of all runs. */
export function compareSections(run: PageComparedRun, comparisons: readonly RunComparison[], views: SuiteViews): Markup {
  const runs = [run, ...comparisons.map(({ other }) => other)]
  const suites = [...new Set(comparisons.flatMap((comparison) => comparison.suites.map(({ suite }) => suite)))].sort()
  const pictures = suites.flatMap((suite) => views(suite).comparePicture?.(runs) ?? [])
  return html`${comparisons.map(({ other, suites: own }, place) => pageBlocks(comparisonBlocks(other, run, own, { flipped: false, all: true, place })))}
${pictures.length > 0 && html`<section class="suite" aria-labelledby="all-runs"><h2 id="all-runs">All runs</h2><div class="pictures">${pictures}</div></section>`}`
}

/** Links to the section of each suite. */
export function compareLinks(comparisons: readonly RunComparison[]): { readonly href: string; readonly text: string }[] {
  return comparisons.flatMap(({ other, suites }, place) =>
    suites.map(({ suite, shown }) => ({
      href: `#${sectionId(suite, place)}`,
      text: (shown?.title ?? suite) + (comparisons.length > 1 ? ` against ${other.name}` : ''),
    })),
  )
}
