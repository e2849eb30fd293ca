import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES } from '../../suites/catalogue.ts'
import { baselineFiles, readBaseline, readItemRecords } from '../baseline/baseline.ts'
import { certificateLine, findCertificate } from '../certificate/certificate.ts'
import { readJson } from '../data/readJson.ts'
import { HoldfastError } from '../errors.ts'
import type { ItemRecord } from '../run/records.ts'
import type { RunFolder } from '../run/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../run/scoresDocument.ts'
import { redactSecrets } from '../secrets.ts'
import { CallIndex } from './callIndex.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { firstScreen } from './firstScreen.ts'
import { flipsOf, IndexBuilder } from './itemIndex.ts'
import { html } from './markup.ts'
import { pageDocument } from './pageDocument.ts'
import type { PageIndex } from './shared/pageIndex.ts'
import { suiteSection } from './suiteSection.ts'
import { Transcriber } from './transcripts.ts'
import { runVerdict } from './verdict.ts'

/** What the files of a run do not say. */
export interface PageOptions {
  /** Folder with `reports/baselines` and `reports/judges`. */
  readonly root: string
  /** Name of the baseline that the gates measured drops by. */
  readonly baseline?: string | undefined
  /** Why the run exits 1. */
  readonly reasons?: readonly string[]
}

/** A page that was written. */
export interface WrittenPage {
  readonly path: string
  /** Characters of the page and of what lies beside it. */
  readonly size: number
  readonly dataSize: number
}

interface Base {
  readonly name: string
  readonly document: ScoresDocument
  readonly records: readonly ItemRecord[]
}

/**
 * Writes `index.html` and the `data` folder of a run that ended: static, opened from disk, without a network. Calls are read
 * item by item, so a run may be larger than memory.
 *
 * @throws HoldfastError for a run that did not end.
 */
export async function writePage(folder: RunFolder, options: PageOptions): Promise<WrittenPage> {
  if (!existsSync(folder.scores))
    throw new HoldfastError(
      'USAGE',
      `Failed to write the page of ${folder.path}: no scores.json, the run did not end. Name a finished run.`,
    )
  const document = readJson(folder.scores, scoresDocument)
  const records = existsSync(folder.items) ? readItemRecords(folder.items) : []
  const base = readBase(options)
  const data = new ChunkFolder(join(folder.path, 'data'), 'run-')
  const index = await writeItems(folder, document, records, base, data)
  const judge = document.run.roles.judge
  const judges = judge && document.run.roles.candidate ? await findCertificate(options.root, judge.model, new Date()) : undefined
  const simulated = Object.values(document.run.roles).some((role) => role.simulated)
  const suites = Object.entries(document.suites)
  const page = pageDocument({
    title: `holdfast · ${suites.map(([suite]) => suite).join(', ')} · ${document.run.id}`,
    links: suites.map(([suite]) => ({ href: `#suite-${suite}`, text: suite })),
    index,
    summary: html`${firstScreen({
      document,
      verdict: runVerdict(document, options.reasons),
      certificate: judge && document.run.roles.candidate ? certificateLine(judges) : undefined,
      baseline: base,
    })}${suites.map(([suite, scores]) =>
      suiteSection({
        suite,
        scores,
        simulated,
        metrics: scores.metrics,
        base: base?.document.suites[suite]?.metrics,
        records: records.filter((record) => record.suite === suite),
        baseRecords: base?.records.filter((record) => record.suite === suite),
      }),
    )}`,
  })
  writeFileSync(folder.page, redactSecrets(page))
  return { path: folder.page, size: page.length, dataSize: data.size }
}

/** The baseline, if there is one that can be read: the page is of use without. */
function readBase({ root, baseline }: PageOptions): Base | undefined {
  if (baseline === undefined) return undefined
  const { scores, items } = baselineFiles(root, baseline)
  if (!existsSync(scores) || !existsSync(items)) return undefined
  return { name: baseline, document: readBaseline(root, baseline), records: readItemRecords(items) }
}

async function writeItems(
  folder: RunFolder,
  document: ScoresDocument,
  records: readonly ItemRecord[],
  base: Base | undefined,
  data: ChunkFolder,
): Promise<PageIndex> {
  const builder = new IndexBuilder()
  const details = new ChunkedRows(data, 'run-records-')
  const transcripts = new ChunkedRows(data, 'run-calls-')
  const transcriber = new Transcriber(data, 'run-', folder.blobs)
  const flips = flipsBySuite(records, base?.records)
  const calls = await CallIndex.open(folder.calls)
  for (const record of records) {
    const row = builder.next
    const own = calls?.callsOf(record.suite, record.item, record.trial) ?? []
    const pins = (await SUITES.find(({ name }) => name === record.suite)?.pins?.(record)) ?? {}
    const { reason, error, threshold, scores } = record
    const chunk = details.add(row, { reason, error, threshold, scores })
    const place = own.length === 0 ? null : `run-calls-${transcripts.add(row, transcriber.transcribe(own, pins))}`
    builder.add(record, flips(record.suite, record.item), chunk, [place])
  }
  details.flush()
  transcripts.flush()
  calls?.close()
  const { model, simulated } = document.run.roles.candidate ?? document.run.roles.judge ?? { model: '', simulated: false }
  return builder.build({
    kind: 'run',
    runs: [{ name: document.run.id, model, simulated }],
    against: base ? `baseline ${base.name}` : null,
    records: details.count,
  })
}

function flipsBySuite(records: readonly ItemRecord[], base: readonly ItemRecord[] | undefined) {
  const suites = [...new Set(records.map(({ suite }) => suite))]
  const bySuite = new Map(
    suites.map((name) => [
      name,
      flipsOf(
        records.filter(({ suite }) => suite === name),
        base?.filter(({ suite }) => suite === name),
      ),
    ]),
  )
  return (suite: string, item: string) => bySuite.get(suite)?.(item) ?? ''
}
