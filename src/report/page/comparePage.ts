import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../base/errors.ts'
import { redactSecrets } from '../../base/secrets.ts'
import type { RunFolder } from '../../format/runFolder.ts'
import type { ComparedRun } from '../../results/compare/comparedRun.ts'
import { compareSuite, type SuiteComparison, sharedSuites, suiteRules } from '../../results/compare/suiteComparison.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { compareSections } from './compareSections.ts'
import { flipsBySuite, IndexBuilder } from './itemIndex.ts'
import { OtherRun } from './otherRun.ts'
import { pageDocument } from './pageDocument.ts'
import { pageRun } from './pageRun.ts'
import type { PageIndex, RecordDetail } from './shared/pageIndex.ts'
import { loadReadings } from './suiteReading.ts'
import type { WrittenPage } from './writePage.ts'

/** A run with the folder that has its transcripts. */
export interface PageComparedRun extends ComparedRun {
  readonly folder: RunFolder | undefined
}

/** One run against another, suite by suite. */
export interface RunComparison {
  readonly other: PageComparedRun
  readonly suites: readonly SuiteComparison[]
}

/**
 * Writes `compare.html` beside a run's page: the intervals of its differences from other runs, and the items that pass in
 * one only, with the transcripts of both.
 *
 * @throws HoldfastError for runs without a suite in common.
 */
export async function writeComparePage(folder: RunFolder, run: PageComparedRun, others: readonly PageComparedRun[]): Promise<WrittenPage> {
  const comparisons = await Promise.all(others.map((other) => compareWith(run, other)))
  const data = new ChunkFolder(join(folder.path, 'data'), 'compare-')
  const index = await writeFlipped(run, others, data)
  const page = pageDocument({
    title: `holdfast · ${run.name} against ${others.map(({ name }) => name).join(', ')}`,
    links: [],
    summary: compareSections(run, comparisons),
    index,
  })
  const path = join(folder.path, 'compare.html')
  writeFileSync(path, redactSecrets(page))
  return { path, size: page.length, dataSize: data.size }
}

async function compareWith(run: PageComparedRun, other: PageComparedRun): Promise<RunComparison> {
  const suites = sharedSuites([other, run])
  if (suites.length === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to compare ${run.name} with ${other.name}: they have no suite in common. Name runs of one suite.`,
    )
  return { other, suites: await Promise.all(suites.map(async (suite) => compareSuite(suite, other, run, await suiteRules(suite, false)))) }
}

/** The items that changed against any of the other runs, with all transcripts. */
async function writeFlipped(run: PageComparedRun, others: readonly PageComparedRun[], data: ChunkFolder): Promise<PageIndex> {
  const readings = await loadReadings(run.records.map(({ suite }) => suite))
  const builder = new IndexBuilder()
  const details = new ChunkedRows(data, 'compare-records-')
  const runs = [run, ...others].map(({ records, folder }, at) => new OtherRun(records, folder, data, `compare-${at}-`))
  const flips = others.map((other) => flipsBySuite(run.records, other.records))
  for (const record of run.records) {
    const flip = flips.map((of) => of(record)).find((found) => found !== '')
    if (flip === undefined) continue
    const row = builder.next
    const reading = readings(record.suite)
    const { reason, error, threshold, scores } = record
    const sides = runs.map((side) => side.add(row, record, reading))
    const detail: RecordDetail = { reason, error, threshold, scores, others: sides.slice(1).map(({ found }) => found) }
    const places = sides.map(({ transcript }) => transcript)
    builder.add(record, reading, flip, details.add(row, detail), places)
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
