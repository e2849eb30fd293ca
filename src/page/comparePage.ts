import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES } from '../../suites/catalogue.ts'
import { type ComparedRun, modelOf } from '../compare/comparedRun.ts'
import { compareSuite, type SuiteComparison, sharedSuites, suiteRules } from '../compare/suiteComparison.ts'
import { HoldfastError } from '../errors.ts'
import type { ItemRecord } from '../run/records.ts'
import type { RunFolder } from '../run/runFolder.ts'
import { redactSecrets } from '../secrets.ts'
import { CallIndex } from './callIndex.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { compareSections } from './compareSections.ts'
import { flipsOf, IndexBuilder } from './itemIndex.ts'
import { pageDocument } from './pageDocument.ts'
import type { OtherRecord, PageIndex, RecordDetail } from './shared/pageIndex.ts'
import { Transcriber } from './transcripts.ts'
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
  const builder = new IndexBuilder()
  const details = new ChunkedRows(data, 'compare-records-')
  const sources = await Promise.all(
    [run, ...others].map(async ({ folder, records }, at) => ({
      calls: folder && (await CallIndex.open(folder.calls)),
      records: new Map(records.map((record) => [keyOf(record), record])),
      rows: new ChunkedRows(data, `compare-${at}-calls-`),
      transcriber: new Transcriber(data, `compare-${at}-`, folder?.blobs ?? ''),
    })),
  )
  const flips = others.map((other) => bySuite(run.records, other.records))
  for (const record of run.records) {
    const flip = flips.map((of) => of(record)).find((found) => found !== '')
    if (flip === undefined) continue
    const row = builder.next
    const places: (string | null)[] = []
    for (const [at, source] of sources.entries()) {
      const own = source.records.get(keyOf(record))
      const calls = own ? (source.calls?.callsOf(record.suite, record.item, record.trial) ?? []) : []
      const pins = own && ((await SUITES.find(({ name }) => name === record.suite)?.pins?.(own)) ?? {})
      places.push(
        calls.length === 0 ? null : `compare-${at}-calls-${source.rows.add(row, source.transcriber.transcribe(calls, pins ?? {}))}`,
      )
    }
    const { reason, error, threshold, scores } = record
    const detail: RecordDetail = {
      reason,
      error,
      threshold,
      scores,
      others: sources.slice(1).map(({ records }) => otherOf(records.get(keyOf(record)))),
    }
    builder.add(record, flip, details.add(row, detail), places)
  }
  details.flush()
  for (const { calls, rows } of sources) {
    rows.flush()
    calls?.close()
  }
  const nameOf = (compared: ComparedRun) => {
    const roles = compared.document?.run.roles
    return {
      name: compared.name,
      model: modelOf(compared),
      simulated: (roles?.candidate ?? roles?.judge)?.simulated ?? false,
    }
  }
  return builder.build({
    kind: 'compare',
    runs: [run, ...others].map(nameOf),
    against: others.map(({ name }) => name).join(', '),
    records: details.count,
  })
}

function keyOf({ suite, item, trial }: ItemRecord): string {
  return JSON.stringify([suite, item, trial])
}

function otherOf(record: ItemRecord | undefined): OtherRecord | null {
  return record ? { state: record.status, total: record.scores.total ?? null, reason: record.reason } : null
}

function bySuite(
  records: readonly ItemRecord[],
  base: readonly ItemRecord[],
): (record: ItemRecord) => ReturnType<ReturnType<typeof flipsOf>> {
  const own = (some: readonly ItemRecord[], name: string) => some.filter(({ suite }) => suite === name)
  const flips = new Map([...new Set(records.map(({ suite }) => suite))].map((name) => [name, flipsOf(own(records, name), own(base, name))]))
  return ({ suite, item }) => flips.get(suite)?.(item) ?? ''
}
