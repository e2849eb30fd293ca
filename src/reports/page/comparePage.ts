import { join } from 'node:path'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { isSimulated } from '../simulatedBanner.ts'
import type { SuiteViews } from '../suiteView.ts'
import { compareLinks, compareSections, type PageComparedRun, type RunComparison } from './compareSections.ts'
import { flipsBySuite, pageRun } from './itemIndex.ts'
import { pageDocument } from './pageDocument.ts'
import { writeItems } from './pageItems.ts'

/** Writes `compare.html` beside a run's page: differences from other runs, and the items that pass in one only. @returns its path. */
export async function writeComparePage(
  folder: RunFolder,
  run: PageComparedRun,
  comparisons: readonly RunComparison[],
  views: SuiteViews,
): Promise<string> {
  const others = comparisons.map(({ other }) => other)
  const flips = others.map((other) => flipsBySuite(run.records, other.records))
  const flip = (record: (typeof run.records)[number]) => flips.map((of) => of(record)).find((found) => found !== '') ?? ''
  const against = others.map(({ name }) => name).join(', ')
  const about = { runs: [run, ...others].map(({ name, document }) => pageRun(name, document)), against }
  const index = await writeItems(folder, { records: run.records, views, flip, others, about }, 'compare')
  const page = pageDocument({
    heading: `${run.name} against ${against}`,
    simulated: [run, ...others].some(({ document }) => isSimulated(document)),
    links: compareLinks(run, comparisons),
    summary: compareSections(run, comparisons, views),
    index,
  })
  const path = join(folder.path, 'compare.html')
  writeWhole(path, page)
  return path
}
