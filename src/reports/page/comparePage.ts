import { join } from 'node:path'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { isSimulated } from '../simulatedBanner.ts'
import type { SuiteViews } from '../suiteView.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { compareLinks, compareSections } from './compareSections.ts'
import { flipsBySuite, IndexBuilder } from './itemIndex.ts'
import { OtherRun } from './otherRun.ts'
import { pageDocument } from './pageDocument.ts'
import { pageRun } from './pageRun.ts'
import type { PageComparedRun, RunComparison } from './runComparison.ts'
import { scoreRule } from './scoreRule.ts'
import type { PageIndex, RecordDetail } from './shared/pageIndex.ts'
import type { WrittenPage } from './writePage.ts'

/**
 * Writes `compare.html` beside a run's page: the intervals of its differences from other runs, and the items that pass in
 * one only, with the transcripts of both.
 */
export async function writeComparePage(
  folder: RunFolder,
  run: PageComparedRun,
  comparisons: readonly RunComparison[],
  views: SuiteViews,
): Promise<WrittenPage> {
  const others = comparisons.map(({ other }) => other)
  const data = new ChunkFolder(folder.data, 'compare-')
  const index = writeFlipped(run, others, data, views)
  const page = pageDocument({
    title: `holdfast · ${run.name} against ${others.map(({ name }) => name).join(', ')}`,
    heading: `holdfast · ${run.name} against ${others.map(({ name }) => name).join(', ')}`,
    simulated: [run, ...others].some(({ document }) => isSimulated(document)),
    links: compareLinks(run, comparisons),
    summary: compareSections(run, comparisons, views),
    index,
  })
  const path = join(folder.path, 'compare.html')
  writeWhole(path, page)
  return { path, size: page.length, dataSize: data.size }
}

/** The items that changed against any of the other runs, with all transcripts. */
function writeFlipped(run: PageComparedRun, others: readonly PageComparedRun[], data: ChunkFolder, views: SuiteViews): PageIndex {
  const builder = new IndexBuilder()
  const details = new ChunkedRows(data, 'compare-records-')
  const runs = [run, ...others].map(({ records, folder }, at) => new OtherRun(records, folder, data, `compare-${at}-`))
  const flips = others.map((other) => flipsBySuite(run.records, other.records))
  for (const record of run.records) {
    const flip = flips.map((of) => of(record)).find((found) => found !== '')
    if (flip === undefined) continue
    const row = builder.next
    const view = views(record.suite)
    const { reason, error, scores } = record
    const sides = runs.map((side) => side.add(row, record, view))
    const detail: RecordDetail = { reason, error, rule: scoreRule(record, view), scores, others: sides.slice(1).map(({ found }) => found) }
    const places = sides.map(({ transcript }) => transcript)
    builder.add(record, view, flip, details.add(row, detail), places)
  }
  details.flush()
  for (const side of runs) side.close()
  return builder.build({
    kind: 'compare',
    runs: [run, ...others].map(({ name, document }) => pageRun(name, document)),
    against: others.map(({ name }) => name).join(', '),
    records: details.count,
  })
}
